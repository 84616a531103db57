import type { Caller } from '../platform/caller.ts'
import type { Log } from '../platform/log.ts'
import type { Tool, ToolOutput } from '../tools/tool.ts'

/** Longest time one tool may take before the answer goes on without it. */
const TOOL_LIMIT_MS = 10_000

/** On whose behalf, for whom, and until when tools run in one completion. */
export interface ToolScope {
  caller: Caller
  endUser: string | undefined
  assistant: { id: number; ownerId: number; organizationId: number }
  signal: AbortSignal
  log: Log
}

/**
 * The one guarded entry through which every tool runs, injected or called. One of the four places that catch: a tool that breaks or
 * takes too long is a failed output, in safe words, and its own words go to the log.
 */
export async function invokeTool(
  tool: Tool,
  config: unknown,
  input: unknown,
  scope: ToolScope,
): Promise<ToolOutput> {
  const { caller, endUser, assistant, log } = scope
  let limit: ReturnType<typeof createLimit> | undefined
  const limited = () => {
    limit ??= createLimit(scope.signal, TOOL_LIMIT_MS)
    return limit
  }
  try {
    const run = tool.run({
      config,
      input,
      caller,
      endUser,
      assistant,
      get signal() {
        return limited().signal
      },
    })
    const output = run instanceof Promise ? await Promise.race([run, limited().reached]) : run
    if (!output.ok)
      log.warn({ tool: tool.name, assistant: assistant.id, reason: output.reason }, 'tool brought nothing')
    return output
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason
    log.error({ err: error, tool: tool.name, assistant: assistant.id }, 'tool failed')
    return { ok: false, reason: limit?.signal.aborted ? 'it took too long' : 'it failed' }
  } finally {
    limit?.clear()
  }
}

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
