import { type AnswerGrounds, toMessageBody } from '@bellwether/wire'
import type { AnswerReport } from '../modules/chats/index.ts'
import type { StepNote, ToolStepNote } from '../modules/traces/index.ts'
import { type Caller, isGuest, isStudent } from '../platform/caller.ts'
import { ANSWERED, Reply } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { languageOf } from '../platform/languages.ts'
import { orDiscardHolds } from './budget/answer-holds.ts'
import { bestGrade, type CompletionEvent, gradeIn } from './events/completion-event.ts'
import { AnswerCollector } from './openai/collect-answer.ts'
import type { WireNames } from './openai/openai-wire.ts'
import type { StreamAnswer } from './openai/stream-answer.ts'
import type { CompletionOrder, PlanCompletion } from './plan/completion-plan.ts'
import type { CompletionRecord } from './record/completion-record.ts'
import { createRecord } from './run/create-record.ts'
import { type RunDeps, runCompletion } from './run/run.ts'

export interface AnswerDeps extends Omit<RunDeps, 'log'> {
  planCompletion: PlanCompletion
  streamAnswer: StreamAnswer
  /** Throws too_many_requests when too many questions of guests come from one address. */
  countGuestQuestion(exchange: Pick<Exchange, 'clientIp'>): Promise<void>
}

/** Additions that an endpoint makes to an answer. */
export interface AnswerExtras {
  headers?: Record<string, string>
  /** Extra fields, beyond OpenAI's, for answers that are not streamed. */
  fields?: Record<string, unknown>
  /** Whether a stream's headers are sent before its first event. */
  sendHeadAtOnce?: boolean
  /** Called once with the text so far, however the answer ends. */
  onEnd?(text: string, complete: boolean, grounds: AnswerGrounds, report: AnswerReport): Promise<void>
}

/** Plans and runs an answer and writes it to the client. Used by every completion endpoint. */
export function createAnswerCompletion(deps: AnswerDeps) {
  const answer = createAnswer(deps)
  return async function answerCompletion(
    exchange: Exchange,
    caller: Caller,
    order: CompletionOrder,
    beforeRun?: () => Promise<AnswerExtras>,
  ): Promise<typeof ANSWERED | Reply> {
    if (isGuest(caller)) await deps.countGuestQuestion(exchange)
    return answer(exchange, caller, order, beforeRun)
  }
}

export type AnswerCompletion = ReturnType<typeof createAnswerCompletion>

function createAnswer(deps: Omit<AnswerDeps, 'countGuestQuestion'>) {
  return async function answer(
    exchange: Exchange,
    caller: Caller,
    order: CompletionOrder,
    beforeRun?: () => Promise<AnswerExtras>,
  ): Promise<typeof ANSWERED | Reply> {
    const language = languageOf(exchange.header('accept-language'))
    const plan = await deps.planCompletion(order.language ? order : { ...order, language }, caller)
    const extras = beforeRun ? await orDiscardHolds(plan.holds, beforeRun) : {}
    const { model } = order.request
    const requestModel = typeof model === 'string' ? model : null
    const record = createRecord(plan, { door: exchange.route, requestModel })
    const hidesModel = isStudent(caller)
    const shownModel = hidesModel ? `lamb_assistant.${plan.assistant.id}` : undefined
    const names = new AnswerNames(`chatcmpl-${exchange.requestId}`, shownModel, record)
    // Set on the response itself, so that errors carry it too.
    const { degraded } = plan
    const about: Record<string, string> = { 'openai-version': '2020-10-01', 'x-trace-id': record.id }
    if (degraded) about['x-budget-degraded'] = degraded.degrees.join(', ')
    exchange.outgoing.setHeader('x-trace-id', record.id)
    if (degraded) exchange.outgoing.setHeader('x-budget-degraded', degraded.degrees.join(', '))
    const { usage, traces, toolDeps, watchAccess } = deps
    const log = exchange.baseLog
    const run = runCompletion({ usage, traces, toolDeps, watchAccess, log }, plan, exchange.signal, record)
    const events = hidesModel ? withoutModelNames(run) : run
    const headers = extras.headers ? { ...about, ...extras.headers } : about

    const { stream, includeUsage, includeStatus, statusStyle } = plan.output
    if (stream) {
      const visibleEvents = statusStyle === 'content' && includeStatus ? asContent(events) : events
      const { sendHeadAtOnce } = extras
      const options = { names, includeUsage, includeStatus, headers, sendHeadAtOnce }
      const { onEnd } = extras
      if (!onEnd) await deps.streamAnswer(exchange, visibleEvents, options)
      else {
        const collector = new AnswerCollector(names)
        await deps.streamAnswer(exchange, visibleEvents, {
          ...options,
          onEvent: (event) => collector.add(event),
          beforeEnd: (complete) =>
            onEnd(
              collector.text,
              complete,
              { ...collector.grounds, trace_id: record.id },
              toReport(record.steps),
            ),
        })
      }
      return ANSWERED
    }

    const collected = new AnswerCollector(names)
    let complete = false
    try {
      for await (const event of events) collected.add(event)
      complete = true
    } finally {
      await extras.onEnd?.(
        collected.text,
        complete,
        { ...collected.grounds, trace_id: record.id },
        toReport(record.steps),
      )
    }
    const budget = degraded
      ? {
          budget: {
            degraded: degraded.degrees,
            ...toMessageBody(degraded.message),
            resets_at: degraded.resetsAt,
          },
        }
      : {}
    const fallback = record.fallback && !hidesModel ? { model_fallback: record.fallback } : {}
    return new Reply({ ...collected.toCompletion(), ...extras.fields, ...budget, ...fallback }, headers)
  }
}

/** A class, because an object with a getter of its own is slow, and V8 keeps it until the next full collection. */
class AnswerNames implements WireNames {
  readonly id: string
  readonly #shownModel: string | undefined
  readonly #record: CompletionRecord

  constructor(id: string, shownModel: string | undefined, record: CompletionRecord) {
    this.id = id
    this.#shownModel = shownModel
    this.#record = record
  }

  /** Read late: a fallback model may have answered. */
  get model(): string {
    return this.#shownModel ?? this.#record.model
  }
}

/** Students are not told which models are used. */
async function* withoutModelNames(
  events: AsyncIterable<CompletionEvent>,
): AsyncGenerator<CompletionEvent, void, undefined> {
  for await (const event of events)
    if (event.type !== 'status' || event.status !== 'model_fallback') yield event
}

/** Emits status lines as text of the answer, each in its own paragraph. */
async function* asContent(
  events: AsyncIterable<CompletionEvent>,
): AsyncGenerator<CompletionEvent, void, undefined> {
  for await (const event of events) {
    yield event.type === 'status' ? { type: 'text-delta', text: `${event.message}\n\n` } : event
  }
}

/** What the tools of an answer report about it. */
function toReport(steps: readonly StepNote[]): AnswerReport {
  const tools = steps.filter((step): step is ToolStepNote => step.kind === 'tool')
  return {
    grade: bestGrade(tools.map(({ metadata }) => gradeIn(metadata))),
    evaluations: tools.flatMap(({ evaluation }) => evaluation ?? []),
  }
}
