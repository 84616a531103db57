import { knowledgeUploadSchema, lambIngestBaseSchema, lambIngestFileSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import {
  addFiles,
  addRemote,
  receiveFiles,
  requireFile,
  toSkipped,
} from '../../../modules/knowledge/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { ofBase, ofFile } from './knowledge-group.ts'

const ingestFields = lambIngestFileSchema.omit({ file: true })

/** Adds files to a knowledge base, in LAMB's format. */
export const createKnowledgeFileRoutes = ({ knowledge }: { knowledge: Knowledge }): Endpoint[] => [
  ofBase('POST', '/files', 'Upload files to a knowledge base', {
    description: 'One `files` field per file. They are listed immediately and processed one after the other.',
    form: knowledgeUploadSchema,
    async handle({ params: { id }, caller, exchange }) {
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
        knowledge_base_id: String(id),
        status: 'success',
      }
    },
  }),
  ofFile('DELETE', '', 'Delete a file of a knowledge base', {
    async handle({ params: { id, file }, caller }) {
      await knowledge.documents.remove(caller, id, file)
      const message = 'File deleted successfully'
      return { kb_id: String(id), file_id: String(file), status: 'success', message }
    },
  }),
  ofBase('POST', '/plugin-ingest-file', 'Upload a file with a plugin', {
    description: 'Each setting of the plugin is a form field.',
    form: lambIngestFileSchema,
    async handle({ params: { id }, caller, exchange }) {
      const form = await receiveFiles(knowledge, caller, id, exchange, ingestFields)
      requireFile(form.files)
      const { plugin_name, ...settings } = form.fields
      const added = await addFiles(knowledge, caller, id, form.files, plugin_name, settings)
      const { files, ignored } = added
      return {
        status: 'processing',
        job_id: files[0]?.id,
        // A zip archive gives several jobs.
        ...(files.length > 1 ? { job_ids: files.map((file) => file.id) } : {}),
        ...skippedOf(form, added),
        ignored_params: ignored,
      }
    },
  }),
  ofBase('POST', '/plugin-ingest-base', 'Add a web page or video', {
    description: 'Settings in `parameters` or `plugin_params`.',
    body: lambIngestBaseSchema,
    async handle({ params: { id }, body: { plugin_name, parameters, plugin_params }, caller }) {
      const settings = { ...plugin_params, ...parameters }
      const { file, ignored } = await addRemote(knowledge, caller, id, plugin_name, settings)
      return { status: 'processing', job_id: file.id, ignored_params: ignored }
    },
  }),
]

/** LAMB has no such field: only where files were skipped. */
function skippedOf(...uploads: readonly Pick<Awaited<ReturnType<typeof addFiles>>, 'skipped'>[]) {
  const skipped = uploads.flatMap((upload) => upload.skipped)
  return skipped.length > 0 ? { skipped: skipped.map(toSkipped) } : {}
}
