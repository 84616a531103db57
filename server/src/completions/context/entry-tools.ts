import type { ToolEntry } from '@bellwether/wire'
import type { ToolRegistry } from '../../tools/registry.ts'
import { readSettings } from '../../tools/safe-tool-queries.ts'
import type { LeftOut } from '../tools/left-out.ts'
import type { InjectedTool } from './injected-tool.ts'
import { findCircle, placeholdersIn } from './tool-order.ts'

/** The tools of a multi-tool assistant that run before the model. What can't run is left out and noted; the rest goes on. */
export function entryTools(
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
  leaveOut: (one: LeftOut) => void,
): InjectedTool[] {
  const ready = entries.flatMap((entry) => {
    if (!entry.enabled || entry.use !== 'inject') return []
    const made = toInjected(entry, entries, tools)
    if (typeof made !== 'string') return [made]
    leaveOut({ tool: entry.type, use: 'inject', reason: made })
    return []
  })
  const circle = new Set(findCircle(ready))
  return ready.filter(({ tool, placeholder }) => {
    if (!circle.has(placeholder)) return true
    leaveOut({ tool: tool.name, use: 'inject', reason: 'it depends on a tool that depends on it' })
    return false
  })
}

/** The reason, when it can't run. */
function toInjected(entry: ToolEntry, all: readonly ToolEntry[], tools: ToolRegistry): InjectedTool | string {
  const tool = tools.find(entry.type)
  if (!tool) return 'it is not installed'
  if (!tool.inject) return 'it can only be used on call'
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
  // Settings that wait for another tool are checked once they are filled.
  if (after.length > 0) return entryOf(entry.config)
  const config = readSettings(tool, entry.config)
  return config ? entryOf(config.data) : 'its settings are not valid'
}

/** LAMB's prompt processors get passages joined by blank lines, as LAMB gives them, unless an entry asks for numbers. */
export const withBarePassages = (entries: readonly ToolEntry[], tools: ToolRegistry): ToolEntry[] =>
  entries.map((entry) =>
    entry.use === 'inject' &&
    entry.config['numbered'] === undefined &&
    tools.find(entry.type)?.category === 'knowledge'
      ? { ...entry, config: { ...entry.config, numbered: false } }
      : entry,
  )

/** Where an entry's output goes; undefined when its tool is not known. */
export const placeholderOf = (entry: ToolEntry, tools: ToolRegistry): string | undefined =>
  entry.placeholder ?? tools.find(entry.type)?.inject?.placeholder

/** Whether there is more to fill than a classic assistant's `{context}`. */
export const fillsMoreThanContext = (entries: readonly ToolEntry[], tools: ToolRegistry): boolean =>
  entries.some(
    (entry) => entry.enabled && entry.use === 'inject' && placeholderOf(entry, tools) !== 'context',
  )

/** The placeholders of other enabled entries that stand in this entry's settings. */
export function waitsFor(entry: ToolEntry, all: readonly ToolEntry[], tools: ToolRegistry): string[] {
  if (tools.find(entry.type)?.readsOwnPlaceholders) return []
  const filled = new Set(
    all.filter((one) => one.enabled && one.use === 'inject').map((one) => placeholderOf(one, tools)),
  )
  return [...new Set(placeholdersIn(entry.config))].filter((name) => filled.has(name))
}
