import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { defaultsOf, missingOf, type Schema } from '$features/schema-form/schema.ts'

/** A tool of the assistant in the form. The key stays the same when it is moved. */
export interface FormTool extends ToolEntry {
  key: number
}

export const schemaOf = (info: ToolInfo | undefined): Schema => (info?.config_schema ?? {}) as Schema

export const findInfo = (catalogue: readonly ToolInfo[], type: string): ToolInfo | undefined =>
  catalogue.find((info) => info.name === type || info.aliases.includes(type))

/** The placeholder that a tool fills; undefined if it is only called. Pure. */
export const placeholderOf = (
  tool: Pick<ToolEntry, 'use' | 'placeholder'>,
  info: ToolInfo | undefined,
): string | undefined =>
  tool.use === 'inject' ? (tool.placeholder ?? info?.placeholder ?? undefined) : undefined

/** The function name for the model, as far as the settings determine it. Pure. */
export function functionOf(tool: Pick<ToolEntry, 'type' | 'config'>, info: ToolInfo | undefined): string {
  const { assistant_id: assistant, name, tool: remote } = tool.config
  if (info?.name === 'assistant') return assistant ? `call_assistant_${assistant}` : 'call_assistant'
  if (info?.name === 'mcp') return String(name ?? remote ?? info.function_name)
  return info?.function_name ?? tool.type
}

const LEADING: ReadonlySet<string> = new Set(['agent', 'orchestrator'])

/**
 * The type of an assistant, derived from its tools as on the server. Shown in the badge and used in filters. Pure.
 */
export function typeOf(tools: readonly ToolEntry[], written: string): string {
  const enabled = tools.filter((tool) => tool.enabled)
  if (enabled.some(({ config }) => config['workspace_id'] !== undefined)) return 'agent'
  if (enabled.some(({ type }) => type === 'assistant')) return 'orchestrator'
  return written === '' || LEADING.has(written) ? 'multi_tool' : written
}

/** Required settings that are missing. Pure. */
export const missingIn = (tool: Pick<ToolEntry, 'config'>, info: ToolInfo | undefined): string[] =>
  missingOf(schemaOf(info), tool.config)

/**
 * A new tool: enabled, even if a setting is missing. A second tool of the same kind gets its own placeholder. Pure.
 */
export function newEntry(
  info: ToolInfo,
  others: readonly ToolEntry[],
  catalogue: readonly ToolInfo[],
): ToolEntry {
  const config = defaultsOf(schemaOf(info))
  const entry: ToolEntry = {
    type: info.name,
    use: info.uses.includes('inject') ? 'inject' : 'call',
    enabled: true,
    config,
  }
  return withOwnPlaceholder(entry, others, catalogue)
}

/** The tool unchanged, or with its own placeholder if another tool fills the same one. Pure. */
export function withOwnPlaceholder<T extends ToolEntry>(
  tool: T,
  others: readonly ToolEntry[],
  catalogue: readonly ToolInfo[],
): T {
  const info = findInfo(catalogue, tool.type)
  const placeholder = placeholderOf(tool, info)
  const taken = others.map((other) => placeholderOf(other, findInfo(catalogue, other.type)))
  if (placeholder === undefined || !taken.includes(placeholder)) return tool
  return { ...tool, placeholder: freePlaceholder(info?.placeholder ?? placeholder, taken) }
}

function freePlaceholder(own: string, taken: readonly (string | undefined)[]): string {
  let number = 2
  while (taken.includes(`${own}_${number}`)) number++
  return `${own}_${number}`
}

/** Parses the location in an error of the server: `tools/1/config/top_k: …`. Pure. */
export function toolFault(message: string): { index: number; pointer: string; words: string } | undefined {
  const found = /^tools\/(\d+)(?:\/config)?([^:\s]*):\s*([\s\S]+)$/.exec(message)
  return found ? { index: Number(found[1]), pointer: found[2] ?? '', words: found[3] ?? '' } : undefined
}
