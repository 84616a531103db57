/** Names that every MCP client accepts: letters, digits and _. The number at the end is the assistant's id. Pure. */

const MAX_WORDS = 40

/** The prefix of resource URIs. */
export const BASES_URI = 'bellwether://knowledge-bases/'

export const toDocumentUri = (base: number, file: number | string): string =>
  `${BASES_URI}${base}/documents/${file}`

export function toMcpName(prefix: string, assistant: { id: number; name: string }): string {
  const words = assistant.name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_WORDS)
  return [prefix, words, assistant.id].filter((part) => part !== '').join('_')
}

/** Only the id counts: an assistant may have been renamed since. */
export function toAssistantId(prefix: string, name: string): number | undefined {
  if (prefix !== '' && !name.startsWith(`${prefix}_`)) return undefined
  const id = /(?:^|_)([1-9]\d{0,14})$/.exec(name)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** One page of a list, and where the next one starts. */
export function toPage<T extends { id: number }>(
  items: readonly T[],
  cursor: string | undefined,
  size: number,
): { page: T[]; nextCursor?: string } {
  const after = cursor === undefined ? 0 : Number(cursor)
  const rest = items.filter((item) => item.id > after).sort((a, b) => a.id - b.id)
  const page = rest.slice(0, size)
  const last = page.at(-1)
  return rest.length > page.length && last ? { page, nextCursor: String(last.id) } : { page }
}

export const isCursor = (text: string): boolean => /^\d{1,15}$/.test(text)
