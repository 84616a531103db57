import {
  bulkFileActionSchema,
  bulkFileResultSchema,
  knowledgeFileIdsQuerySchema,
  knowledgeFileIdsSchema,
  knowledgeTagsSchema,
  say,
  toMessageBody,
  zipKnowledgeFilesSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { ANSWERED, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { sendZip } from '../../../platform/zip/send-zip.ts'
import { writeZip } from '../../../platform/zip/write-zip.ts'
import type { Knowledge } from '../knowledge.ts'
import { showFiles } from './show-files.ts'
import { toKnowledgeId } from './shown-records.ts'

const BASE = '/knowledge-bases/{id}'
const tag = 'Knowledge bases'
const params = z.object({ id: z.string().max(100) })

const toFileIds = (ids: readonly string[]): number[] => ids.map((id) => toKnowledgeId(id, 'File'))

/** Tags, and actions on many files. */
export const createBulkRoutes = ({ knowledge }: { knowledge: Knowledge }): Endpoint[] => [
  ...createListRoutes(knowledge),
  ...createActionRoutes(knowledge),
]

const createListRoutes = ({ documents }: Knowledge): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${BASE}/tags`,
    tag,
    summary: 'List the tags of a knowledge base',
    description: 'In alphabetical order, with the number of files of each.',
    access: 'author',
    params,
    answer: knowledgeTagsSchema,
    handle: async ({ params, caller }) => ({
      tags: await documents.tagsOf(caller, toKnowledgeId(params.id)),
    }),
  }),
  endpoint({
    method: 'GET',
    path: `${BASE}/file-ids`,
    tag,
    summary: 'List file ids',
    description:
      'The ids of all files that match the filter, newest first, in one response: for bulk actions on all of them.',
    access: 'author',
    params,
    query: knowledgeFileIdsQuerySchema,
    answer: knowledgeFileIdsSchema,
    async handle({ params, query, caller }) {
      const ids = await documents.idsOf(caller, toKnowledgeId(params.id), query)
      return { ids: ids.map(String) }
    },
  }),
]

const createActionRoutes = (knowledge: Knowledge): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${BASE}/files/bulk`,
    tag,
    summary: 'Change many files',
    description:
      'Adds and removes tags, processes files again or deletes them: up to 500 files. If one of the files does not exist, or would have more than 20 tags, nothing is changed; files to be deleted that no longer exist are only reported. To rename a tag, remove it and add the new one. Files that are being processed are not processed again; their result says so.',
    access: 'author',
    params,
    body: bulkFileActionSchema,
    answer: bulkFileResultSchema,
    handle: ({ params, body, caller }) => act(knowledge, caller, toKnowledgeId(params.id), body),
  }),
  endpoint({
    answer: 'file',
    method: 'POST',
    path: `${BASE}/files/zip`,
    tag,
    summary: 'Download original files as a zip',
    description:
      'Up to 500 files and 2 GB. Documents from the web have no original file and are left out. 429 if you have two downloads in progress, 503 if the server has too many; try again after `Retry-After`.',
    access: 'author',
    params,
    body: zipKnowledgeFilesSchema,
    async handle({ params, body, caller, exchange }) {
      const { documents } = knowledge
      const files = await documents.originalsOf(caller, toKnowledgeId(params.id), toFileIds(body.ids))
      await sendZip(writeZip(files), exchange, { filename: 'files.zip', userId: caller.userId })
      return ANSWERED
    },
  }),
]

async function act(
  knowledge: Knowledge,
  caller: UserCaller,
  base: number,
  body: z.output<typeof bulkFileActionSchema>,
): Promise<z.input<typeof bulkFileResultSchema>> {
  const { documents } = knowledge
  const ids = toFileIds(body.ids)
  if (body.action === 'delete') {
    const deletedIds = await documents.removeAll(caller, base, ids)
    const missing = toMessageBody(say('knowledge.file_gone'))
    return {
      results: [...new Set(ids)].map((id) => {
        const done = deletedIds.has(id)
        return { id: String(id), done, ...(done ? {} : missing) }
      }),
    }
  }
  if (body.action === 'change_tags') {
    const files = await documents.changeTags(caller, base, ids, body)
    return { results: (await showFiles(knowledge, files)).map((file) => ({ id: file.id, done: true, file })) }
  }
  const { files, retried } = await documents.retryAll(caller, base, ids)
  const refusal = toMessageBody(say('knowledge.already_processing'))
  return {
    results: (await showFiles(knowledge, files)).map((file) => {
      const done = retried.has(Number(file.id))
      return { id: file.id, done, ...(done ? {} : refusal), file }
    }),
  }
}
