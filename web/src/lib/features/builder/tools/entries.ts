import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { defaultsOf, missingOf, type Schema } from '$features/schema-form/schema.ts'

/** A tool of the assistant in the form. The key stays when it is moved. */
export interface FormTool extends ToolEntry {
  key: number
}

export const schemaOf = (info: ToolInfo | undefined): Schema => (info?.config_schema ?? {}) as Schema

export const findInfo = (catalogue: readonly ToolInfo[], type: string): ToolInfo | undefined =>
  catalogue.find((info) => info.name === type || info.aliases.includes(type))

/** Where a tool's output goes. Undefined: it is only called. Pure. */
export const placeholderOf = (
  tool: Pick<ToolEntry, 'use' | 'placeholder'>,
  info: ToolInfo | undefined,
): string | undefined =>
  tool.use === 'inject' ? (tool.placeholder ?? info?.placeholder ?? undefined) : undefined

/** The name under which the model calls it, as far as its settings say. Pure. */
export function functionOf(tool: Pick<ToolEntry, 'type' | 'config'>, info: ToolInfo | undefined): string {
  const { assistant_id: assistant, name, tool: remote } = tool.config
  if (info?.name === 'assistant') return assistant ? `call_assistant_${assistant}` : 'call_assistant'
  if (info?.name === 'mcp') return String(name ?? remote ?? info.function_name)
  return info?.function_name ?? tool.type
}

const LEADING: ReadonlySet<string> = new Set(['agent', 'orchestrator'])

/** What its tools make of an assistant, as the server sees it: the badge that people see and filter by. Pure. */
export function typeOf(tools: readonly ToolEntry[], written: string): string {
  const enabled = tools.filter((tool) => tool.enabled)
  if (enabled.some(({ config }) => config['workspace_id'] !== undefined)) return 'agent'
  if (enabled.some(({ type }) => type === 'assistant')) return 'orchestrator'
  return written === '' || LEADING.has(written) ? 'multi_tool' : written
}

/** Required settings that are missing. Pure. */
export const missingIn = (tool: Pick<ToolEntry, 'config'>, info: ToolInfo | undefined): string[] =>
  missingOf(schemaOf(info), tool.config)

/** A tool as it is added: switched on, even where a setting is still missing. A second one of the kind fills a placeholder of its own. Pure. */
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

/** The tool as it is, or with a placeholder of its own where one of the others fills the same. Pure. */
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

/** What a saved fault is about: `tools/1/config/top_k: …` of the server. Pure. */
export function toolFault(message: string): { index: number; pointer: string; words: string } | undefined {
  const found = /^tools\/(\d+)(?:\/config)?([^:\s]*):\s*([\s\S]+)$/.exec(message)
  return found ? { index: Number(found[1]), pointer: found[2] ?? '', words: found[3] ?? '' } : undefined
}
