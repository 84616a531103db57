import { type Message, readMessage, rubricEvaluationSchema, say, textOf } from '@bellwether/wire'
import type { ToolStepNote } from '../../modules/traces/index.ts'
import { isAppError } from '../../platform/errors.ts'
import { createToolEmitter } from '../../tools/read-tool-event.ts'
import { readToolOutput } from '../../tools/read-tool-output.ts'
import type { Tool, ToolOutput } from '../../tools/tool.ts'
import { gradeIn } from '../events/completion-event.ts'
import { endStep } from '../record/steps.ts'
import { skipsAccessCheck, validateToolAccess } from './access/tool-access.ts'
import { LimitedRun, RunLimit } from './limited-run.ts'
import type { ToolScope } from './tool-scope.ts'

/** A tool that is ready to run. */
export interface Invocation {
  tool: Tool
  config: unknown
  /** The input, or a function that creates it. */
  input: unknown
  timeoutMs: number | undefined
  /** Set if the person must approve the run first. `name` is shown to them. */
  approval?: { name: string } | undefined
}

/**
 * Runs a tool, injected or called. A tool that throws or times out gives a failed output with a safe message.
 * The result is written into `step`. Reasons and error messages are never logged, because they may quote a
 * student or a document.
 */
export async function invokeTool(
  invocation: Invocation,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput> {
  step.begun = performance.now()
  try {
    return await runIfAllowed(invocation, scope, step)
  } catch (error) {
    return toFailure(error, invocation.tool, scope, step, false)
  }
}

async function runIfAllowed(
  invocation: Invocation,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput> {
  const { tool, config, approval } = invocation
  const input = typeof invocation.input === 'function' ? invocation.input() : invocation.input
  if (!skipsAccessCheck(tool, config)) {
    const refusal = await refuse(invocation, scope, step)
    if (refusal) return refusal
  }
  if (!approval) return run({ ...invocation, input }, scope, step)
  const verdict = await scope.deps.askApproval({ tool, config, input, name: approval.name }, scope)
  if (!verdict.approved) return deny(tool, verdict.reason, scope, step)
  step.begun = performance.now()
  // The approval may have taken minutes, and access may have been revoked since.
  const refusal = await refuse(invocation, scope, step)
  return refusal ?? run({ ...invocation, input: verdict.input }, scope, step)
}

async function refuse(
  { tool, config }: Invocation,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput | undefined> {
  const access = await validateToolAccess(scope.deps.findTarget, tool, config, scope)
  if (!access.allowed) return deny(tool, access.reason, scope, step)
  if (access.dataOf.length > 0) step.dataOf = access.dataOf
  if (access.asked) step.label = access.asked.name
  return undefined
}

/** Returns the refusal to the model and writes it to the audit log and the trace. */
export async function deny(
  tool: Tool,
  message: string | Message,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput> {
  const reason = textOf(message)
  const { caller, endUser, assistant, traceId } = scope
  scope.log.warn({ tool: tool.name, assistant: assistant.id }, 'tool denied')
  await scope.deps.noteDenial({ caller, endUser, assistant, traceId, tool: tool.name, reason: message })
  endStep(step, 'denied', message)
  return { ok: false, reason, denied: true }
}

async function run(
  { tool, config, input, timeoutMs }: Invocation,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput> {
  const { assistant, log } = scope
  const limit = new RunLimit(scope.signal, timeoutMs ?? tool.timeoutMs ?? scope.toolTimeoutMs)
  const emitter = createToolEmitter(tool, scope.tell)
  try {
    const call = new LimitedRun(config, input, scope, emitter.emit, limit)
    // A plugin may copy its fields.
    const running: unknown = tool.run(tool.isPlugin ? { ...call, signal: call.signal } : call)
    const returned = isThenable(running) ? await Promise.race([running, limit.reached]) : running
    const output = readToolOutput(tool, returned)
    if (output.ok) {
      step.outputLength = output.content.length
      step.sources = output.sources.length
      if (output.within) step.within = output.within
      const counts = countsIn(output.metadata)
      if (counts) step.metadata = counts
      const evaluation = evaluationIn(tool, output.metadata)
      if (evaluation) step.evaluation = evaluation
      endStep(step, 'ok', noteOf(output.metadata))
      return output
    }
    if (output.denied) return deny(tool, output.message ?? output.reason, scope, step)
    const why = output.detail ?? output.message ?? output.reason
    // Only the code: the text may quote another server.
    const code = typeof why === 'string' ? undefined : why.code
    log.warn({ tool: tool.name, assistant: assistant.id, code }, 'tool returned no output')
    endStep(step, 'failed', why)
    return output
  } catch (error) {
    return toFailure(error, tool, scope, step, limit.isOver)
  } finally {
    emitter.close()
    limit.clear()
  }
}

/** A plugin may use another library's promises. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  value instanceof Promise ||
  (typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function')

async function toFailure(
  error: unknown,
  tool: Tool,
  scope: ToolScope,
  step: ToolStepNote,
  isLate: boolean,
): Promise<ToolOutput> {
  if (scope.signal.aborted) throw scope.signal.reason
  if (isDenial(error)) return deny(tool, say('reasons.forbidden'), scope, step)
  const { id } = scope.assistant
  if (isLate) scope.log.warn({ tool: tool.name, assistant: id }, 'tool timed out')
  else scope.log.error({ ...redactError(error), tool: tool.name, assistant: id }, 'tool failed')
  const reason = say(isLate ? 'reasons.timeout' : 'reasons.failed')
  endStep(step, isLate ? 'timeout' : 'failed', reason)
  return { ok: false, reason: reason.text }
}

const MAX_COUNTS = 10

/** Keeps only numbers, flags and the grade of a search, because texts may quote a document. Undefined if there are none. */
function countsIn(metadata: Record<string, unknown> | undefined): ToolStepNote['metadata'] {
  const grade = gradeIn(metadata)
  const counts = Object.entries(metadata ?? {})
    .filter((entry): entry is [string, number | boolean] => ['number', 'boolean'].includes(typeof entry[1]))
    .slice(0, MAX_COUNTS)
  if (counts.length === 0 && !grade) return undefined
  return { ...Object.fromEntries(counts), ...(grade ? { grade } : {}) }
}

const evaluationIn = (tool: Tool, metadata: Record<string, unknown> | undefined) =>
  tool.name === 'rubric_eval' ? rubricEvaluationSchema.safeParse(metadata).data : undefined

/** The tool's own note for the trace. */
const noteOf = (metadata: Record<string, unknown> | undefined): string | Message | null =>
  readMessage(metadata?.['note']) ?? null

const isDenial = (error: unknown): boolean => isAppError(error) && error.code === 'forbidden'

/** An error for the log: its type and stack, without the message, which may contain user text or a key. */
function redactError(error: unknown): { error: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error }
  const code: unknown = Reflect.get(error, 'code')
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at \S/.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
  return { error: error.name, ...(typeof code === 'string' ? { code } : {}), at }
}
