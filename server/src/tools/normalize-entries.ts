import { type ToolEntry, toolTimeoutSchema } from '@bellwether/wire'
import { isObject } from '../platform/is-object.ts'
import type { ToolRegistry } from './registry.ts'

type Json = Record<string, unknown>
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Fields of an entry that are not settings of its tool, in any of the older formats. */
const NOT_SETTINGS = new Set([
  'type',
  'plugin',
  'use',
  'enabled',
  'placeholder',
  'name',
  'description',
  'timeout_ms',
  'approval',
  'config',
])

/**
 * Entries of these kinds are functions for the model, in the format that lists other assistants and
 * knowledge bases by id.
 */
const CALLED_KINDS = new Set(['assistant', 'assistant_tool', 'knowledge_base', 'kb_query'])

export interface NormalizedEntries {
  entries: ToolEntry[]
  /** Indexes of entries that could not be read. */
  unreadable: number[]
}

/**
 * Converts every format of an assistant's tools to the current one: a bare name, `{type, enabled, config}`,
 * `{type: 'assistant', assistant_id, …}`, `{plugin, placeholder, enabled, config}`, with settings inside
 * `config` or beside it. Unknown types are kept, because a plugin may be missing only temporarily. Pure.
 */
export function normalizeEntries(
  tools: readonly unknown[],
  registry: Pick<ToolRegistry, 'find'>,
): NormalizedEntries {
  const entries: ToolEntry[] = []
  const unreadable: number[] = []
  tools.forEach((raw, index) => {
    const entry = typeof raw === 'string' ? fromName(raw) : isObject(raw) ? fromObject(raw) : undefined
    if (entry) entries.push({ ...entry, type: registry.find(entry.type)?.name ?? entry.type })
    else unreadable.push(index)
  })
  return { entries, unreadable }
}

function fromName(name: string): ToolEntry | undefined {
  if (name.trim() === '') return undefined
  const { type, config } = toKnownType(name.trim(), {})
  return { type, use: 'call', enabled: true, config }
}

function fromObject(entry: Json): ToolEntry | undefined {
  const type = textOf(entry['plugin']) || textOf(entry['type'])
  if (type === '') return undefined
  const placeholder = textOf(entry['placeholder']).replace(/^\{|\}$/g, '')
  const name = textOf(entry['name'])
  const description = textOf(entry['description'])
  const timeout = toolTimeoutSchema.safeParse(entry['timeout_ms'])
  const beside = Object.fromEntries(Object.entries(entry).filter(([field]) => !NOT_SETTINGS.has(field)))
  const config = { ...beside, ...(isObject(entry['config']) ? entry['config'] : {}) }
  const resolved = toKnownType(type, config)
  // The order is fixed, so that the stored text only changes if a value does.
  return {
    type: resolved.type,
    use:
      entry['use'] === 'call' || entry['use'] === 'inject'
        ? entry['use']
        : CALLED_KINDS.has(type)
          ? 'call'
          : 'inject',
    enabled: entry['enabled'] !== false,
    ...(placeholder ? { placeholder } : {}),
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
    ...(timeout.success ? { timeout_ms: timeout.data } : {}),
    ...(entry['approval'] === 'ask' ? { approval: 'ask' as const } : {}),
    config: resolved.config,
  }
}

/** A knowledge base listed by id becomes a search of that knowledge base. */
function toKnownType(type: string, config: Json): Pick<ToolEntry, 'type' | 'config'> {
  if (type !== 'knowledge_base' && type !== 'kb_query') return { type, config }
  const { kb_id: id, ...rest } = config
  const collections = Array.isArray(rest['collections'])
    ? rest['collections']
    : id === undefined
      ? []
      : [String(id)]
  return { type: 'simple_rag', config: { ...rest, collections } }
}
