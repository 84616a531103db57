import type { StepOutcome } from '@bellwether/wire'
import type { StreamStatus } from '$lib/api'

/** One tool that ran for an answer. */
export interface Step {
  /** The tool, or the function by which the model called it. */
  tool: string
  elapsedMs: number | undefined
  isOver: boolean
  outcome: StepOutcome
  /** Why it brought nothing, where the server says so. */
  reason: string
  /** What another assistant did for this step. */
  parts: Step[]
}

/** A step as the trace tells it, afterwards. */
export interface ReportedStep extends Step {
  /** The function that the model called, or the place that was filled. */
  calledAs: string
}

/** What went wrong or was not allowed: shown until the end of days. */
export const isBad = ({ outcome }: Step): boolean =>
  outcome === 'failed' || outcome === 'denied' || outcome === 'timeout'

const BEGINNINGS: ReadonlySet<string> = new Set(['tool_start', 'tool_call'])
const ENDS: Readonly<Record<string, StepOutcome>> = {
  tool_complete: 'ok',
  tool_failed: 'failed',
  tool_denied: 'denied',
}

export const isEnd = ({ status }: StreamStatus): boolean => status in ENDS

/** The steps after one more status. A tool that ends closes the step that it began; what is neither is no step. Pure. */
export function withStatus(steps: readonly Step[], status: StreamStatus): Step[] {
  const { parent } = status
  if (!BEGINNINGS.has(status.status) && !isEnd(status)) return [...steps]
  if (parent === undefined) return status.tool ? withStep(steps, status.tool, status) : [...steps]
  const index = findParent(steps, parent)
  const within = steps[index] ?? newStep(parent)
  const next = { ...within, parts: withStep(within.parts, partName(status, parent), status) }
  return index < 0 ? [...steps, next] : steps.map((one, at) => (at === index ? next : one))
}

/** What the trace knows better, with the parts that only the stream has told. Pure. */
export function withReport(steps: readonly Step[], reported: readonly ReportedStep[]): Step[] {
  const left = [...steps]
  return reported.map(({ calledAs, ...step }) => {
    const at = left.findIndex(({ tool }) => tool === calledAs || tool === step.tool)
    const [live] = at < 0 ? [] : left.splice(at, 1)
    return { ...step, parts: live?.parts ?? [] }
  })
}

const newStep = (tool: string): Step => ({
  tool,
  elapsedMs: undefined,
  isOver: false,
  outcome: 'ok',
  reason: '',
  parts: [],
})

function withStep(steps: readonly Step[], tool: string, status: StreamStatus): Step[] {
  const outcome = ENDS[status.status]
  if (outcome === undefined) return [...steps, newStep(tool)]
  const named = steps.findIndex((step) => step.tool === tool && !step.isOver)
  // A part begins in one wording and ends in another: then the first that still runs has ended.
  const begun = named < 0 && status.parent !== undefined ? steps.findIndex((step) => !step.isOver) : named
  const ended = { tool, elapsedMs: status.elapsed_ms, outcome, isOver: true, reason: '' }
  if (begun < 0) return [...steps, { ...newStep(tool), ...ended }]
  return steps.map((one, index) => (index === begun ? { ...one, ...ended } : one))
}

/** An assistant in the prompt runs under its tool's name, one on call under its function's. */
function findParent(steps: readonly Step[], parent: string): number {
  const running = steps.findLastIndex(({ tool, isOver }) => tool === parent && !isOver)
  if (running >= 0) return running
  const injected = steps.findLastIndex(({ tool, isOver }) => tool === 'assistant' && !isOver)
  return injected >= 0 ? injected : steps.findLastIndex(({ tool }) => tool === parent)
}

/** The server names a part only in its line: `✅ Knowledge base completed`. */
const PART = /^\P{L}*(?:Calling )?(.+?)(?: completed| brought nothing| was not allowed|…)?$/u

function partName({ tool, message = '' }: StreamStatus, parent: string): string {
  if (tool && tool !== parent) return tool
  return PART.exec(message.trim())?.[1] ?? parent
}
