import type { TraceStep, TraceSummary } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'

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

type ToolStep = Extract<TraceStep, { kind: 'tool' }>

function inputOf({ input }: ToolStep): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(input ?? '{}')
    return isObject(parsed) ? parsed : {}
  } catch {
    // Cut, because it was too long.
    return {}
  }
}

/** The question to another assistant. */
export function queryOf(step: ToolStep): string | undefined {
  const { query } = inputOf(step)
  return step.tool === 'assistant' && typeof query === 'string' ? query : undefined
}

const askedId = (step: ToolStep): number =>
  Number(/^call_assistant_(\d+)/.exec(step.name)?.[1] ?? inputOf(step)['assistant_id'])

/** For each step, the trace of the assistant that it asked. Pure. */
export function nestedTraces(
  steps: readonly TraceStep[],
  children: readonly TraceSummary[],
): (TraceSummary | undefined)[] {
  const remaining = [...children]
  return steps.map((step) => {
    if (step.kind !== 'tool' || step.tool !== 'assistant') return undefined
    const at = remaining.findIndex(({ assistant_id: id }) => id === askedId(step))
    return at < 0 ? undefined : remaining.splice(at, 1)[0]
  })
}

interface ToolAccessTexts {
  you: string
  user: (values: { id: string }) => string
  anonymous: string
  ranAs: (values: { owner: string; asker: string }) => string
  dataOf: (values: { owners: string }) => string
}

/** With whose permissions a tool ran, for whom, and whose data it read; empty if all of these are the user. Pure. */
export function toolAccessLabel(step: TraceStep, me: number | undefined, texts: ToolAccessTexts): string {
  if (step.kind !== 'tool' || !step.access) return ''
  const { ran_as, on_behalf_of, data_of } = step.access
  const nameOf = (id: number): string => (id === me ? texts.you : texts.user({ id: String(id) }))
  const asker =
    on_behalf_of === null
      ? texts.anonymous
      : on_behalf_of.replace(/^user (\d+)$/, (_all, id: string) => nameOf(Number(id)))
  const isMine = ran_as === me && asker === texts.you && data_of.every((id) => id === me)
  if (isMine) return ''
  const line = texts.ranAs({ owner: nameOf(ran_as), asker })
  return data_of.length === 0 ? line : `${line} · ${texts.dataOf({ owners: data_of.map(nameOf).join(', ') })}`
}
