import { say } from '@bellwether/wire'
import type { ContextPart } from '../../connectors/connector.ts'
import { type Asking, askingPerson } from '../../platform/asking-person.ts'
import { type Caller, isOrganizationAdmin } from '../../platform/caller.ts'
import { AppError, isAppError, messageOf } from '../../platform/errors.ts'
import type { Language } from '../../platform/languages.ts'
import type { Log } from '../../platform/log.ts'
import { isProviderError, isSetupError, toPlainError } from '../../platform/plain-errors.ts'
import { cancellable } from '../../platform/time-limit.ts'
import { settleHolds } from '../budget/answer-holds.ts'
import { settledAmounts, tokensIn } from '../budget/answer-spending.ts'
import { AnswerText } from '../citations/answer-text.ts'
import { checkCitations } from '../citations/check-citations.ts'
import { toCitable } from '../citations/context-parts.ts'
import type { NumberedPassage } from '../citations/passage-windows.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { toStatus } from '../events/to-status.ts'
import { withTimeLimit } from '../plan/answer-limits.ts'
import type { Plan } from '../plan/completion-plan.ts'
import type { CompletionRecord, Outcome, RecordDeps } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'
import { checkpointWorkspaces } from '../tools/checkpoint-workspaces.ts'
import { offeredTools } from '../tools/offered-tools.ts'
import { type ToolDeps, type ToolScope, toScope } from '../tools/tool-scope.ts'
import { askModel, type TurnContext } from './ask-model.ts'
import { citesSources, hideStrayMarks } from './hide-stray-marks.ts'
import { makePrompt } from './make-prompt.ts'
import { runToolLoop } from './tool-loop.ts'

export interface RunDeps extends RecordDeps {
  log: Log
  toolDeps: ToolDeps
  /** Calls `cancel` if the caller may no longer ask. Returns a function that stops watching. */
  watchAccess(caller: Caller, cancel: (reason: Error) => void): () => void
}

/** Runs an answer, streamed or not, for any endpoint. Usage and trace are recorded however it ends. */
export async function* runCompletion(
  deps: RunDeps,
  plan: Plan,
  outerSignal: AbortSignal,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  let outcome: Outcome = 'cancelled'
  const { model, pricing, holds } = plan
  const client = cancellable(outerSignal)
  const endWatch = deps.watchAccess(plan.asking.caller, client.cancel)
  const { signal, clear } = withTimeLimit(client.signal, plan.limits)
  const finish = () => {
    record.close(deps, outcome)
    return settleHolds(holds, () => settledAmounts(model, pricing, record, outcome))
  }
  try {
    const scope = toScope(deps, plan, signal, record.id)
    const { events: written, parts } = yield* beginAnswer(plan, scope, record)
    const removed = new Set<number>()
    const events = citesSources(plan) ? hideStrayMarks(written, parts, removed) : written
    // Without tool calls, the sources are complete by now. An answer without sources is not checked.
    const passages = plan.tools.called.length > 0 ? undefined : toCitable(parts)
    const answer = passages?.length === 0 ? undefined : new AnswerText()
    for await (const event of events) {
      if (event.type === 'text-delta' || event.type === 'frames') answer?.add(event)
      // Text before a tool call is about the call; the answer comes after it.
      if (event.type === 'tool-call') answer?.forget()
      record.streamedTokens += tokensIn(event)
      if (event.type === 'end') {
        if (answer)
          yield* checkAnswerText({ text: answer.text, removed }, passages ?? toCitable(parts), signal, record)
        outcome = 'ok'
        // Awaited before the end is sent, so that the trace and the budget are up to date for the next
        // request.
        await finish()
      }
      yield event
    }
  } catch (error) {
    outcome = client.signal.aborted ? 'cancelled' : 'failed'
    throw toReaderError(error, plan, record.id)
  } finally {
    clear()
    endWatch()
    client.clear()
    if (outcome !== 'ok' && model.connector.provider !== undefined) record.countUnfinished()
    await finish()
  }
}

interface BegunAnswer {
  events: AsyncIterable<CompletionEvent>
  /** Tool output so far. Results of calls are added while the events are read. */
  parts: ContextPart[]
}

/** Runs the injected tools, then yields the model's answer as events. */
async function* beginAnswer(
  plan: Plan,
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, BegunAnswer, undefined> {
  const { model, tools, degraded } = plan
  const offered = await offeredTools(tools.called, scope, record)
  yield* notePlan(plan, record)
  const { prompt, output, trace } = plan
  const keepsPrompt = trace.verbose || trace.keepsPrompt === true
  const request = { prompt, tools, output, keepsPrompt, offered }
  const { messages, parts, question, fixedSystemLength } = yield* makePrompt(request, scope, record)
  const context = { ...toTurnContext(plan, scope, record), fixedSystemLength }
  if (tools.called.length === 0) {
    const { capabilities } = model.connector
    const material = capabilities.context ? { question, parts, isPaused: degraded !== undefined } : undefined
    return { events: askModel({ model, messages, material }, context), parts }
  }
  if (!tools.hasCheckpoint) await checkpointWorkspaces(tools.called, scope, question)
  // A reduced answer does not use a second model.
  const chooser = degraded ? undefined : tools.chooser
  const { limits, language } = plan
  const loop = { model, chooser, tools, limits, language, messages, offered, parts }
  return { events: runToolLoop(loop, scope, context), parts }
}

const toTurnContext = (
  { assistant: { ownerId, organizationId }, pricing, holds, degraded, tools }: Plan,
  { signal, log }: ToolScope,
  record: CompletionRecord,
): TurnContext => ({
  owner: { userId: ownerId, organizationId },
  budget: { pricing, spending: holds.spending, isDegraded: degraded !== undefined },
  functions: tools.called.map(({ spec }) => spec),
  record,
  signal,
  log,
})

/** Checks the citations of a finished answer. `removed`: those that were taken out of it. */
async function* checkAnswerText(
  { text, removed }: { text: string; removed: ReadonlySet<number> },
  passages: readonly NumberedPassage[],
  signal: AbortSignal,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  if (text.trim() === '' || passages.length === 0) return
  const checked = await checkCitations(text, passages, signal)
  const dangling = new Set([...checked.dangling_marks, ...removed])
  const citations = { ...checked, dangling_marks: [...dangling].sort((a, b) => a - b) }
  record.noteCitations(citations)
  yield { type: 'citations', citations }
}

/** Reports to the person and the trace how the plan differs from the request. */
function* notePlan(
  { model, tools, degraded }: Pick<Plan, 'model' | 'tools' | 'degraded'>,
  record: CompletionRecord,
): Generator<CompletionEvent, void, undefined> {
  if (degraded) yield toStatus('budget', null, degraded.message, '⚠️')
  // Listed tools that can't run become steps of the trace, which explain their absence.
  for (const { tool, use, reason } of tools.leftOut) {
    const step = beginToolStep({ tool, use, name: tool, iteration: 0, input: {} })
    endStep(step, 'skipped', reason)
    record.steps.push(step)
  }
  if (model.ignoredParams.length > 0)
    record.notes.push(say('answer_notes.params_not_sent', { params: model.ignoredParams.join(', ') }))
  if (model.insteadOf !== undefined)
    record.notes.push(say('answer_notes.model_not_offered', { wanted: model.insteadOf, model: model.model }))
}

interface Reader {
  asking: Asking
  assistant: { ownerId: number; organizationId: number }
  language: Language
}

/**
 * The owner and admins get the provider's own message, which they can act on. Others get a plain sentence
 * and the id of the trace.
 */
function toReaderError(error: unknown, reader: Reader, traceId: string): unknown {
  if (!isAppError(error) || !(isProviderError(error) || isSetupError(error))) return error
  if (!isResponsible(reader)) return toPlainError(error, reader.language, traceId)
  const { cause = error, details } = error
  return new AppError(error.code, messageOf(error), { ...details, isForReader: true, cause })
}

const isResponsible = ({ asking: { caller }, assistant: { ownerId, organizationId } }: Reader): boolean =>
  caller.kind === 'user' &&
  askingPerson({ caller }).kind === 'user' &&
  (caller.userId === ownerId ||
    caller.systemAdmin ||
    (caller.organizationId === organizationId && isOrganizationAdmin(caller)))
