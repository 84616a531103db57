import type { CompletionEvent } from '../events/completion-event.ts'
import type { Plan } from '../plan/completion-plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'

/** Tells the reader and the trace how the plan differs from what was asked for. */
export function* notePlan(
  { model, tools, degraded }: Pick<Plan, 'model' | 'tools' | 'degraded'>,
  record: CompletionRecord,
): Generator<CompletionEvent, void, undefined> {
  if (degraded) yield { type: 'status', status: 'budget', tool: null, message: `⚠️ ${degraded.message}` }
  // Listed tools that can't run are steps of the trace too, so that their absence is explained.
  for (const { tool, use, reason } of tools.leftOut) {
    const step = beginToolStep({ tool, use, name: tool, iteration: 0, input: {} })
    endStep(step, 'skipped', reason)
    record.steps.push(step)
  }
  if (model.ignoredParams.length > 0)
    record.notes.push(`Parameters not sent to the provider: ${model.ignoredParams.join(', ')}`)
  if (model.insteadOf !== undefined)
    record.notes.push(
      `The organization doesn’t offer the model “${model.insteadOf}”; ${model.model} was used`,
    )
}
