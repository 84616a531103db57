import { lambJobListQuerySchema } from '@bellwether/wire'
import * as z from 'zod'
import {
  addFiles,
  addRemote,
  type KnowledgeFileRow,
  receiveFiles,
  takeFirst,
} from '../../../modules/knowledge/index.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { importDefaults } from './import-config.routes.ts'
import { type LibraryDeps, ofItem, ofLibrary } from './library-deps.ts'
import { fromItemStatus, pluginFor, titleOf, toItem } from './library-records.ts'

const pluginSchema = z.string().max(100).nullish()
const titleSchema = z.string().max(1000).nullish()
const uploadSchema = z.looseObject({ file: z.file(), plugin_name: pluginSchema, title: titleSchema })
/** Checked before the file is kept. */
const uploadFields = uploadSchema
  .omit({ file: true })
  .transform(({ plugin_name, title }) => ({ plugin: pluginFor('file', plugin_name), title }))

/** LAMB's command line sends the address where people gave no title. */
const ownTitle = (title: string | null | undefined, url: string): string | undefined =>
  title === url ? undefined : (title ?? undefined)

const toReceipt = (file: KnowledgeFileRow) => ({
  item_id: String(file.id),
  title: titleOf(file),
  // LAMB's word for every file that was accepted, even for one that is read already.
  status: 'processing',
})

export const createLibraryItemRoutes = (deps: LibraryDeps): Endpoint[] => [
  ...importRoutes(deps),
  ...itemRoutes(deps),
]

const importRoutes = ({ knowledge }: LibraryDeps): Endpoint[] => [
  ofLibrary('POST', '/upload', 'Upload a file to a library', {
    description: 'It is processed in the background.',
    form: uploadSchema,
    async handle({ params: { id }, caller, exchange }) {
      const { image_descriptions } = await importDefaults(knowledge, caller, id)
      const form = await receiveFiles(knowledge, caller, id, exchange, uploadFields)
      const upload = await takeFirst(form.files)
      const title = form.fields.title ?? undefined
      const params = image_descriptions === undefined ? {} : { image_descriptions }
      const { files } = await addFiles(knowledge, caller, id, upload, form.fields.plugin, params, { title })
      return files.map(toReceipt)[0]
    },
  }),
  ofLibrary('POST', '/import-url', 'Import a web page into a library', {
    description: 'With `plugin_params.max_discovery_depth`, also the pages it links to.',
    body: z.looseObject({
      url: z.string().min(1).max(2000),
      plugin_name: pluginSchema,
      title: titleSchema,
      plugin_params: z.looseObject({ max_discovery_depth: z.int().min(0).max(5).optional() }).nullish(),
    }),
    async handle({ params: { id }, body: { url, plugin_name, plugin_params, ...body }, caller }) {
      const defaults = await importDefaults(knowledge, caller, id)
      const depth = plugin_params?.max_discovery_depth ?? defaults.max_discovery_depth ?? 0
      const params = { url, max_discovery_depth: depth, ...(depth === 0 ? { limit: 1 } : {}) }
      const title = ownTitle(body.title, url)
      const plugin = pluginFor('url', plugin_name)
      return toReceipt((await addRemote(knowledge, caller, id, plugin, params, { title })).file)
    },
  }),
  ofLibrary('POST', '/import-youtube', 'Import the transcript of a video into a library', {
    description: 'In the given language, if the video has it.',
    body: z.looseObject({
      video_url: z.string().min(1).max(2000),
      plugin_name: pluginSchema,
      language: z.string().max(20).nullish(),
      title: titleSchema,
    }),
    async handle({ params: { id }, body: { video_url, language, plugin_name, ...body }, caller }) {
      const params = { video_url, ...(language ? { language } : {}) }
      const title = ownTitle(body.title, video_url)
      const plugin = pluginFor('youtube', plugin_name)
      return toReceipt((await addRemote(knowledge, caller, id, plugin, params, { title })).file)
    },
  }),
]

const itemRoutes = ({ knowledge: { documents }, publicUrl }: LibraryDeps): Endpoint[] => [
  ofLibrary('GET', '/items', 'List the items of a library', {
    description: 'Newest first.',
    query: lambJobListQuerySchema.pick({ limit: true, offset: true }).extend({
      status: z
        .string()
        .max(20)
        .optional()
        .transform(fromItemStatus)
        .pipe(z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled']).optional()),
    }),
    async handle({ params: { id }, query, caller }) {
      const filter = { ...query, sortBy: 'created_at', descending: true } as const
      const { files, total } = await documents.list(caller, id, filter)
      const pages = await documents.pageCounts(files)
      return { items: files.map((file) => toItem(publicUrl, file, pages)), total }
    },
  }),
  ofItem('GET', ['', '/status'], 'Get an item of a library', {
    description: 'With its status: `pending`, `processing`, `ready`, `failed` or `cancelled`.',
    async handle({ params: { id, item }, caller }) {
      const file = await documents.get(caller, id, item)
      return toItem(publicUrl, file, await documents.pageCounts([file]))
    },
  }),
  ofItem('GET', '/content', 'Get the text of an item', {
    description: 'What was read from the file. Empty until it is read.',
    query: z.object({ format: z.enum(['markdown', 'text']).default('markdown') }),
    async handle({ params: { id, item }, query, caller }) {
      const { character_count: end } = await documents.get(caller, id, item)
      const text = await documents.text(caller, id, item, { start: 0, end })
      const type = query.format === 'text' ? 'text/plain' : 'text/markdown'
      return new Reply(text, { 'content-type': `${type}; charset=utf-8` })
    },
  }),
  ofItem('DELETE', '', 'Delete an item of a library', {
    async handle({ params: { id, item }, caller }) {
      await documents.remove(caller, id, item)
      return { item_id: String(item), message: `Item ${item} deleted successfully` }
    },
  }),
]
