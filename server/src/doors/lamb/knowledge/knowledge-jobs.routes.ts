import { lambJobListQuerySchema, lambJobSchema, lambRetryJobSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { BaseWithOwner, Given, Knowledge } from '../../../modules/knowledge/index.ts'
import { retryFile, toKnowledgeId } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { toJob } from './knowledge-records.ts'

export interface KnowledgeJobDeps {
  knowledge: Pick<Knowledge, 'bases' | 'documents'>
  publicUrl: string
}

const LAST_FAILED = { status: 'failed', limit: 5, offset: 0, sortBy: 'updated_at', descending: true } as const
const OLDEST_PROCESSING = {
  status: 'processing',
  limit: 1,
  offset: 0,
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

/** The processing status of files, in the format of LAMB's page and its knowledge server. */
function createJobs({ knowledge: { bases, documents }, publicUrl }: KnowledgeJobDeps) {
  const getBase = (caller: UserCaller, id: string): Promise<BaseWithOwner> =>
    bases.getFor(caller, 'see', toKnowledgeId(id))

  return {
    async list(caller: UserCaller, id: string, query: z.output<typeof lambJobListQuerySchema>) {
      const base = await getBase(caller, id)
      const { status, limit, offset, sort_by, sort_order } = query
      // Deleted files can't be restored.
      if (status === 'deleted') return { total: 0, items: [], limit, offset, has_more: false }
      const descending = sort_order === 'desc'
      const filter = { status, limit, offset, sortBy: SORT[sort_by], descending }
      const { files, total } = await documents.list(caller, base.id, filter)
      const items = files.map((file) => toJob(publicUrl, base, file))
      return { total, items, limit, offset, has_more: offset + items.length < total }
    },

    async get(caller: UserCaller, id: string, job: string) {
      const base = await getBase(caller, id)
      return toJob(publicUrl, base, await documents.get(caller, base.id, toKnowledgeId(job, 'Job')))
    },

    async retry(caller: UserCaller, id: string, job: string, params: Given) {
      const base = await getBase(caller, id)
      const file = await retryFile(documents, caller, base.id, toKnowledgeId(job, 'Job'), params)
      return toJob(publicUrl, base, file)
    },

    async cancel(caller: UserCaller, id: string, job: string) {
      const base = await getBase(caller, id)
      return toJob(publicUrl, base, await documents.cancel(caller, base.id, toKnowledgeId(job, 'Job')))
    },

    async status(caller: UserCaller, id: string) {
      const base = await getBase(caller, id)
      const counts = await documents.countByStatus(caller, base.id)
      const jobsOf = async (filter: Parameters<typeof documents.list>[2]) =>
        (await documents.list(caller, base.id, filter)).files.map((file) => toJob(publicUrl, base, file))
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
    },
  }
}

const tag = 'LAMB: knowledge bases'
const BASE = '/creator/knowledgebases/kb/{id}'
const params = z.object({ id: z.string().max(100) })
const ofJob = z.object({ id: z.string().max(100), job: z.string().max(100) })

/** The same endpoints for both of LAMB's URLs: its page's and its knowledge server's. */
export function createKnowledgeJobRoutes(deps: KnowledgeJobDeps, place = BASE, group = tag): Endpoint[] {
  const jobs = createJobs(deps)
  return [
    lambEndpoint({
      method: 'GET',
      path: `${place}/ingestion-jobs`,
      tag: group,
      summary: 'List ingestion jobs',
      description: 'One job per file of the knowledge base.',
      access: 'author',
      params,
      query: lambJobListQuerySchema,
      handle: ({ params, query, caller }) => jobs.list(caller, params.id, query),
    }),
    lambEndpoint({
      method: 'GET',
      path: `${place}/ingestion-jobs/{job}`,
      tag: group,
      summary: 'Get an ingestion job',
      description: 'Its status and progress.',
      access: 'author',
      params: ofJob,
      answer: lambJobSchema,
      handle: ({ params, caller }) => jobs.get(caller, params.id, params.job),
    }),
    lambEndpoint({
      method: 'POST',
      path: `${place}/ingestion-jobs/{job}/retry`,
      tag: group,
      summary: 'Retry an ingestion job',
      description: 'Processes a failed or cancelled file again, optionally with other settings.',
      access: 'author',
      params: ofJob,
      body: lambRetryJobSchema,
      bodyOptional: true,
      answer: lambJobSchema,
      handle: ({ params, body, caller }) =>
        jobs.retry(caller, params.id, params.job, { ...body.new_params, ...body.override_params }),
    }),
    lambEndpoint({
      method: 'POST',
      path: `${place}/ingestion-jobs/{job}/cancel`,
      tag: group,
      summary: 'Cancel an ingestion job',
      description: 'Stops processing the file.',
      access: 'author',
      params: ofJob,
      answer: lambJobSchema,
      handle: ({ params, caller }) => jobs.cancel(caller, params.id, params.job),
    }),
    lambEndpoint({
      method: 'GET',
      path: `${place}/ingestion-status`,
      tag: group,
      summary: 'Get the ingestion status',
      description: 'The number of files by status, and recent errors.',
      access: 'author',
      params,
      handle: ({ params, caller }) => jobs.status(caller, params.id),
    }),
  ]
}
