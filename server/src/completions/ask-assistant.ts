import type { Source } from '@bellwether/wire'
import type { Caller, UserCaller } from '../platform/caller.ts'
import { type AppError, isAppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Answered, AskAssistant } from '../tools/assistant/assistant.tool.ts'
import type { ToolEvent } from '../tools/tool.ts'
import type { CompletionEvent } from './events/completion-event.ts'
import { AnswerCollector } from './openai/collect-answer.ts'
import type { CompletionOrder, PlanCompletion } from './plan/plan.ts'
import { CompletionRecord } from './record/completion-record.ts'
import { type RunDeps, runCompletion } from './run/run.ts'

export interface AskDeps extends RunDeps {
  planCompletion: PlanCompletion
  log: Log
}

export interface WholeQuestion {
  order: CompletionOrder
  caller: Caller
  /** The address that was asked, for the trace. */
  door: string
  parentId?: string
  signal: AbortSignal
  /** Told what goes on while the answer is made. */
  tell?: ((event: ToolEvent) => void) | undefined
}

/** One question, answered whole: the same path as every other answer. */
export const createAnswerWhole =
  ({ planCompletion, ...deps }: AskDeps) =>
  async ({ order, caller, door, parentId, signal, tell }: WholeQuestion) => {
    const plan = await planCompletion(order, caller)
    const record = new CompletionRecord(plan.model, { door, requestModel: null, parentId: parentId ?? null })
    const answer = new AnswerCollector({ id: record.id, model: plan.model })
    const sources: Source[] = []
    for await (const event of runCompletion(deps, plan, signal, record)) {
      if (event.type === 'sources') sources.push(...event.sources)
      else if (isTold(event)) tell?.(event)
      answer.add(event)
    }
    const within = { tokens: record.inputTokens + record.outputTokens, calls: record.calls }
    return { text: answer.text, sources, traceId: record.id, within }
  }

const isTold = (event: CompletionEvent): event is ToolEvent =>
  event.type === 'status' || event.type === 'file_edit' || event.type === 'approval'

export type AnswerWhole = ReturnType<typeof createAnswerWhole>

/** An assistant asks another: found with the rights of its owner, answered for the person who asks. */
export const createAskAssistant =
  (answerWhole: AnswerWhole): AskAssistant =>
  async ({
    assistantId,
    askingId,
    owner,
    query,
    model,
    caller,
    endUser,
    signal,
    traceId,
    tell,
  }): Promise<Answered> => {
    const order = {
      assistant: { id: assistantId },
      request: { messages: [{ role: 'user', content: query }], stream: true },
      endUser,
      within: { rights: toRights(owner), traceId, assistantId: askingId },
      model,
    }
    try {
      const { text, sources, within } = await answerWhole({
        order,
        caller,
        door: 'assistant',
        parentId: traceId,
        signal,
        tell,
      })
      return text === ''
        ? { ok: false, reason: 'it said nothing' }
        : { ok: true, content: text, sources, within }
    } catch (error) {
      if (signal.aborted || !isAppError(error)) throw error
      return toRefusal(error, assistantId)
    }
  }

/** What an assistant may use through its tools, its owner must have been given: an admin's wider rights are not lent to everybody who asks. */
export const toRights = ({
  userId,
  organizationId,
}: {
  userId: number
  organizationId: number
}): UserCaller => ({
  kind: 'user',
  userId,
  email: '',
  name: '',
  userType: 'creator',
  systemAdmin: false,
  organizationId,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
})

function toRefusal(error: AppError, assistantId: number): Answered {
  if (error.code === 'not_found')
    return { ok: false, denied: true, reason: `Assistant ${assistantId} not found` }
  if (error.code === 'forbidden') return { ok: false, denied: true, reason: error.message }
  if (error.code === 'quota_exceeded') return { ok: false, reason: error.message }
  return { ok: false, reason: 'it could not answer' }
}
