import type { Pricing } from './pricing.ts'
import type { UsageNote, UsageRecorder } from './usage-recorder.ts'

/** What is read of a step of an answer. */
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
  /** Millionths: of the tool itself. What it asks models for is theirs. */
  cost: number
}

/**
 * Pure. How often an answer ran each of its tools. `listed`: those that it has; a model calls some that there are not, by any name. An
 * injected tool that had nothing to bring is not worth a line, and what was refused before it ran costs nothing.
 */
export function toolRunsOf(
  steps: readonly Step[],
  listed: ReadonlySet<string>,
  pricing: Pricing | undefined,
): ToolRuns[] {
  const found = new Map<string, ToolRuns>()
  for (const { kind, tool, use, outcome, outputLength = 0 } of steps) {
    if (kind !== 'tool' || tool === undefined || !listed.has(tool) || outcome === 'skipped') continue
    if (use === 'inject' && outcome === 'ok' && outputLength === 0) continue
    const isOk = outcome === 'ok'
    const key = `${tool} ${isOk}`
    const runs = found.get(key) ?? { tool, outcome: isOk ? 'ok' : 'failed', runs: 0, cost: 0 }
    runs.runs++
    if (outcome !== 'denied') runs.cost += pricing?.costOf(TOOL, tool, undefined, 0, 1) ?? 0
    found.set(key, runs)
  }
  return [...found.values()]
}

/** Stands for the connector in the price of a tool. */
const TOOL = 'tool'

/** A line for each tool that an answer ran. */
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
      inputTokens: 0,
      outputTokens: 0,
      cost,
      unpriced: 0,
      // The answer has counted them already.
      toolCalls: 0,
      outcome,
      tool,
      units,
    })
}
