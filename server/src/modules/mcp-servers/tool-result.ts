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

/** The text of a result: text unchanged, structured content as JSON, and a note for images and audio. Pure. */
export function toResultText({ content = [], structuredContent }: ToolResult): string {
  const texts = content.flatMap((part) => toText(part) ?? [])
  // Servers repeat structured content as text for clients that don't support it.
  const json = structuredContent && JSON.stringify(structuredContent)
  if (json && !texts.some((text) => isSameJson(text, json))) texts.push(json)
  const left = countLeftOut(content)
  if (left) texts.push(`[left out: ${left}]`)
  return texts.join('\n\n')
}

function toText(part: ContentPart): string | undefined {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  if (part.type === 'resource_link') return `${String(part.name ?? 'resource')}: ${String(part.uri ?? '')}`
  if (part.type !== 'resource' || typeof part.resource !== 'object' || part.resource === null)
    return undefined
  const text: unknown = Reflect.get(part.resource, 'text')
  return typeof text === 'string' ? text : undefined
}

function countLeftOut(content: readonly ContentPart[]): string {
  const left = new Map<string, number>()
  for (const part of content) {
    if (toText(part) !== undefined) continue
    const kind = part.type === 'image' || part.type === 'audio' ? part.type : 'other part'
    left.set(kind, (left.get(kind) ?? 0) + 1)
  }
  return [...left].map(([kind, count]) => `${count} × ${kind}`).join(', ')
}

function isSameJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json
  } catch {
    return false
  }
}
