import type { TraceRecord, TraceStep, TraceSummary } from '@bellwether/wire'

/** Without the person who asked: with the time, it would tell whose conversation it is. */
export const summaryWithoutPerson = <T extends TraceSummary>(summary: T): T => ({
  ...summary,
  user_id: null,
  end_user: null,
})

/** For educators who read the trace of another person. `hasTexts`: whether the organization lets them read texts. */
export function recordWithoutPerson(record: TraceRecord, hasTexts: boolean): TraceRecord {
  return {
    ...summaryWithoutPerson(record),
    children: record.children.map(summaryWithoutPerson),
    prompt: hasTexts ? record.prompt : null,
    steps: record.steps.map((step) => stepWithoutPerson(step, hasTexts)),
  }
}

function stepWithoutPerson(step: TraceStep, hasTexts: boolean): TraceStep {
  if (step.kind !== 'tool') return step
  return {
    ...step,
    // The input of an injected tool is the author's own settings.
    input: hasTexts || step.use === 'inject' ? step.input : null,
    ...(step.access ? { access: { ...step.access, on_behalf_of: null } } : {}),
  }
}
