import { say } from '@bellwether/wire'
import type { CompletionEvent } from '../events/completion-event.ts'
import { toStatus } from '../events/to-status.ts'
import type { Plan } from '../plan/completion-plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'

/** Reports to the person and the trace how the plan differs from the request. */
export function* notePlan(
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
