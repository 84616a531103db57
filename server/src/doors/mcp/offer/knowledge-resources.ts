import { createHash } from 'node:crypto'
import { type Passage, placeText, say } from '@bellwether/wire'
import type { BaseWithOwner, Knowledge, KnowledgeFileRow } from '../../../modules/knowledge/index.ts'
import { textOfStretch, withoutPoorMatches } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { BASES_URI, isCursor, toDocumentUri, toPage } from './names.ts'

export type KnowledgeParts = Pick<Knowledge, 'query'> & {
  bases: Pick<Knowledge['bases'], 'listOwn' | 'listShared' | 'getFor'>
  documents: Pick<Knowledge['documents'], 'list' | 'get' | 'between'>
}

const PAGE = 100
const MAX_DOCUMENTS = 500
/** Limits for one document and for a whole knowledge base. */
const MAX_TEXT = 400_000
const DOCUMENT_TEMPLATE = `${BASES_URI}{knowledge_base}/documents/{document}`
const SEARCH_TEMPLATE = `${BASES_URI}{knowledge_base}/search{?query}`
export const TEMPLATES: readonly string[] = [DOCUMENT_TEMPLATE, SEARCH_TEMPLATE]
const URI =
  /^bellwether:\/\/knowledge-bases\/([1-9]\d{0,14})(?:\/documents\/([1-9]\d{0,14})|\/search\?query=([^&#]{1,6000}))?$/

/** Knowledge bases that the caller may see, as resources: a whole base, one document, or the results of a search. */
export function createKnowledgeResources(knowledge: KnowledgeParts) {
  const { bases, documents } = knowledge
  const readers = createReaders(knowledge)
  const { readSearch, readBase, readDocument } = readers

  return {
    async list(caller: UserCaller, cursor: string | undefined) {
      if (cursor !== undefined && !isCursor(cursor)) throw badRequest(say('mcp.no_page'))
      const { page, ...more } = toPage(await visibleBases(knowledge, caller), cursor, PAGE)
      return { resources: page.map(toResource), ...more }
    },

    templates: () => ({
      resourceTemplates: [
        {
          name: 'document',
          title: 'Document of a knowledge base',
          uriTemplate: DOCUMENT_TEMPLATE,
          mimeType: 'text/plain',
        },
        {
          name: 'search',
          title: 'Search a knowledge base',
          description: 'The passages that match a question best.',
          uriTemplate: SEARCH_TEMPLATE,
          mimeType: 'text/plain',
        },
      ],
    }),

    async read(caller: UserCaller, uri: string, signal: AbortSignal) {
      const [all, base, document, query] = URI.exec(uri) ?? []
      if (all === undefined) throw notFound('Resource')
      const id = Number(base)
      if (query !== undefined) return { contents: await readSearch(caller, id, uri, query, signal) }
      if (document === undefined) return { contents: await readBase(caller, id) }
      await bases.getFor(caller, 'use', id)
      const file = await documents.get(caller, id, Number(document))
      return { contents: [await readDocument(caller, id, file)] }
    },

    /** Differs once the content has changed. Search results can't be watched. */
    async markOf(caller: UserCaller, uri: string): Promise<string> {
      const [all, base, document, query] = URI.exec(uri) ?? []
      if (all === undefined) throw notFound('Resource')
      if (query !== undefined) throw badRequest(say('mcp.search_not_watchable'))
      const { index_version, updated_at, name, description } = await bases.getFor(caller, 'use', Number(base))
      // Times are in seconds, but two changes within one second must still differ.
      if (document === undefined) return toMark([index_version, updated_at, name, description])
      const { status, finished_at } = await documents.get(caller, Number(base), Number(document))
      return `${status}.${finished_at}`
    },
  }
}

function createReaders(knowledge: KnowledgeParts) {
  const { bases, documents } = knowledge

  async function textOf(caller: UserCaller, base: number, file: number, room: number): Promise<string> {
    const passages = await documents.between(caller, base, file, { start: 0, end: room + 1 })
    const start = passages[0]?.start_at ?? 0
    const text = textOfStretch(passages, { start, end: passages.at(-1)?.end_at ?? start })
    return text.length > room ? `${text.slice(0, room)}\n[cut: the document is longer]` : text
  }

  async function readDocument(caller: UserCaller, base: number, file: KnowledgeFileRow, room = MAX_TEXT) {
    const text = await textOf(caller, base, file.id, room)
    return { uri: toDocumentUri(base, file.id), mimeType: 'text/plain', text }
  }

  /** First the list of contents, then as many documents as fit. */
  async function readBase(caller: UserCaller, id: number) {
    const base = await bases.getFor(caller, 'use', id)
    const filter = { status: 'completed' as const, limit: MAX_DOCUMENTS, offset: 0, sortBy: 'name' as const }
    const { files, total } = await documents.list(caller, id, { ...filter, descending: false })
    const texts: Awaited<ReturnType<typeof readDocument>>[] = []
    let room = MAX_TEXT
    for (const file of files) {
      if (room <= 0) break
      const read = await readDocument(caller, id, file, room)
      room -= read.text.length
      texts.push(read)
    }
    const listing = {
      name: base.name,
      description: base.description,
      documents: total,
      listed: files.map((file, index) => ({
        uri: toDocumentUri(id, file.id),
        name: file.title || file.name,
        included: index < texts.length,
      })),
    }
    return [{ uri: BASES_URI + id, mimeType: 'application/json', text: JSON.stringify(listing) }, ...texts]
  }

  async function readSearch(
    caller: UserCaller,
    id: number,
    uri: string,
    written: string,
    signal: AbortSignal,
  ) {
    await bases.getFor(caller, 'use', id)
    const { passages } = withoutPoorMatches(
      await knowledge.query(caller, id, decode(written), { topK: 8, threshold: 0 }, signal),
    )
    return [{ uri, mimeType: 'text/plain', text: toPassageText(passages) }]
  }

  return { readSearch, readBase, readDocument }
}

/** A key that is limited to some assistants gives no access to knowledge bases. */
export async function visibleBases(
  { bases }: Pick<KnowledgeParts, 'bases'>,
  caller: UserCaller,
): Promise<BaseWithOwner[]> {
  if (caller.onlyAssistants !== null) return []
  return [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
}

const toResource = (base: BaseWithOwner) => ({
  uri: BASES_URI + base.id,
  name: base.name,
  title: base.name,
  description: base.description || `A knowledge base of ${base.owner_name}`,
  mimeType: 'application/json',
})

function decode(written: string): string {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '))
  } catch {
    throw badRequest(say('mcp.query_encoding'))
  }
}

/** A short hash of the content. */
export const toMark = (listed: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 12)

export function toPassageText(passages: readonly Passage[]): string {
  if (passages.length === 0) return 'No passage fits.'
  return passages.map((passage, index) => `[${index + 1}] ${placeOf(passage)}\n${passage.text}`).join('\n\n')
}

export const placeOf = (passage: Passage): string =>
  [passage.title, placeText(passage), passage.heading, passage.source_url ?? '']
    .filter((part) => part !== '')
    .join(' — ')
