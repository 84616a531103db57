import type { Source } from '@bellwether/wire'
import type { Caller } from '../platform/caller.ts'
import { totalTokens } from '../platform/token-usage.ts'
import type { ToolEvent } from '../tools/tool.ts'
import type { CompletionEvent } from './events/completion-event.ts'
import { AnswerCollector } from './openai/collect-answer.ts'
import { toCitation } from './openai/openai-wire.ts'
import type { CompletionOrder, PlanCompletion } from './plan/completion-plan.ts'
import type { Origin } from './record/completion-record.ts'
import { createRecord } from './run/create-record.ts'
import { type RunDeps, runCompletion } from './run/run.ts'

export interface RunToTextDeps extends RunDeps {
  planCompletion: PlanCompletion
}

export interface TextRequest {
  order: CompletionOrder
  caller: Caller
  origin: Origin
  signal: AbortSignal
  /** Receives statuses, edits and approvals while the answer is generated. */
  tell?: ((event: ToolEvent) => void) | undefined
  /**
   * Called with the cost of the answer and of each model call of its tools, in millionths, even if they fail. Models
   * without a price are not included.
   */
  onSpent?: ((cost: number) => Promise<void>) | undefined
}

export interface TextAnswer {
  text: string
  sources: Source[]
  usage: { tokens: number; calls: number }
}

/** Runs a completion to its end and returns its text. */
export const createRunToText =
  ({ planCompletion, ...deps }: RunToTextDeps) =>
  async ({ order, caller, origin, signal, tell, onSpent }: TextRequest): Promise<TextAnswer> => {
    const planned = await planCompletion(order, caller)
    const plan = onSpent ? { ...planned, assistant: { ...planned.assistant, onSpent } } : planned
    const record = createRecord(plan, origin)
    const answer = new AnswerCollector({ id: record.id, model: plan.model.model })
    const sources: Source[] = []
    try {
      for await (const event of runCompletion(deps, plan, signal, record)) {
        if (event.type === 'sources') sources.push(...event.sources)
        else if (isToolEvent(event)) tell?.(event)
        answer.add(event)
      }
    } finally {
      await onSpent?.(record.reportedUsage(plan.model).cost)
    }
    const usage = { tokens: totalTokens(record.tokens), calls: record.calls }
    return { text: answer.text, sources, usage }
  }

export type RunToText = ReturnType<typeof createRunToText>

const isToolEvent = (event: CompletionEvent): event is ToolEvent =>
  event.type === 'status' || event.type === 'file_edit' || event.type === 'approval'

export interface Question {
  caller: Caller
  assistantId: number
  query: string
  /** The endpoint that was called, for the trace. */
  door: string
  signal: AbortSignal
  /** Receives statuses, edits and approvals while the answer is generated; absent if they are not shown. */
  tell?: TextRequest['tell']
}

/** Asks a single question, for clients that take plain text. */
export const createAskQuestion =
  (runToText: RunToText) =>
  async ({ caller, assistantId: id, query, door, signal, tell }: Question) => {
    const request = { messages: [{ role: 'user', content: query }], stream: tell !== undefined }
    const origin = { door, requestModel: `lamb_assistant.${id}` }
    const order = { assistant: { id }, request }
    const { text, sources } = await runToText({ order, caller, origin, signal, tell })
    return { text, sources: sources.map(toCitation) }
  }

export type AskQuestion = ReturnType<typeof createAskQuestion>
