import type { StepOutcome } from '@bellwether/wire'
import type { StreamStatus } from '$lib/api'

/** One tool run of an answer. */
export interface Step {
  /** The run, if the server identifies it: two runs of one tool are two steps. */
  callId: string | undefined
  /** The tool, or the function name used by the model. */
  tool: string
  /** The name of the assistant that it asks. */
  label?: string | undefined
  /** Its current activity, in the server's words. */
  progress: string
  /** Start time, for the elapsed time. */
  startedAt: number
  elapsedMs: number | undefined
  isOver: boolean
  outcome: StepOutcome
  /** Why it returned nothing, if the server says so. */
  reason: string
  /** Steps of another assistant within this step. */
  parts: Step[]
}

/** A step as recorded in the trace. */
export interface ReportedStep extends Step {
  /** The function that the model called, or the placeholder that was filled. */
  calledAs: string
}

/** Failed or denied steps are always shown. */
export const isBad = ({ outcome }: Step): boolean =>
  outcome === 'failed' || outcome === 'denied' || outcome === 'timeout'

/** Counts the steps that ran; skipped tools are shown, but not counted. */
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
 * Applies a status to the steps. Statuses of one run share a `call_id`; without it, the end of a tool closes the step
 * that it started. Other statuses change nothing. Pure except for the clock, which tests pass.
 */
export function withStatus(steps: readonly Step[], status: StreamStatus, now = Date.now()): Step[] {
  const { parent } = status
  if (!BEGINNINGS.has(status.status) && status.status !== PROGRESS && !isEnd(status)) return [...steps]
  if (parent === undefined) return status.tool ? withStep(steps, status.tool, status, now) : [...steps]
  const index = findParent(steps, parent, status.parent_call_id)
  const within = steps[index] ?? newStep(parent, now)
  const next = { ...within, parts: withStep(within.parts, partName(status, parent), status, now) }
  return index < 0 ? [...steps, next] : steps.map((step, at) => (at === index ? next : step))
}

/** Merges the details of the trace with the parts that are only in the stream. Pure. */
export function withReport(steps: readonly Step[], reported: readonly ReportedStep[]): Step[] {
  const remaining = [...steps]
  return reported.map(({ calledAs, ...step }) => {
    const at = remaining.findIndex(({ tool }) => tool === calledAs || tool === step.tool)
    const [live] = at < 0 ? [] : remaining.splice(at, 1)
    return { ...step, label: step.label ?? live?.label, parts: live?.parts ?? [] }
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
    const current = steps[at] ?? newStep(tool, now, callId)
    const label = status.label ?? current.label
    const next = { ...current, label, progress: message.startsWith('🔧') ? current.progress : text }
    return at < 0 ? [...steps, next] : steps.with(at, next)
  }
  const ended = { tool, progress: '', elapsedMs: status.elapsed_ms, outcome, isOver: true, reason: '' }
  const step = { ...(steps[at] ?? newStep(tool, now, callId)), ...ended }
  return at < 0 ? [...steps, step] : steps.with(at, step)
}

/** -1 for a new step. */
function findStep(steps: readonly Step[], tool: string, status: StreamStatus): number {
  if (status.call_id !== undefined) return steps.findIndex(({ callId }) => callId === status.call_id)
  if (BEGINNINGS.has(status.status)) return -1
  const byName = steps.findIndex((step) => step.tool === tool && !step.isOver)
  // A part may start and end with different texts; then the first running one has ended.
  return byName < 0 && status.parent !== undefined ? steps.findIndex((step) => !step.isOver) : byName
}

/** An assistant in the prompt runs under its tool's name, one on call under its function's name. */
function findParent(steps: readonly Step[], parent: string, callId: string | undefined): number {
  const byCall = callId === undefined ? -1 : steps.findIndex((step) => step.callId === callId)
  if (byCall >= 0) return byCall
  const running = steps.findLastIndex(({ tool, isOver }) => tool === parent && !isOver)
  if (running >= 0) return running
  const injected = steps.findLastIndex(({ tool, isOver }) => tool === 'assistant' && !isOver)
  return injected >= 0 ? injected : steps.findLastIndex(({ tool }) => tool === parent)
}

/** The server names a part only in its text: `✅ Knowledge base completed`. */
const PART = /^\P{L}*(?:Calling )?(.+?)(?: completed| failed| was denied|…)?$/u

function partName({ tool, message = '' }: StreamStatus, parent: string): string {
  if (tool && tool !== parent) return tool
  return PART.exec(message.trim())?.[1] ?? parent
}
