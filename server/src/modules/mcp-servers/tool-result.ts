import { isObject } from '../../platform/is-object.ts'

/** The result of a call as sent by a server; only the fields that are used here. */
export interface ToolResult {
  content?: readonly ContentPart[] | undefined
  structuredContent?: Record<string, unknown> | undefined
  isError?: boolean | undefined
}

interface ContentPart {
  type: string
  text?: unknown
  uri?: unknown
  name?: unknown
  resource?: unknown
}

/**
 * The text of a result: text unchanged, structured content as JSON, and a note for images and audio. Servers send the
 * same content in both ways, for clients that only know one: it is written once. Pure.
 */
export function toResultText({ content = [], structuredContent: structured }: ToolResult): string {
  const texts = content.flatMap((part) => toText(part) ?? [])
  const note = noteOf(content)
  const fields = Object.values(structured ?? {})
  const sent = new Set(content.flatMap((part) => [toJson(part), ...formsOf(toText(part))]))
  const isSent = (value: unknown) => sent.has(toJson(value))
  const isRepeated = isSent(structured) || fields.every((field) => isSent(field) || isListOf(field, isSent))
  if (!structured || isRepeated) return [...texts, ...note].join('\n\n')
  const told = new Set([structured, ...fields, ...fields.flatMap(listed)].map(toJson))
  const others = texts.filter((text) => !formsOf(text).some((form) => told.has(form)))
  return [...others, JSON.stringify(structured, withoutMedia), ...note].join('\n\n')
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? ''
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isListOf = (value: unknown, matches: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(matches)

/** A text as structured content may have it: as it is, or as what its JSON means. */
function formsOf(text: string | undefined): string[] {
  if (text === undefined) return []
  try {
    return [toJson(text), toJson(JSON.parse(text))]
  } catch {
    return [toJson(text)]
  }
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio'])

/** Base64 would fill the context of a model, which can't read it. */
const withoutMedia = (_name: string, value: unknown): unknown =>
  isObject(value) && MEDIA.has(value['type']) && typeof value['data'] === 'string'
    ? { ...value, data: '[left out]' }
    : value

function toText(part: ContentPart): string | undefined {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  if (part.type === 'resource_link') return `${String(part.name ?? 'resource')}: ${String(part.uri ?? '')}`
  if (part.type !== 'resource' || typeof part.resource !== 'object' || part.resource === null)
    return undefined
  const text: unknown = Reflect.get(part.resource, 'text')
  return typeof text === 'string' ? text : undefined
}

function noteOf(content: readonly ContentPart[]): string[] {
  const left = new Map<string, number>()
  for (const part of content) {
    if (toText(part) !== undefined) continue
    const kind = MEDIA.has(part.type) ? part.type : 'other part'
    left.set(kind, (left.get(kind) ?? 0) + 1)
  }
  if (left.size === 0) return []
  return [`[left out: ${[...left].map(([kind, count]) => `${count} × ${kind}`).join(', ')}]`]
}
