import type { AnswerReport } from '../../modules/chats/index.ts'
import type { StepNote, ToolStepNote } from '../../modules/traces/index.ts'
import { bestGrade, gradeIn } from '../events/search-grade.ts'

/** What the tools of an answer report about it. */
export function toReport(steps: readonly StepNote[]): AnswerReport {
  const tools = steps.filter((step): step is ToolStepNote => step.kind === 'tool')
  return {
    grade: bestGrade(tools.map(({ metadata }) => gradeIn(metadata))),
    evaluations: tools.flatMap(({ evaluation }) => evaluation ?? []),
  }
}
