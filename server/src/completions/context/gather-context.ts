import { type SearchGrade, type Source, say } from '@bellwether/wire'
import { cutText, type StepNote, type ToolStepNote } from '../../modules/traces/index.ts'
import { toLine } from '../../tools/read-tool-event.ts'
import { displayName, readSettings, safeTargets } from '../../tools/safe-tool-queries.ts'
import type { Tool } from '../../tools/tool.ts'
import { withNumberedSources } from '../citations/context-parts.ts'
import { bestGrade, emitAs, gradeIn } from '../events/completion-event.ts'
import { toRunEnd } from '../events/to-status.ts'
import type { Insertion } from '../prompt-processors/prompt-processor.ts'
import { beginToolStep, endStep } from '../record/steps.ts'
import { findAsked } from '../tools/access/tool-access.ts'
import { deny, invokeTool } from '../tools/invoke-tool.ts'
import type { ToolScope } from '../tools/tool-scope.ts'
import type { InjectedTool } from './injected-tool.ts'
import { fillSettings } from './tool-order.ts'

/** In characters per tool, unless its own setting (`max_chars`) is larger. */
const MAX_OUTPUT_LENGTH = 200_000

export interface GatherInput extends ToolScope {
  tools: readonly InjectedTool[]
  messages: readonly { role: string; content?: unknown }[]
  question: string
  /** Receives a step for each tool, in the order of the list. */
  steps: StepNote[]
}

export interface Gathered {
  insertions: Insertion[]
  sources: Source[]
  /** The best grade of the searches; undefined if there was none. */
  grade?: SearchGrade | undefined
}

/**
 * Runs the injected tools in parallel, except those that need another tool's output. If a tool fails, its
 * placeholder stays empty and its error does not reach the prompt. Results keep the order of the list.
 */
export async function gatherContext(input: GatherInput): Promise<Gathered> {
  if (input.tools.length === 0) return { insertions: [], sources: [] }
  const gathered = await runAll(input)
  const insertions = withNumberedSources(gathered)
  input.signal.throwIfAborted()
  return {
    insertions,
    sources: insertions.flatMap((insertion) => insertion.sources),
    grade: bestGrade(gathered.map((insertion) => insertion.grade)),
  }
}

async function runAll(input: GatherInput): Promise<Insertion[]> {
  const [only] = input.tools
  if (only && input.tools.length === 1 && only.after.length === 0) {
    const step = toStep(only)
    input.steps.push(step)
    return [await runOne(only, input, step)]
  }
  const running = new Map<string, Promise<Insertion>>()
  const steps = new Map(input.tools.map((entry) => [entry, toStep(entry)]))
  input.steps.push(...steps.values())
  const byPlaceholder = new Map(input.tools.map((entry) => [entry.placeholder, entry]))
  // Started on first use, so the order of the list does not matter. The plan has already removed cycles.
  const start = (entry: InjectedTool): Promise<Insertion> => {
    let run = running.get(entry.placeholder)
    if (!run) {
      const prerequisites = entry.after.flatMap((name) => byPlaceholder.get(name) ?? [])
      const step = steps.get(entry) ?? toStep(entry)
      run =
        entry.after.length === 0
          ? runOne(entry, input, step)
          : runAfter(entry, prerequisites.map(start), input, step)
      running.set(entry.placeholder, run)
    }
    return run
  }
  return Promise.all(input.tools.map(start))
}

/** Records the settings as the author wrote them: filled ones may contain user text. */
const toStep = ({ tool, placeholder, config }: InjectedTool): ToolStepNote =>
  beginToolStep({ tool: tool.name, use: 'inject', name: placeholder, iteration: 0, input: config })

async function runAfter(
  entry: InjectedTool,
  prerequisites: Promise<Insertion>[],
  input: GatherInput,
  step: ToolStepNote,
): Promise<Insertion> {
  const outputs = await Promise.all(prerequisites)
  // A skipped tool leaves its placeholder empty, like one that failed.
  const values = new Map(entry.after.map((name) => [name, '']))
  for (const { placeholder, content } of outputs) values.set(placeholder, content)
  const config = readSettings(entry.tool, fillSettings(entry.config, values))
  const empty = { placeholder: entry.placeholder, content: '', sources: [] }
  if (!config) {
    input.log.warn(
      { tool: entry.tool.name, assistant: input.assistant.id },
      'tool settings are not valid after filling the placeholders',
    )
    endStep(step, 'skipped', say('reasons.filled_settings_invalid'))
    return empty
  }
  // Otherwise the author of a document could choose which of the owner's objects are read.
  const stored = readSettings(entry.tool, entry.config)
  const storedTargets = new Set(stored ? targetsIn(entry.tool, stored.data) : [])
  if (targetsIn(entry.tool, config.data).some((target) => !storedTargets.has(target))) {
    await deny(entry.tool, say('reasons.objects_from_tool'), input, step)
    return empty
  }
  return runOne({ ...entry, config: config.data }, input, step)
}

/** The stored objects named in checked settings. A tool that can't list them is refused when it runs. */
const targetsIn = (tool: Tool, config: unknown): string[] =>
  (safeTargets(tool, config) ?? []).map(({ kind, id }) => `${kind} ${id}`)

async function runOne(
  { tool, config, placeholder, timeoutMs, needsApproval }: InjectedTool,
  input: GatherInput,
  step: ToolStepNote,
): Promise<Insertion> {
  const { messages, question } = input
  const tell = input.tell && !tool.isSilent ? emitAs(`inject_${placeholder}`, input.tell) : undefined
  const label = tell && (await findAsked(input.deps.findTarget, tool, config, input))?.name
  const start = performance.now()
  let isReported = false
  // Called inside invokeTool, so that a plugin's error here fails the tool and not the answer.
  const makeInput = () => {
    const lines = tell ? statusLines(tool, config) : []
    isReported = lines.length > 0
    for (const [at, message] of lines.entries()) {
      const status = at === 0 ? 'tool_start' : 'tool_progress'
      tell?.({ type: 'status', status, tool: tool.name, message, ...(label === undefined ? {} : { label }) })
    }
    return tool.inject?.input({ messages, question })
  }
  const approval = needsApproval ? { name: displayName(tool, config) } : undefined
  const output = await invokeTool(
    { tool, config, input: makeInput, timeoutMs, approval },
    tell === input.tell ? input : { ...input, tell },
    step,
  )
  if (isReported && tell) {
    const elapsed_ms = Math.round(performance.now() - start)
    tell({
      ...toRunEnd(output.ok ? 'ok' : output.denied ? 'denied' : 'failed', tool.name, tool.title),
      elapsed_ms,
    })
  }
  if (!output.ok) return { placeholder, content: '', sources: [] }
  const content = cutText(output.content, maxOutput(config), '')
  step.cut = content !== output.content
  return { placeholder, content, sources: output.sources, grade: gradeIn(output.metadata) }
}

const MAX_STATUS_LINES = 50

/** Validates the status lines: a plugin may return anything. */
function statusLines(tool: Tool, config: unknown): string[] {
  const status: unknown = tool.inject?.status?.(config)
  const lines = (Array.isArray(status) ? status.slice(0, MAX_STATUS_LINES) : [status])
    .map(toLine)
    .filter((line) => line !== '')
  return lines.length > 0 ? lines : [`running ${toLine(tool.title)}`]
}

function maxOutput(config: unknown): number {
  const maxChars: unknown =
    typeof config === 'object' && config !== null ? Reflect.get(config, 'max_chars') : undefined
  return typeof maxChars === 'number' ? Math.max(maxChars, MAX_OUTPUT_LENGTH) : MAX_OUTPUT_LENGTH
}
