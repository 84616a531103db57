import type { Caller } from '../../platform/caller.ts'
import type { Log } from '../../platform/log.ts'
import { cancellable } from '../../platform/time-limit.ts'
import { settleHolds } from '../budget/answer-holds.ts'
import { settledAmounts, tokensIn } from '../budget/answer-spending.ts'
import { AnswerText } from '../citations/answer-text.ts'
import { toCitable } from '../citations/context-parts.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { withTimeLimit } from '../plan/answer-limits.ts'
import type { Plan } from '../plan/completion-plan.ts'
import type { CompletionRecord, Outcome, RecordDeps } from '../record/completion-record.ts'
import { type ToolDeps, toScope } from '../tools/tool-scope.ts'
import { beginAnswer } from './begin-answer.ts'
import { checkAnswerText } from './check-answer-text.ts'
import { citesSources, hideStrayMarks } from './hide-stray-marks.ts'
import { toReaderError } from './reader-error.ts'

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
