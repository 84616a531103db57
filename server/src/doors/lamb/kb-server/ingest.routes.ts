import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  KNOWLEDGE_LIMITS,
  kbServerDocumentsSchema,
  kbServerIngestFileSchema,
  kbServerIngestUrlSchema,
  lambIngestBaseSchema,
  say,
} from '@bellwether/wire'
import type * as z from 'zod'
import type { Knowledge, KnowledgeFileRow } from '../../../modules/knowledge/index.ts'
import {
  addFiles,
  addRemote,
  receiveFiles,
  receiveTexts,
  requireFile,
} from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isObject } from '../../../platform/is-object.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { toFileUrl } from '../knowledge/knowledge-records.ts'
import { type KbServerDeps, ofCollection } from './kb-server.ts'

async function toReceipt({ knowledge, publicUrl }: KbServerDeps, caller: UserCaller, file: KnowledgeFileRow) {
  const base = await knowledge.bases.getFor(caller, 'see', file.knowledge_base_id)
  return {
    collection_id: base.id,
    collection_name: base.name,
    documents_added: 0,
    success: true,
    status: 'processing',
    file_path: file.name,
    file_url: toFileUrl(publicUrl, file),
    original_filename: file.name,
    plugin_name: file.plugin_name,
    file_registry_id: file.id,
  }
}

/** Adds files, texts and web pages to a collection. */
export const createIngestRoutes = (deps: KbServerDeps): Endpoint[] => [
  ofCollection('POST', '/ingest-file', 'Upload a file', {
    description: '`plugin_params` is JSON text.',
    form: kbServerIngestFileSchema,
    async handle({ params: { id }, caller, exchange }) {
      const form = await receiveFiles(deps.knowledge, caller, id, exchange, ingestFields)
      requireFile(form.files)
      const { plugin_name, plugin_params } = form.fields
      const { files } = await addFiles(deps.knowledge, caller, id, form.files, plugin_name, plugin_params)
      const [added] = files
      if (!added) throw badRequest(say('kb_server.file_required'))
      return toReceipt(deps, caller, added)
    },
  }),
  ofCollection('POST', '/documents', 'Add texts', {
    description:
      'Texts with the same `metadata.filename` become one file, in their order. Responds when they can be found, or after 15 seconds with the status `processing`.',
    body: kbServerDocumentsSchema,
    async handle({ params: { id }, body: { documents }, caller, exchange }) {
      const { knowledge } = deps
      const files = await receiveTexts(knowledge.documents, caller, id, toTexts(documents))
      const added = await addFiles(knowledge, caller, id, files, 'simple_ingest', {})
      const base = await knowledge.bases.getFor(caller, 'see', id)
      const isRead = await waitUntilRead(knowledge.documents, caller, id, exchange.signal)
      return {
        collection_id: id,
        collection_name: base.name,
        documents_added: documents.length,
        success: true,
        status: isRead ? 'completed' : 'processing',
        file_registry_ids: added.files.map((file) => file.id),
      }
    },
  }),
  ofCollection('POST', '/ingest-url', 'Add web pages', {
    description: 'The response describes the first page; all are listed as jobs.',
    body: kbServerIngestUrlSchema,
    async handle({ params: { id }, body: { urls, plugin_name, plugin_params }, caller }) {
      const files: KnowledgeFileRow[] = []
      for (const url of urls)
        files.push((await addRemote(deps.knowledge, caller, id, plugin_name, { ...plugin_params, url })).file)
      const [first] = files
      if (!first) throw badRequest(say('kb_server.urls_required'))
      return { ...(await toReceipt(deps, caller, first)), file_registry_ids: files.map((file) => file.id) }
    },
  }),
  ofCollection('POST', '/ingest-base', 'Add a web page or video', {
    description: 'Settings in `plugin_params`.',
    body: lambIngestBaseSchema,
    async handle({ params: { id }, body: { plugin_name, parameters, plugin_params }, caller }) {
      const settings = { ...parameters, ...plugin_params }
      const { file } = await addRemote(deps.knowledge, caller, id, plugin_name, settings)
      return toReceipt(deps, caller, file)
    },
  }),
]

const ingestFields = kbServerIngestFileSchema
  .omit({ file: true })
  .transform(({ plugin_name, plugin_params }) => ({ plugin_name, plugin_params: readJson(plugin_params) }))

function readJson(text: string): Record<string, unknown> {
  const value = tryParseJson(text || '{}')
  if (value === undefined) throw badRequest(say('kb_server.params_not_json'))
  if (!isObject(value)) throw badRequest(say('kb_server.params_not_object'))
  return value
}

type Texts = z.output<typeof kbServerDocumentsSchema>['documents']

/**
 * A file replaces one with the same name, so texts with the same name become one file. A text without a name
 * is identified by its content.
 */
function toTexts(documents: Texts): { name: string; text: string }[] {
  const byName = new Map<string, string[]>()
  for (const { text, metadata } of documents) {
    const name = nameIn(metadata ?? {}) ?? `text-${mark(text)}.txt`
    const texts = byName.get(name)
    if (texts) texts.push(text)
    else byName.set(name, [text])
  }
  return [...byName].map(([name, texts]) => ({ name, text: texts.join('\n\n') }))
}

function nameIn(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { filename, original_filename, title, source } = metadata
  const label = [filename, original_filename, title, source].find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  )
  if (label === undefined) return undefined
  const name = label
    .trim()
    .replace(/[\\/]+/g, '-')
    .slice(-(KNOWLEDGE_LIMITS.fileName - 4))
  return /\.(txt|md)$/i.test(name) ? name : `${name}.txt`
}

const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const PAUSE_MS = 200
/** LAMB's clients wait 30 seconds. */
const MAX_WAIT_MS = 15_000

/**
 * LAMB's server responds once texts are indexed, and clients search immediately. Waits until no file of the
 * collection is being processed on any instance; false if that takes too long.
 */
async function waitUntilRead(
  documents: Pick<Knowledge['documents'], 'countByStatus'>,
  caller: UserCaller,
  collection: number,
  signal: AbortSignal,
): Promise<boolean> {
  const end = Date.now() + MAX_WAIT_MS
  while (!signal.aborted) {
    const counts = await documents.countByStatus(caller, collection)
    if (!counts.get('pending') && !counts.get('processing')) return true
    if (Date.now() >= end) return false
    await pause(PAUSE_MS)
  }
  return false
}
