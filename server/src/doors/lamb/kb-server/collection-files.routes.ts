import { lambJobListQuerySchema, say } from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { toZonedIso } from '../iso-time.ts'
import { listFiles, toJob } from '../knowledge/knowledge-records.ts'
import { idOf, lambGroup } from '../lamb-endpoint.ts'
import { collections, group, type KbServerDeps, ofCollection, params } from './kb-server.ts'

/** A response is built in memory. */
const MAX_CHARACTERS = 2_000_000

const file = { file: idOf('File') }
const ofFile = lambGroup({
  ...collections,
  base: `${collections.base}/{id}/files/{file}`,
  params: params.extend(file),
})
const byNumber = lambGroup({ ...group, params: z.object(file) })

/** Lists the files of a collection, and finds files by id alone. */
export function createCollectionFileRoutes({ publicUrl, knowledge }: KbServerDeps): Endpoint[] {
  const { documents, bases } = knowledge

  /** The services check access: a missing file and a hidden one are refused with the same message. */
  const placeOf = async (file: number): Promise<[base: number, file: number]> => [
    (await documents.findBaseOf(file)) ?? 0,
    file,
  ]

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

  return [
    ofCollection('GET', '/files', 'List the files of a collection', {
      query: lambJobListQuerySchema.pick({ status: true }),
      async handle({ params: { id }, query: { status }, caller }) {
        const base = await bases.getFor(caller, 'see', id)
        if (status === 'deleted') return []
        return (await listFiles(knowledge, caller, id, status)).map((file) => toJob(publicUrl, base, file))
      },
    }),
    ofFile('DELETE', '', 'Delete a file of a collection', {
      async handle({ params, caller }) {
        const file = await documents.remove(caller, params.id, params.file)
        return {
          file_id: file.id,
          collection_id: params.id,
          deleted_embeddings: file.chunk_count,
          removed_files: file.stored_path === null || file.source_url !== null ? 0 : 1,
          status: 'deleted',
        }
      },
    }),
    byNumber('PUT', '/collections/files/{file}/status', 'Set the status of a file', {
      description:
        '`deleted` deletes the file, `cancelled` stops processing it, `pending` processes it again. The current status changes nothing, and neither does `completed` for a file that is still being processed.',
      query: z.object({ status: z.string().max(50) }),
      async handle({ params, query: { status }, caller }) {
        const file = await setStatus(caller, await placeOf(params.file), status)
        const base = await bases.getFor(caller, 'see', file.knowledge_base_id)
        const shownStatus = status === 'completed' ? file.status : status
        return { ...toJob(publicUrl, base, file), file_id: file.id, status: shownStatus }
      },
    }),
    byNumber('GET', '/files/{file}/content', 'Get the text of a file', {
      description: 'At most two million characters; `next` is the `start` of the rest.',
      query: z.object({ start: z.coerce.number().int().min(0).max(1_000_000_000).default(0) }),
      async handle({ params, query: { start }, caller }) {
        const place = await placeOf(params.file)
        const file = await documents.get(caller, ...place)
        const end = Math.min(start + MAX_CHARACTERS, file.character_count)
        return {
          file_id: file.id,
          original_filename: file.name,
          content: await documents.text(caller, ...place, { start, end }),
          ...(end < file.character_count ? { next: end } : {}),
          content_type: 'markdown',
          chunk_count: file.chunk_count,
          timestamp: toZonedIso(file.finished_at ?? file.updated_at),
        }
      },
    }),
  ]
}
