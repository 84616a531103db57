import { lambJobListQuerySchema, lambJobSchema, lambRetryJobSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type BaseWithOwner, type Knowledge, retryFile } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { idOf, lambGroup } from '../lamb-endpoint.ts'
import { toJob } from './knowledge-records.ts'

export interface KnowledgeJobDeps {
  knowledge: Pick<Knowledge, 'bases' | 'documents'>
  publicUrl: string
}

const LAST_FAILED = { status: 'failed', limit: 5, sortBy: 'updated_at', descending: true } as const
const OLDEST_PROCESSING = {
  status: 'processing',
  limit: 1,
  sortBy: 'created_at',
  descending: false,
} as const
const STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
const SORT = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  original_filename: 'name',
  name: 'name',
  status: 'status',
  file_size: 'size',
} as const

/** Where the endpoints are: on LAMB's page and on its knowledge server, which has another word for a base. */
export interface JobPlace {
  tag: string
  access: 'author'
  base: string
  thing: string
}

/** The processing status of files. */
export function createKnowledgeJobRoutes(deps: KnowledgeJobDeps, { thing, ...group }: JobPlace): Endpoint[] {
  const { bases, documents } = deps.knowledge
  const params = z.object({ id: idOf(thing) })
  const ofBase = lambGroup({ ...group, base: `${group.base}/{id}`, params })
  const ofJob = lambGroup({
    ...group,
    base: `${group.base}/{id}/ingestion-jobs/{job}`,
    params: params.extend({ job: idOf('Job') }),
  })
  const show = async (caller: UserCaller, id: number) => {
    const base = await bases.getFor(caller, 'see', id)
    return (file: Parameters<typeof toJob>[2]) => toJob(deps.publicUrl, base, file)
  }
  return [
    ofBase('GET', '/ingestion-jobs', 'List ingestion jobs', {
      description: 'One job per file of the knowledge base.',
      query: lambJobListQuerySchema,
      async handle({ params: { id }, query, caller }) {
        const { status, limit, offset, sort_by, sort_order } = query
        const toShown = await show(caller, id)
        // Deleted files can't be restored.
        if (status === 'deleted') return { total: 0, items: [], limit, offset, has_more: false }
        const filter = { status, limit, offset, sortBy: SORT[sort_by], descending: sort_order === 'desc' }
        const { files, total } = await documents.list(caller, id, filter)
        return { total, items: files.map(toShown), limit, offset, has_more: offset + files.length < total }
      },
    }),
    ofJob('GET', '', 'Get an ingestion job', {
      answer: lambJobSchema,
      handle: async ({ params: { id, job }, caller }) =>
        (await show(caller, id))(await documents.get(caller, id, job)),
    }),
    ofJob('POST', '/retry', 'Retry an ingestion job', {
      description: 'Processes a failed or cancelled file again, optionally with other settings.',
      body: lambRetryJobSchema,
      bodyOptional: true,
      answer: lambJobSchema,
      handle: async ({ params: { id, job }, body: { new_params, override_params }, caller }) =>
        (await show(caller, id))(
          await retryFile(documents, caller, id, job, { ...new_params, ...override_params }),
        ),
    }),
    ofJob('POST', '/cancel', 'Cancel an ingestion job', {
      answer: lambJobSchema,
      handle: async ({ params: { id, job }, caller }) =>
        (await show(caller, id))(await documents.cancel(caller, id, job)),
    }),
    ofBase('GET', '/ingestion-status', 'Get the number of files by status, and recent errors', {
      handle: async ({ params: { id }, caller }) =>
        toStatus(deps, caller, await bases.getFor(caller, 'see', id)),
    }),
  ]
}

async function toStatus(
  { knowledge: { documents }, publicUrl }: KnowledgeJobDeps,
  caller: UserCaller,
  base: BaseWithOwner,
) {
  const counts = await documents.countByStatus(caller, base.id)
  const jobsOf = async (filter: typeof LAST_FAILED | typeof OLDEST_PROCESSING) =>
    (await documents.list(caller, base.id, { ...filter, offset: 0 })).files.map((file) =>
      toJob(publicUrl, base, file),
    )
  const byStatus = Object.fromEntries(STATUSES.map((status) => [status, counts.get(status) ?? 0]))
  return {
    collection_id: base.id,
    collection_name: base.name,
    total_jobs: [...counts.values()].reduce((sum, count) => sum + count, 0),
    by_status: { ...byStatus, deleted: 0 },
    currently_processing: counts.get('processing') ?? 0,
    recent_failures: await jobsOf(LAST_FAILED),
    oldest_processing_job: (await jobsOf(OLDEST_PROCESSING))[0] ?? null,
  }
}
