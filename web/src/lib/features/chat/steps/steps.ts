import type { StepOutcome } from '@bellwether/wire'
import type { StreamStatus } from '$lib/api'

/** One tool that ran for an answer. */
export interface Step {
  /** The run, where the server names it: two runs of one tool are two steps. */
  callId: string | undefined
  /** The tool, or the function by which the model called it. */
  tool: string
  /** What it is doing, in the server's words. */
  progress: string
  /** When it began, for the time it has taken so far. */
  startedAt: number
  elapsedMs: number | undefined
  isOver: boolean
  outcome: StepOutcome
  /** Why it returned nothing, where the server says so. */
  reason: string
  /** What another assistant did for this step. */
  parts: Step[]
}

/** A step as the trace tells it, afterwards. */
export interface ReportedStep extends Step {
  /** The function that the model called, or the place that was filled. */
  calledAs: string
}

/** What went wrong or was not allowed: always shown. */
export const isBad = ({ outcome }: Step): boolean =>
  outcome === 'failed' || outcome === 'denied' || outcome === 'timeout'

/** What ran: a tool that was left out is shown, but is not counted. */
export const countSteps = (steps: readonly Step[]): number =>
  steps.filter(({ outcome }) => outcome !== 'skipped').length

const BEGINNINGS: ReadonlySet<string> = new Set(['tool_start', 'tool_call'])
const PROGRESS = 'tool_progress'
const ENDS: Readonly<Record<string, StepOutcome>> = {
  tool_complete: 'ok',
  tool_failed: 'failed',
  tool_denied: 'denied',
}

export const isEnd = ({ status }: StreamStatus): boolean => status in ENDS

/**
 * The steps after one more status. Statuses of one run have one `call_id`; without it, a tool that ends closes the step that it began.
 * What is no step changes nothing. Pure but for the clock, which tests hand in.
 */
export function withStatus(steps: readonly Step[], status: StreamStatus, now = Date.now()): Step[] {
  const { parent } = status
  if (!BEGINNINGS.has(status.status) && status.status !== PROGRESS && !isEnd(status)) return [...steps]
  if (parent === undefined) return status.tool ? withStep(steps, status.tool, status, now) : [...steps]
  const index = findParent(steps, parent, status.parent_call_id)
  const within = steps[index] ?? newStep(parent, now)
  const next = { ...within, parts: withStep(within.parts, partName(status, parent), status, now) }
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

const newStep = (tool: string, startedAt: number, callId?: string): Step => ({
  callId,
  tool,
  progress: '',
  startedAt,
  elapsedMs: undefined,
  isOver: false,
  outcome: 'ok',
  reason: '',
  parts: [],
})

function withStep(steps: readonly Step[], tool: string, status: StreamStatus, now: number): Step[] {
  const { call_id: callId, message = '', text = message } = status
  const outcome = ENDS[status.status]
  const at = findStep(steps, tool, status)
  if (outcome === undefined) {
    const begun = steps[at] ?? newStep(tool, now, callId)
    const next = { ...begun, progress: message.startsWith('🔧') ? begun.progress : text }
    return at < 0 ? [...steps, next] : steps.with(at, next)
  }
  const ended = { tool, progress: '', elapsedMs: status.elapsed_ms, outcome, isOver: true, reason: '' }
  const step = { ...(steps[at] ?? newStep(tool, now, callId)), ...ended }
  return at < 0 ? [...steps, step] : steps.with(at, step)
}

/** -1: it is a new one. */
function findStep(steps: readonly Step[], tool: string, status: StreamStatus): number {
  if (status.call_id !== undefined) return steps.findIndex(({ callId }) => callId === status.call_id)
  if (BEGINNINGS.has(status.status)) return -1
  const named = steps.findIndex((step) => step.tool === tool && !step.isOver)
  // A part begins in one wording and ends in another: then the first that still runs has ended.
  return named < 0 && status.parent !== undefined ? steps.findIndex((step) => !step.isOver) : named
}

/** An assistant in the prompt runs under its tool's name, one on call under its function's. */
function findParent(steps: readonly Step[], parent: string, callId: string | undefined): number {
  const called = callId === undefined ? -1 : steps.findIndex((step) => step.callId === callId)
  if (called >= 0) return called
  const running = steps.findLastIndex(({ tool, isOver }) => tool === parent && !isOver)
  if (running >= 0) return running
  const injected = steps.findLastIndex(({ tool, isOver }) => tool === 'assistant' && !isOver)
  return injected >= 0 ? injected : steps.findLastIndex(({ tool }) => tool === parent)
}

/** The server names a part only in its line: `✅ Knowledge base completed`. */
const PART = /^\P{L}*(?:Calling )?(.+?)(?: completed| failed| was denied|…)?$/u

function partName({ tool, message = '' }: StreamStatus, parent: string): string {
  if (tool && tool !== parent) return tool
  return PART.exec(message.trim())?.[1] ?? parent
}
