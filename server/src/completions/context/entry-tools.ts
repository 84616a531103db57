import { type Message, say, type ToolEntry } from '@bellwether/wire'
import type { ToolRegistry } from '../../tools/registry.ts'
import { readSettings } from '../../tools/safe-tool-queries.ts'
import type { LeftOut } from '../tools/called-tools.ts'
import type { InjectedTool } from './injected-tool.ts'
import { findCycle, placeholdersIn } from './tool-order.ts'

/** The tools of a multi-tool assistant that run before the model. Tools that can't run are skipped and noted. */
export function entryTools(
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
  leaveOut: (tool: LeftOut) => void,
): InjectedTool[] {
  const ready = entries.flatMap((entry) => {
    if (!entry.enabled || entry.use !== 'inject') return []
    const injected = toInjected(entry, entries, tools)
    if (!('code' in injected)) return [injected]
    leaveOut({ tool: entry.type, use: 'inject', reason: injected })
    return []
  })
  const cycle = new Set(findCycle(ready))
  return ready.filter(({ tool, placeholder }) => {
    if (!cycle.has(placeholder)) return true
    leaveOut({ tool: tool.name, use: 'inject', reason: say('reasons.cycle') })
    return false
  })
}

/** Returns the reason if the tool can't run. */
function toInjected(
  entry: ToolEntry,
  all: readonly ToolEntry[],
  tools: ToolRegistry,
): InjectedTool | Message {
  const tool = tools.find(entry.type)
  if (!tool) return say('reasons.not_installed')
  if (!tool.inject) return say('reasons.only_on_call')
  const placeholder = placeholderOf(entry, tools) ?? tool.inject.placeholder
  const after = waitsFor(entry, all, tools)
  const entryOf = (config: unknown): InjectedTool => ({
    tool,
    config,
    placeholder,
    after,
    timeoutMs: entry.timeout_ms,
    needsApproval: entry.approval === 'ask',
  })
  // Settings that contain another tool's placeholder are checked after it is filled.
  if (after.length > 0) return entryOf(entry.config)
  const config = readSettings(tool, entry.config)
  return config ? entryOf(config.data) : say('reasons.settings_invalid')
}

/** LAMB's prompt processors get passages separated by blank lines, as in LAMB, unless an entry asks for numbers. */
export const withBarePassages = (entries: readonly ToolEntry[], tools: ToolRegistry): ToolEntry[] =>
  entries.map((entry) =>
    entry.use === 'inject' &&
    entry.config['numbered'] === undefined &&
    tools.find(entry.type)?.category === 'knowledge'
      ? { ...entry, config: { ...entry.config, numbered: false } }
      : entry,
  )

/** The placeholder that an entry fills; undefined if its tool is unknown. */
export const placeholderOf = (entry: ToolEntry, tools: ToolRegistry): string | undefined =>
  entry.placeholder ?? tools.find(entry.type)?.inject?.placeholder

/** Whether the entries fill more than a classic assistant's `{context}`. */
export const fillsMoreThanContext = (entries: readonly ToolEntry[], tools: ToolRegistry): boolean =>
  entries.some(
    (entry) => entry.enabled && entry.use === 'inject' && placeholderOf(entry, tools) !== 'context',
  )

/** The placeholders of other enabled entries that this entry's settings contain. */
export function waitsFor(entry: ToolEntry, all: readonly ToolEntry[], tools: ToolRegistry): string[] {
  if (tools.find(entry.type)?.readsOwnPlaceholders) return []
  const filledNames = new Set(
    all
      .filter((other) => other.enabled && other.use === 'inject')
      .map((injected) => placeholderOf(injected, tools)),
  )
  return [...new Set(placeholdersIn(entry.config))].filter((name) => filledNames.has(name))
}
