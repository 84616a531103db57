import { knowledgeUploadSchema, lambIngestBaseSchema, lambIngestFileSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import {
  addFiles,
  addRemote,
  receiveFiles,
  requireFile,
  toKnowledgeId,
  toSkipped,
} from '../../../modules/knowledge/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

const BASE = '/creator/knowledgebases/kb/{id}'
const tag = 'LAMB: knowledge bases'
const params = z.object({ id: z.string().max(100) })
const ingestFields = lambIngestFileSchema.omit({ file: true })

/** Adds files to a knowledge base, in LAMB's format. */
export function createKnowledgeFileRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  return [
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/files`,
      tag,
      summary: 'Upload files to a knowledge base',
      description:
        'One `files` field per file. They are listed immediately and processed one after the other.',
      access: 'author',
      params,
      form: knowledgeUploadSchema,
      async handle({ params, caller, exchange }) {
        const id = toKnowledgeId(params.id)
        const form = await receiveFiles(knowledge, caller, id, exchange, z.unknown())
        // LAMB's command line sends other settings too, which LAMB ignores.
        const added = await addFiles(knowledge, caller, id, form.files, 'simple_ingest', {})
        const { files } = added
        return {
          uploaded_files: files.map((file) => ({
            id: String(file.id),
            filename: file.name,
            size: file.size,
            content_type: file.content_type,
            status: 'success',
            job_id: file.id,
          })),
          ...skippedOf(form, added),
          message: `${files.length} ${files.length === 1 ? 'file' : 'files'} uploaded and queued for processing`,
          knowledge_base_id: params.id,
          status: 'success',
        }
      },
    }),
    lambEndpoint({
      method: 'DELETE',
      path: `${BASE}/files/{file}`,
      tag,
      summary: 'Delete a file of a knowledge base',
      description: 'Its passages are no longer found.',
      access: 'author',
      params: z.object({ id: z.string().max(100), file: z.string().max(100) }),
      async handle({ params, caller }) {
        await knowledge.documents.remove(caller, toKnowledgeId(params.id), toKnowledgeId(params.file, 'File'))
        const message = 'File deleted successfully'
        return { kb_id: params.id, file_id: params.file, status: 'success', message }
      },
    }),
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/plugin-ingest-file`,
      tag,
      summary: 'Upload a file with a plugin',
      description: 'Each setting of the plugin is a form field.',
      access: 'author',
      params,
      form: lambIngestFileSchema,
      async handle({ params, caller, exchange }) {
        const id = toKnowledgeId(params.id)
        const form = await receiveFiles(knowledge, caller, id, exchange, ingestFields)
        requireFile(form.files)
        const { plugin_name, ...settings } = form.fields
        const added = await addFiles(knowledge, caller, id, form.files, plugin_name, settings)
        return toIngested(added, skippedOf(form, added))
      },
    }),
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/plugin-ingest-base`,
      tag,
      summary: 'Add a web page or video',
      description: 'Settings in `parameters` or `plugin_params`.',
      access: 'author',
      params,
      body: lambIngestBaseSchema,
      async handle({ params, body: { plugin_name, parameters, plugin_params }, caller }) {
        const id = toKnowledgeId(params.id)
        const settings = { ...plugin_params, ...parameters }
        const { file, ignored } = await addRemote(knowledge, caller, id, plugin_name, settings)
        return { status: 'processing', job_id: file.id, ignored_params: ignored }
      },
    }),
  ]
}

type Added = Awaited<ReturnType<typeof addFiles>>

/** LAMB has no such field: only where files were skipped. */
function skippedOf(...uploads: readonly Pick<Added, 'skipped'>[]) {
  const skipped = uploads.flatMap((upload) => upload.skipped)
  return skipped.length > 0 ? { skipped: skipped.map(toSkipped) } : {}
}

/** A zip archive gives several jobs. */
const toIngested = ({ files, ignored }: Added, skipped: ReturnType<typeof skippedOf>) => ({
  status: 'processing',
  job_id: files[0]?.id,
  ...(files.length > 1 ? { job_ids: files.map((file) => file.id) } : {}),
  ...skipped,
  ignored_params: ignored,
})
