import { KNOWLEDGE_LIMITS, lambJobListQuerySchema, say } from '@bellwether/wire'
import * as z from 'zod'
import { textOfStretch, toKnowledgeId } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { toIso, toJob } from '../knowledge/knowledge-records.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { COLLECTION, type KbServerDeps, PREFIX, params, tag } from './kb-server.ts'

const EVERY_FILE = {
  limit: KNOWLEDGE_LIMITS.filesPerUser,
  offset: 0,
  sortBy: 'created_at',
  descending: true,
} as const
/** A document may be very long, and a response is built in memory. */
const MAX_CHARACTERS = 2_000_000

/** Lists the files of a collection, and finds files by id alone. */
export function createCollectionFileRoutes(deps: KbServerDeps): Endpoint[] {
  return [...inCollectionRoutes(deps), ...byNumberRoutes(deps)]
}

function inCollectionRoutes(deps: KbServerDeps): Endpoint[] {
  const { documents, bases } = deps.knowledge

  return [
    lambEndpoint({
      method: 'GET',
      path: `${COLLECTION}/files`,
      tag,
      summary: 'List the files of a collection',
      description: 'With the status of each.',
      access: 'author',
      params,
      query: lambJobListQuerySchema.pick({ status: true }),
      async handle({ params, query: { status }, caller }) {
        const base = await bases.getFor(caller, 'see', toKnowledgeId(params.id, 'Collection'))
        if (status === 'deleted') return []
        const { files } = await documents.list(caller, base.id, { ...EVERY_FILE, status })
        return files.map((file) => toJob(deps.publicUrl, base, file))
      },
    }),
    lambEndpoint({
      method: 'DELETE',
      path: `${COLLECTION}/files/{file}`,
      tag,
      summary: 'Delete a file of a collection',
      description: 'Its passages are no longer found.',
      access: 'author',
      params: z.object({ id: z.string().max(100), file: z.string().max(100) }),
      async handle({ params, caller }) {
        const base = toKnowledgeId(params.id, 'Collection')
        const file = await documents.remove(caller, base, toKnowledgeId(params.file, 'File'))
        return {
          file_id: file.id,
          collection_id: base,
          deleted_embeddings: file.chunk_count,
          removed_files: file.stored_path === null || file.source_url !== null ? 0 : 1,
          status: 'deleted',
        }
      },
    }),
  ]
}

/** Endpoints for files by id alone. A missing file and a hidden one are refused with the same message. */
function byNumberRoutes(deps: KbServerDeps): Endpoint[] {
  const { documents } = deps.knowledge

  /** The services check access: a missing file and a hidden one are refused with the same message. */
  async function placeOf(fileId: string): Promise<[base: number, file: number]> {
    const file = toKnowledgeId(fileId, 'File')
    return [(await documents.findBaseOf(file)) ?? 0, file]
  }

  async function setStatus(caller: UserCaller, place: [base: number, file: number], status: string) {
    if (status === 'deleted') return documents.remove(caller, ...place)
    if (status === 'cancelled') return documents.cancel(caller, ...place)
    if (status === 'pending') return documents.retry(caller, ...place)
    const file = await documents.get(caller, ...place)
    // LAMB's clients set this after a fixed wait: a document that is still being read gets there by itself.
    const isUnderWay = file.status === 'pending' || file.status === 'processing'
    if (file.status !== status && !(status === 'completed' && isUnderWay))
      throw badRequest(say('kb_server.status_invalid'))
    return file
  }

  /** Returns as much text as one response may hold, from a given character. */
  async function textOf(caller: UserCaller, base: number, file: number, from: number) {
    const stretch = { start: from, end: from + MAX_CHARACTERS }
    const passages = await documents.between(caller, base, file, stretch)
    const start = Math.max(from, passages[0]?.start_at ?? from)
    const end = Math.min(stretch.end, passages.at(-1)?.end_at ?? from)
    return { content: textOfStretch(passages, { start, end: Math.max(start, end) }), end }
  }

  return [
    lambEndpoint({
      method: 'PUT',
      path: `${PREFIX}/collections/files/{file}/status`,
      tag,
      summary: 'Set the status of a file',
      description:
        '`deleted` deletes the file, `cancelled` stops processing it, `pending` processes it again. The current status changes nothing, and neither does `completed` for a file that is still being processed.',
      access: 'author',
      params: z.object({ file: z.string().max(100) }),
      query: z.object({ status: z.string().max(50) }),
      async handle({ params, query: { status }, caller }) {
        const place = await placeOf(params.file)
        const file = await setStatus(caller, place, status)
        const base = await deps.knowledge.bases.getFor(caller, 'see', file.knowledge_base_id)
        const shownStatus = status === 'completed' ? file.status : status
        return { ...toJob(deps.publicUrl, base, file), file_id: file.id, status: shownStatus }
      },
    }),
    lambEndpoint({
      method: 'GET',
      path: `${PREFIX}/files/{file}/content`,
      tag,
      summary: 'Get the text of a file',
      description: 'At most two million characters; `next` is the `start` of the rest.',
      access: 'author',
      params: z.object({ file: z.string().max(100) }),
      query: z.object({ start: z.coerce.number().int().min(0).max(1_000_000_000).default(0) }),
      async handle({ params, query: { start }, caller }) {
        const [base, id] = await placeOf(params.file)
        const file = await documents.get(caller, base, id)
        const { content, end } = await textOf(caller, base, id, start)
        return {
          file_id: id,
          original_filename: file.name,
          content,
          ...(end === start + MAX_CHARACTERS ? { next: end } : {}),
          content_type: 'markdown',
          chunk_count: file.chunk_count,
          timestamp: toIso(file.finished_at ?? file.updated_at),
        }
      },
    }),
  ]
}
