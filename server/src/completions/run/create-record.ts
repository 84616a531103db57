import type { Plan } from '../plan/completion-plan.ts'
import { CompletionRecord, type Origin } from '../record/completion-record.ts'

/** Creates the record of an answer that is about to run. */
export const createRecord = (plan: Plan, origin: Origin): CompletionRecord => {
  const { asking, assistant, model, pricing, tools, trace, degraded } = plan
  const names = [...tools.called, ...tools.injected].map(({ tool }) => tool.name)
  return new CompletionRecord(
    { asking, assistant, model, pricing, tools: names, trace, degraded: degraded?.message },
    origin,
  )
}
