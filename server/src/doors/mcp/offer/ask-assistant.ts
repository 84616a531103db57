import type { Source } from '@bellwether/wire'
import type { StatusEvent } from '../../../completions/events/completion-event.ts'
import { AnswerCollector } from '../../../completions/openai/collect-answer.ts'
import { toCitation } from '../../../completions/openai/openai-wire.ts'
import type { PlanCompletion } from '../../../completions/plan/plan.ts'
import { CompletionRecord } from '../../../completions/record/completion-record.ts'
import { type RunDeps, runCompletion } from '../../../completions/run/run.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { ApprovalEvent } from '../../../tools/tool.ts'

export interface AskDeps extends RunDeps {
  planCompletion: PlanCompletion
}

export interface Question {
  caller: UserCaller
  assistantId: number
  query: string
  door: string
  signal: AbortSignal
  /** Told what goes on, and what waits for the person, while the answer is made; absent where nobody watches. */
  hear?: ((event: StatusEvent | ApprovalEvent) => void) | undefined
}

export interface Answer {
  text: string
  sources: Source[]
}

/** One question, answered whole: the same path as every other answer. */
export const createAskAssistant =
  ({ planCompletion, ...deps }: AskDeps) =>
  async ({ caller, assistantId: id, query, door, signal, hear }: Question): Promise<Answer> => {
    const request = { messages: [{ role: 'user', content: query }], stream: hear !== undefined }
    const plan = await planCompletion({ assistant: { id }, request }, caller)
    const record = new CompletionRecord(plan.model, { door, requestModel: `lamb_assistant.${id}` })
    const answer = new AnswerCollector({ id: record.id, model: plan.model })
    const sources: Source[] = []
    for await (const event of runCompletion(deps, plan, signal, record)) {
      if (event.type === 'sources') sources.push(...event.sources.map(toCitation))
      else if (event.type === 'status' || event.type === 'approval') hear?.(event)
      answer.add(event)
    }
    return { text: answer.text, sources }
  }

export type AskAssistant = ReturnType<typeof createAskAssistant>
