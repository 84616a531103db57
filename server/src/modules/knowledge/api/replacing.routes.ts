import {
  knowledgeFileChangesSchema,
  knowledgeFileSchema,
  replaceKnowledgeFileSchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { receiveFiles, requireFile } from '../documents/receive-files.ts'
import type { Knowledge } from '../knowledge.ts'
import { showFile } from './show-files.ts'
import { toKnowledgeId } from './shown-records.ts'

const PATH = '/knowledge-bases/{id}/files/{file}'
const tag = 'Knowledge bases'
const ofFile = z.object({ id: z.string().max(100), file: z.string().max(100) })
const noFields = z.looseObject({})
const passagesSchema = knowledgeFileChangesSchema.shape.change.unwrap().shape.passages

const idsOf = ({ id, file }: z.output<typeof ofFile>): [base: number, file: number] => [
  toKnowledgeId(id),
  toKnowledgeId(file, 'File'),
]

/** Replaces files with new versions. */
export const createReplacingRoutes = ({ knowledge }: { knowledge: Knowledge }): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: `${PATH}/original`,
    tag,
    summary: 'Replace a file',
    description:
      'Uploads a new version in the field `file`. The file keeps its id, tags and settings, and gets the name of the new version. Its old passages are found until the new version is processed; then `last_change` says what changed.',
    access: 'author',
    params: ofFile,
    form: replaceKnowledgeFileSchema,
    answer: knowledgeFileSchema,
    async handle({ params, caller, exchange }) {
      const [base, id] = idsOf(params)
      const { files, skipped } = await receiveFiles(knowledge, caller, base, exchange, noFields)
      try {
        requireFile(files)
        const [upload] = files
        if (!upload || files.length + skipped.length > 1) throw badRequest(say('knowledge.replace_one_file'))
        return await showFile(knowledge, await knowledge.documents.replace(caller, base, id, upload))
      } finally {
        for (const { received } of files) await received.discard()
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${PATH}/changes`,
    tag,
    summary: 'Get the last changes to a file’s passages',
    description:
      'Compares the passages with those before the file was last replaced, uploaded again under the same name, or fetched again from the web. `change` is null if none of these happened.',
    access: 'author',
    params: ofFile,
    answer: knowledgeFileChangesSchema,
    async handle({ params, caller }) {
      const change = await knowledge.documents.changeOf(caller, ...idsOf(params))
      if (!change || change.finished_at === null) return { change: null }
      const { finished_at: at, unchanged, changed, added, removed, passages } = change
      return {
        change: {
          at,
          unchanged,
          changed,
          added,
          removed,
          passages: passagesSchema.parse(JSON.parse(passages)),
        },
      }
    },
  }),
]
