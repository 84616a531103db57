import type { TraceStep } from '@bellwether/wire'

export interface Bar {
  step: TraceStep
  /** Fractions of the whole, from 0 to 1. */
  from: number
  width: number
}

/**
 * Tools before the first round of the model run in parallel; later steps run one after the other, with the tools of
 * one round in parallel. Pure.
 */
export function toBars(steps: readonly TraceStep[]): Bar[] {
  let at = 0
  let end = 0
  let last: TraceStep | undefined
  const placed = steps.map((step) => {
    const isBeside = last?.kind === 'tool' && step.kind === 'tool' && last.iteration === step.iteration
    if (!isBeside) at = end
    end = Math.max(end, at + step.milliseconds)
    last = step
    return { step, start: at }
  })
  const whole = Math.max(end, 1)
  return placed.map(({ step, start }) => ({ step, from: start / whole, width: step.milliseconds / whole }))
}
