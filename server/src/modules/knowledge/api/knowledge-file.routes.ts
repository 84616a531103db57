import {
  addedKnowledgeFilesSchema,
  knowledgeFileListQuerySchema,
  knowledgeFileListSchema,
  knowledgeFileSchema,
  knowledgeOriginalQuerySchema,
  knowledgePassagesQuerySchema,
  knowledgePassagesSchema,
  knowledgeUploadSchema,
  retryKnowledgeFileSchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { addFiles } from '../documents/add-documents.ts'
import { findMissing, type NamedFile } from '../documents/missing-files.ts'
import { receiveFiles } from '../documents/receive-files.ts'
import { retryFile } from '../documents/retry-file.ts'
import type { Knowledge } from '../knowledge.ts'
import { sendOriginal } from '../originals/send-original.ts'
import { showFile, showFiles } from './show-files.ts'
import { toKnowledgeId, toSkipped } from './shown-records.ts'

const PATH = '/knowledge-bases/{id}/files'
const tag = 'Knowledge bases'
const params = z.object({ id: z.string().max(100) })
const ofFile = z.object({ id: z.string().max(100), file: z.string().max(100) })

const yesOrNo = z.enum(['true', 'false']).default('false')
const jsonNames = z.array(z.string())
const list = z
  .union([z.string().transform((value) => [value]), z.array(z.string())])
  .transform((values) => values.flatMap(toNames))

/** A folder with thousands of files has more names than a form may have fields, so they are sent as one JSON list. */
function toNames(value: string): readonly string[] {
  if (!value.startsWith('[')) return [value]
  try {
    return jsonNames.safeParse(JSON.parse(value)).data ?? [value]
  } catch {
    return [value]
  }
}

/** All other fields are settings of the plugin. */
const uploadFields = z
  .looseObject({
    plugin_name: z.string().max(100).default('simple_ingest'),
    sync: yesOrNo,
    delete_missing: yesOrNo,
    names: list.optional(),
  })
  .refine(({ sync, delete_missing, names }) => sync === 'true' || (delete_missing === 'false' && !names), {
    path: ['sync'],
    message: say('fields.sync_required').text,
  })

/** Finished files can be processed again, whatever the outcome. */
const ENDED = ['completed', 'failed', 'cancelled'] as const

const toNamed = ({ id, name }: NamedFile) => ({ id: String(id), name })

const idsOf = ({ id, file }: z.output<typeof ofFile>): [base: number, file: number] => [
  toKnowledgeId(id),
  toKnowledgeId(file, 'File'),
]

/** The files of a knowledge base, their progress and their passages. */
export function createKnowledgeFileRoutes(deps: { knowledge: Knowledge }): Endpoint[] {
  return [...listRoutes(deps), ...fileRoutes(deps), ...contentRoutes(deps)]
}

function listRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  const { documents } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: PATH,
      tag,
      summary: 'List files',
      description: 'With the status and progress of each.',
      access: 'author',
      params,
      query: knowledgeFileListQuerySchema,
      answer: knowledgeFileListSchema,
      async handle({ params, query: { sort_by, sort_order, limit, offset, ...condition }, caller }) {
        const filter = { ...condition, limit, offset, sortBy: sort_by, descending: sort_order === 'desc' }
        const { files, total } = await documents.list(caller, toKnowledgeId(params.id), filter)
        return { files: await showFiles(knowledge, files), total, limit, offset }
      },
    }),
    endpoint({
      method: 'POST',
      path: PATH,
      tag,
      summary: 'Upload files',
      description:
        'In the field `files`. A file of the same name is replaced once the new one is processed. Each file of a zip archive becomes a document of its own, with its folders in the name; `skipped` lists files that can’t be added, and why; the upload is only refused if that is true of all. With `sync=true`, names keep their folders and unchanged files are skipped; `missing` lists files that are no longer in the folder, and `delete_missing=true` deletes them.',
      access: 'author',
      status: 201,
      params,
      form: knowledgeUploadSchema,
      answer: addedKnowledgeFilesSchema,
      async handle({ params, caller, exchange }) {
        const id = toKnowledgeId(params.id)
        const form = await receiveFiles(knowledge, caller, id, exchange, uploadFields)
        const { plugin_name, sync, delete_missing, names, ...settings } = form.fields
        const isSync = sync === 'true'
        const options = { isSync, mayBeNone: names !== undefined }
        const added = await addFiles(knowledge, caller, id, form.files, plugin_name, settings, options)
        const skipped = [...form.skipped, ...added.skipped]
        const answer = {
          files: await showFiles(knowledge, added.files),
          unchanged: added.unchanged.map((file) => String(file.id)),
          ignored_params: added.ignored,
          skipped: skipped.map(toSkipped),
        }
        if (!isSync) return answer
        const presentNames = [...(names ?? []), ...[...added.files, ...skipped].map((file) => file.name)]
        const absent = await findMissing(documents, caller, id, presentNames, delete_missing === 'true')
        return { ...answer, missing: absent.missing.map(toNamed), deleted: absent.deleted.map(toNamed) }
      },
    }),
  ]
}

function fileRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  const { documents } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: `${PATH}/{file}`,
      tag,
      summary: 'Get a file',
      description: 'Its status and progress.',
      access: 'author',
      params: ofFile,
      answer: knowledgeFileSchema,
      handle: async ({ params, caller }) =>
        showFile(knowledge, await documents.get(caller, ...idsOf(params))),
    }),
    endpoint({
      method: 'DELETE',
      path: `${PATH}/{file}`,
      tag,
      summary: 'Delete a file',
      description: 'Its passages are no longer found.',
      access: 'author',
      params: ofFile,
      answer: knowledgeFileSchema,
      handle: async ({ params, caller }) =>
        showFile(knowledge, await documents.remove(caller, ...idsOf(params))),
    }),
    endpoint({
      method: 'POST',
      path: `${PATH}/{file}/retry`,
      tag,
      summary: 'Process a file again',
      description: 'Optionally with different settings.',
      access: 'author',
      params: ofFile,
      body: retryKnowledgeFileSchema,
      bodyOptional: true,
      answer: knowledgeFileSchema,
      handle: async ({ params, body, caller }) =>
        showFile(knowledge, await retryFile(documents, caller, ...idsOf(params), body.params ?? {}, ENDED)),
    }),
    endpoint({
      method: 'POST',
      path: `${PATH}/{file}/cancel`,
      tag,
      summary: 'Cancel processing',
      description: 'Stops processing the file.',
      access: 'author',
      params: ofFile,
      answer: knowledgeFileSchema,
      handle: async ({ params, caller }) =>
        showFile(knowledge, await documents.cancel(caller, ...idsOf(params))),
    }),
  ]
}

function contentRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  const { documents } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: `${PATH}/{file}/passages`,
      tag,
      summary: 'List the passages of a file',
      description: 'In order, with their positions.',
      access: 'author',
      params: ofFile,
      query: knowledgePassagesQuerySchema,
      answer: knowledgePassagesSchema,
      async handle({ params, query, caller }) {
        const ids = idsOf(params)
        const { chunk_count: total } = await documents.get(caller, ...ids)
        const passages = (await documents.passages(caller, ...ids, query)).map(
          ({ ordinal, start_at, end_at, page, page_end, slide, sheet, time, heading, parent, text }) => ({
            ordinal,
            start: start_at,
            end: end_at,
            page,
            page_end,
            slide,
            sheet,
            time,
            heading,
            section: parent,
            text,
          }),
        )
        return { passages, total, ...query }
      },
    }),
    endpoint({
      answer: 'file',
      method: 'GET',
      path: `${PATH}/{file}/original`,
      tag,
      summary: 'Download the original file',
      description: 'Supports the `Range` header.',
      access: 'author',
      params: ofFile,
      query: knowledgeOriginalQuerySchema,
      async handle({ params, query: { inline }, caller, exchange }) {
        const original = await documents.original(caller, ...idsOf(params))
        const isInline = inline === 'true' || inline === '1'
        return sendOriginal(exchange, original, isInline)
      },
    }),
  ]
}
