import type { ToolStepNote } from '../modules/traces/index.ts'
import type { Caller } from '../platform/caller.ts'
import { isAppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Tool, ToolEvent, ToolOutput } from '../tools/tool.ts'
import { endStep } from './completion-record.ts'
import { withoutWords } from './error-without-words.ts'

/** On whose behalf, for whom, and until when tools run in one completion. */
export interface ToolScope {
  caller: Caller
  endUser: string | undefined
  assistant: { id: number; ownerId: number; organizationId: number }
  signal: AbortSignal
  log: Log
  /** Longest time one tool may take before the answer goes on without it, unless its entry says otherwise. */
  toolTimeoutMs: number
  /** The answer that all of this is part of. */
  traceId: string
  /** Told what a tool tells while it runs; absent where nobody watches. */
  tell?: ((event: ToolEvent) => void) | undefined
}

/** One tool, ready to run. */
export interface Invocation {
  tool: Tool
  config: unknown
  input: unknown
  timeoutMs: number | undefined
}

/**
 * The one guarded entry through which every tool runs, injected or called. One of the four places that catch: a tool that breaks or
 * takes too long is a failed output, in safe words. How it went is written into `step`. The log never has a reason or a message: they may
 * repeat what a student or a document said.
 */
export async function invokeTool(
  { tool, config, input, timeoutMs }: Invocation,
  scope: ToolScope,
  step: ToolStepNote,
): Promise<ToolOutput> {
  const { caller, endUser, assistant, log } = scope
  let limit: ReturnType<typeof createLimit> | undefined
  const limited = () => {
    limit ??= createLimit(scope.signal, timeoutMs ?? scope.toolTimeoutMs)
    return limit
  }
  step.begun = performance.now()
  try {
    const run = tool.run({
      config,
      input,
      caller,
      endUser,
      assistant,
      traceId: scope.traceId,
      emit: scope.tell ?? tellNobody,
      get signal() {
        return limited().signal
      },
    })
    const output = run instanceof Promise ? await Promise.race([run, limited().reached]) : run
    if (output.ok) {
      step.outputLength = output.content.length
      step.sources = output.sources.length
      endStep(step, 'ok')
    } else {
      log.warn({ tool: tool.name, assistant: assistant.id }, 'tool brought nothing')
      endStep(step, 'failed', output.reason)
    }
    return output
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason
    log.error({ ...withoutWords(error), tool: tool.name, assistant: assistant.id }, 'tool failed')
    const isLate = limit?.signal.aborted === true
    const reason = isLate ? 'it took too long' : isDenial(error) ? 'it is not allowed' : 'it failed'
    endStep(step, isLate ? 'timeout' : isDenial(error) ? 'denied' : 'failed', reason)
    return { ok: false, reason }
  } finally {
    limit?.clear()
  }
}

const tellNobody = (): void => undefined

const isDenial = (error: unknown): boolean => isAppError(error) && error.code === 'forbidden'

/** Ends a tool that takes too long, or whose reader has left. */
function createLimit(outer: AbortSignal, milliseconds: number) {
  const controller = new AbortController()
  const onAbort = () => controller.abort(outer.reason)
  const timer = setTimeout(
    () => controller.abort(new Error(`took longer than ${milliseconds / 1000} s`)),
    milliseconds,
  )
  if (outer.aborted) onAbort()
  else outer.addEventListener('abort', onAbort, { once: true })
  const reached = new Promise<never>((_resolve, reject) => {
    if (controller.signal.aborted) reject(controller.signal.reason)
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  // A tool may end in time: then nobody waits for this any more.
  reached.catch(() => undefined)
  return {
    signal: controller.signal,
    reached,
    clear(): void {
      clearTimeout(timer)
      outer.removeEventListener('abort', onAbort)
    },
  }
}
