import type { Source } from '@bellwether/wire'
import type { Caller } from '../platform/caller.ts'
import type { Log } from '../platform/log.ts'
import type { Tool } from '../tools/tool.ts'
import type { Insertion } from './prompt-processors/prompt-processor.ts'
import { fillSettings } from './tool-order.ts'

/** A tool of the assistant that runs before the model. */
export interface InjectedTool {
  tool: Tool
  /** Checked already, unless the tool waits for others: then placeholders in it have yet to be filled. */
  config: unknown
  placeholder: string
  /** The placeholders that this tool's settings mention: it runs after the tools that fill them. */
  after: readonly string[]
}

export interface GatherInput {
  tools: readonly InjectedTool[]
  messages: readonly { role: string; content?: unknown }[]
  question: string
  caller: Caller
  assistant: { id: number; ownerId: number; organizationId: number }
  signal: AbortSignal
  log: Log
}

/** Longest time one tool may take before the answer goes on without it. */
const TOOL_LIMIT_MS = 10_000

/**
 * Runs the injected tools side by side, those that need another's output after it. A tool that fails leaves its placeholder empty;
 * its words never reach the prompt. Results keep the order of the list.
 */
export async function gatherContext(
  input: GatherInput,
): Promise<{ insertions: Insertion[]; sources: Source[] }> {
  if (input.tools.length === 0) return { insertions: [], sources: [] }
  const running = new Map<string, Promise<Insertion>>()
  const byPlaceholder = new Map(input.tools.map((entry) => [entry.placeholder, entry]))
  // Started when first asked for, so that the order of the list does not matter. Circles were taken out when the plan was made.
  const start = (entry: InjectedTool): Promise<Insertion> => {
    let run = running.get(entry.placeholder)
    if (!run) {
      const needed = entry.after.flatMap((name) => byPlaceholder.get(name) ?? [])
      run = needed.length === 0 ? runOne(entry, input) : runAfter(entry, needed.map(start), input)
      running.set(entry.placeholder, run)
    }
    return run
  }
  const insertions = await Promise.all(input.tools.map(start))
  input.signal.throwIfAborted()
  return { insertions, sources: insertions.flatMap((insertion) => insertion.sources) }
}

async function runAfter(
  entry: InjectedTool,
  needed: Promise<Insertion>[],
  input: GatherInput,
): Promise<Insertion> {
  const found = await Promise.all(needed)
  const values = new Map(found.map(({ placeholder, content }) => [placeholder, content]))
  const config = entry.tool.config.safeParse(fillSettings(entry.config, values))
  if (config.success) return runOne({ ...entry, config: config.data }, input)
  input.log.warn({ tool: entry.tool.name, assistant: input.assistant.id }, 'filled settings are not valid')
  return { placeholder: entry.placeholder, content: '', sources: [] }
}

async function runOne({ tool, config, placeholder }: InjectedTool, input: GatherInput): Promise<Insertion> {
  const empty: Insertion = { placeholder, content: '', sources: [] }
  if (!tool.inject) return empty
  const { messages, question, caller, assistant } = input
  let limit: ReturnType<typeof createLimit> | undefined
  const limited = () => {
    limit ??= createLimit(input.signal, TOOL_LIMIT_MS)
    return limit
  }
  try {
    const run = tool.run({
      config,
      input: tool.inject.input({ messages, question }),
      caller,
      assistant,
      get signal() {
        return limited().signal
      },
    })
    const output = run instanceof Promise ? await Promise.race([run, limited().reached]) : run
    if (output.ok) return { placeholder, content: output.content, sources: output.sources }
    input.log.warn(
      { tool: tool.name, assistant: assistant.id, reason: output.reason },
      'tool brought nothing',
    )
  } catch (error) {
    input.log.error({ err: error, tool: tool.name, assistant: assistant.id }, 'tool failed')
  } finally {
    limit?.clear()
  }
  return empty
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
