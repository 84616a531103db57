import type { TraceStep, TraceSummary } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'

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
