import type { Message, StepOutcome } from '@bellwether/wire'
import type { StepNote, ToolStepNote } from '../../modules/traces/index.ts'

export const beginToolStep = (
  step: Pick<ToolStepNote, 'tool' | 'use' | 'name' | 'iteration' | 'input'>,
): ToolStepNote => ({
  kind: 'tool',
  ...step,
  outputLength: 0,
  cut: false,
  sources: 0,
  begun: performance.now(),
  milliseconds: undefined,
  outcome: 'cancelled',
  reason: null,
})

/** A step that is never ended counts as cancelled. */
export function endStep(step: StepNote, outcome: StepOutcome, reason: string | Message | null = null): void {
  step.milliseconds = performance.now() - step.begun
  step.outcome = outcome
  step.reason = reason
}
