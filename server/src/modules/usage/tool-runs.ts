import { NO_TOKENS } from '../../platform/token-usage.ts'
import type { Pricing } from './pricing.ts'
import type { UsageNote, UsageRecorder } from './usage-recorder.ts'

/** The fields of a step that are used here. */
interface Step {
  kind: string
  tool?: string
  use?: 'inject' | 'call'
  outcome: string
  outputLength?: number
}

export interface ToolRuns {
  tool: string
  outcome: 'ok' | 'failed'
  runs: number
  /** Millionths, for the tool itself. Its model calls are recorded separately. */
  cost: number
}

/**
 * How often an answer ran each of its tools. `ownTools` are the tools it has: a model may call others by any name.
 * Injected tools without output are not counted, and calls that were refused cost nothing. Pure.
 */
export function toolRunsOf(
  steps: readonly Step[],
  ownTools: ReadonlySet<string>,
  pricing: Pricing | undefined,
): ToolRuns[] {
  const runsByTool = new Map<string, ToolRuns>()
  for (const { kind, tool, use, outcome, outputLength = 0 } of steps) {
    if (kind !== 'tool' || tool === undefined || !ownTools.has(tool) || outcome === 'skipped') continue
    if (use === 'inject' && outcome === 'ok' && outputLength === 0) continue
    const isOk = outcome === 'ok'
    const key = `${tool} ${isOk}`
    const runs = runsByTool.get(key) ?? { tool, outcome: isOk ? 'ok' : 'failed', runs: 0, cost: 0 }
    runs.runs++
    if (outcome !== 'denied') runs.cost += pricing?.costOf(TOOL, tool, undefined, 0, 1) ?? 0
    runsByTool.set(key, runs)
  }
  return [...runsByTool.values()]
}

/** Used as the provider in the price of a tool. */
const TOOL = 'tool'

/** Records one row for each tool that an answer ran. */
export function recordToolRuns(
  usage: UsageRecorder,
  whose: Pick<UsageNote, 'organizationId' | 'assistantId' | 'ownerId' | 'userId' | 'endUser'>,
  runs: readonly ToolRuns[],
): void {
  for (const { tool, outcome, runs: units, cost } of runs)
    usage.record({
      kind: 'tool',
      ...whose,
      provider: TOOL,
      model: tool,
      ...NO_TOKENS,
      cost,
      unpriced: 0,
      // Already counted in the answer.
      toolCalls: 0,
      outcome,
      tool,
      units,
    })
}
