import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { defaultsOf, missingOf, type Schema } from '$features/schema-form/schema.ts'

/** A tool of the assistant in the form. The key stays the same when it is moved. */
export interface FormTool extends ToolEntry {
  key: number
  /** Added on this page, so its placeholder may still be renamed. */
  isNew?: boolean
}

export const schemaOf = (info: ToolInfo | undefined): Schema => (info?.config_schema ?? {}) as Schema

/** Means "no tool" in classic assistants. It is never offered. */
const NO_TOOL = 'no_rag'
export const isOffered = ({ name }: ToolInfo): boolean => name !== NO_TOOL

/** The first tool that fills this placeholder by default. Pure. */
export const toolFilling = (catalogue: readonly ToolInfo[], placeholder: string): ToolInfo | undefined =>
  catalogue.find(
    (info) => isOffered(info) && info.placeholder === placeholder && info.uses.includes('inject'),
  )

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

/** Asking another assistant takes time and money, so the model decides when to do it. */
const CALLED_BY_DEFAULT: ReadonlySet<string> = new Set(['assistant'])

/**
 * A new tool: enabled, even if a setting is missing. A second tool of the same kind gets its own placeholder. Pure.
 */
export function newEntry(
  info: ToolInfo,
  others: readonly ToolEntry[],
  catalogue: readonly ToolInfo[],
  hasModel = true,
): ToolEntry {
  const config = defaultsOf(schemaOf(info))
  const isCalled = hasModel && CALLED_BY_DEFAULT.has(info.name) && info.uses.includes('call')
  const entry: ToolEntry = {
    type: info.name,
    use: info.uses.includes('inject') && !isCalled ? 'inject' : 'call',
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
  const takenNames = takenBy(others, catalogue)
  if (placeholder === undefined || !takenNames.has(placeholder)) return tool
  return { ...tool, placeholder: freeName(info?.placeholder ?? placeholder, takenNames) }
}

/** The tool with this placeholder, or a numbered one if another tool fills it. Pure. */
export function withFreePlaceholder<T extends ToolEntry>(
  tool: T,
  name: string,
  others: readonly ToolEntry[],
  catalogue: readonly ToolInfo[],
): T {
  const free = freeName(name, takenBy(others, catalogue))
  const { placeholder: _old, ...rest } = tool
  return (findInfo(catalogue, tool.type)?.placeholder === free ? rest : { ...tool, placeholder: free }) as T
}

const takenBy = (others: readonly ToolEntry[], catalogue: readonly ToolInfo[]): ReadonlySet<string> =>
  new Set(others.flatMap((other) => placeholderOf(other, findInfo(catalogue, other.type)) ?? []))

function freeName(name: string, takenNames: ReadonlySet<string>): string {
  if (!takenNames.has(name)) return name
  let number = 2
  while (takenNames.has(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** Parses the location in an error of the server: `tools/1/config/top_k: …`. Pure. */
export function toolFault(message: string): { index: number; pointer: string; words: string } | undefined {
  const match = /^tools\/(\d+)(?:\/config)?([^:\s]*):\s*([\s\S]+)$/.exec(message)
  return match ? { index: Number(match[1]), pointer: match[2] ?? '', words: match[3] ?? '' } : undefined
}

/** The same for a setting of the assistant itself: `limits/tokens: …`. Pure. */
export function settingFault(message: string): { name: string; pointer: string; words: string } | undefined {
  const [, name, rest, words] = /^(?!tools\/)([a-z_]+)((?:\/\w+)*):\s*([\s\S]+)$/.exec(message) ?? []
  return name && words ? { name, pointer: `/${name}${rest}`, words } : undefined
}
