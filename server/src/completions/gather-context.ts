import type { Source } from '@bellwether/wire'
import type { Tool } from '../tools/tool.ts'
import type { StatusEvent } from './completion-event.ts'
import { invokeTool, type ToolScope } from './invoke-tool.ts'
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

export interface GatherInput extends ToolScope {
  tools: readonly InjectedTool[]
  messages: readonly { role: string; content?: unknown }[]
  question: string
  /** Told of each tool as it starts and ends, if the tool has something to tell. */
  emit?(status: StatusEvent): void
}

export interface Gathered {
  insertions: Insertion[]
  sources: Source[]
}

/**
 * Runs the injected tools side by side, those that need another's output after it. A tool that fails leaves its placeholder empty;
 * its words never reach the prompt. Results keep the order of the list.
 */
export async function gatherContext(input: GatherInput): Promise<Gathered> {
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
  const { messages, question, emit } = input
  const label = emit && tool.inject?.status?.(config)
  const start = performance.now()
  if (label) emit({ type: 'status', status: 'tool_start', tool: tool.name, message: label })
  const output = await invokeTool(tool, config, tool.inject?.input({ messages, question }), input)
  if (label) {
    const elapsed_ms = Math.round(performance.now() - start)
    emit(
      output.ok
        ? {
            type: 'status',
            status: 'tool_complete',
            tool: tool.name,
            message: `✅ ${tool.title} completed`,
            elapsed_ms,
          }
        : {
            type: 'status',
            status: 'tool_failed',
            tool: tool.name,
            message: `❌ ${tool.title} brought nothing`,
            elapsed_ms,
          },
    )
  }
  return output.ok
    ? { placeholder, content: output.content, sources: output.sources }
    : { placeholder, content: '', sources: [] }
}
