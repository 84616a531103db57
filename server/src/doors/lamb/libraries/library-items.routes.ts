import { lambJobListQuerySchema } from '@bellwether/wire'
import * as z from 'zod'
import {
  addFiles,
  addRemote,
  type KnowledgeFileRow,
  receiveFiles,
  takeFirst,
  textOfStretch,
  toKnowledgeId,
} from '../../../modules/knowledge/index.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { importDefaults } from './import-config.routes.ts'
import { pluginFor } from './import-plugins.ts'
import { LIBRARY, type LibraryDeps, params, THING, tag } from './library-deps.ts'
import { fromItemStatus, titleOf, toItem } from './library-records.ts'

const TEXT_PORTION = 100_000
const ofItem = z.object({ id: z.string().max(100), item: z.string().max(100) })
const common = { tag, access: 'author' } as const
const pluginSchema = z.string().max(100).nullish()
const titleSchema = z.string().max(1000).nullish()
const uploadSchema = z.looseObject({
  file: z.file(),
  plugin_name: pluginSchema,
  title: titleSchema,
})
/** Checked before the file is kept. */
const uploadFields = uploadSchema
  .omit({ file: true })
  .transform(({ plugin_name, title }) => ({ plugin: pluginFor('file', plugin_name), title }))

/** LAMB's command line sends the address where people gave no title. */
const ownTitle = (title: string | null | undefined, url: string): string | undefined =>
  title === url ? undefined : (title ?? undefined)

export const createLibraryItemRoutes = (deps: LibraryDeps): Endpoint[] => [
  ...importRoutes(deps),
  ...itemRoutes(deps),
]

const toReceipt = (file: KnowledgeFileRow) => ({
  item_id: String(file.id),
  title: titleOf(file),
  // LAMB's word for a file that was accepted; whether it is read already does not matter here.
  status: 'processing',
})

const importRoutes = ({ knowledge }: LibraryDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${LIBRARY}/upload`,
    summary: 'Upload a file to a library',
    description: 'It is processed in the background.',
    params,
    form: uploadSchema,
    async handle({ params: { id }, caller, exchange }) {
      const base = toKnowledgeId(id, THING)
      const defaults = await importDefaults(knowledge, caller, base)
      const form = await receiveFiles(knowledge, caller, base, exchange, uploadFields)
      const upload = await takeFirst(form.files)
      const title = form.fields.title ?? undefined
      const params =
        defaults.image_descriptions === undefined ? {} : { image_descriptions: defaults.image_descriptions }
      const { files } = await addFiles(knowledge, caller, base, upload, form.fields.plugin, params, { title })
      return files.map(toReceipt)[0]
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${LIBRARY}/import-url`,
    summary: 'Import a web page into a library',
    description: 'With `plugin_params.max_discovery_depth`, also the pages it links to.',
    params,
    body: z.looseObject({
      url: z.string().min(1).max(2000),
      plugin_name: pluginSchema,
      title: titleSchema,
      plugin_params: z.looseObject({ max_discovery_depth: z.int().min(0).max(5).optional() }).nullish(),
    }),
    async handle({ params: { id }, body, caller }) {
      const base = toKnowledgeId(id, THING)
      const defaults = await importDefaults(knowledge, caller, base)
      const plugin = pluginFor('url', body.plugin_name)
      const depth = body.plugin_params?.max_discovery_depth ?? defaults.max_discovery_depth ?? 0
      const params = { url: body.url, max_discovery_depth: depth, ...(depth === 0 ? { limit: 1 } : {}) }
      const title = ownTitle(body.title, body.url)
      return toReceipt((await addRemote(knowledge, caller, base, plugin, params, { title })).file)
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${LIBRARY}/import-youtube`,
    summary: 'Import the transcript of a video into a library',
    description: 'In the given language, if the video has it.',
    params,
    body: z.looseObject({
      video_url: z.string().min(1).max(2000),
      plugin_name: pluginSchema,
      language: z.string().max(20).nullish(),
      title: titleSchema,
    }),
    async handle({ params: { id }, body, caller }) {
      const params = { video_url: body.video_url, ...(body.language ? { language: body.language } : {}) }
      const base = toKnowledgeId(id, THING)
      const title = ownTitle(body.title, body.video_url)
      const plugin = pluginFor('youtube', body.plugin_name)
      const { file } = await addRemote(knowledge, caller, base, plugin, params, { title })
      return toReceipt(file)
    },
  }),
]

function itemRoutes({ knowledge: { documents }, publicUrl }: LibraryDeps): Endpoint[] {
  const place = ({ id, item }: z.output<typeof ofItem>): [base: number, file: number] => [
    toKnowledgeId(id, THING),
    toKnowledgeId(item, 'Item'),
  ]
  return [
    lambEndpoint({
      ...common,
      method: 'GET',
      path: `${LIBRARY}/items`,
      summary: 'List the items of a library',
      description: 'Newest first.',
      params,
      query: lambJobListQuerySchema.pick({ limit: true, offset: true }).extend({
        status: z
          .string()
          .max(20)
          .optional()
          .transform(fromItemStatus)
          .pipe(z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled']).optional()),
      }),
      async handle({ params: { id }, query, caller }) {
        const order = { sortBy: 'created_at', descending: true } as const
        const base = toKnowledgeId(id, THING)
        const { files, total } = await documents.list(caller, base, { ...query, ...order })
        const pages = await documents.pageCounts(files)
        return { items: files.map((file) => toItem(publicUrl, file, pages)), total }
      },
    }),
    lambEndpoint({
      ...common,
      method: 'GET',
      path: [`${LIBRARY}/items/{item}`, `${LIBRARY}/items/{item}/status`],
      summary: 'Get an item of a library',
      description: 'With its status: `pending`, `processing`, `ready`, `failed` or `cancelled`.',
      params: ofItem,
      async handle({ params, caller }) {
        const file = await documents.get(caller, ...place(params))
        return toItem(publicUrl, file, await documents.pageCounts([file]))
      },
    }),
    lambEndpoint({
      ...common,
      method: 'GET',
      path: `${LIBRARY}/items/{item}/content`,
      summary: 'Get the text of an item',
      description: 'What was read from the file. Empty until it is read.',
      params: ofItem,
      query: z.object({ format: z.enum(['markdown', 'text']).default('markdown') }),
      async handle({ params, query, caller }) {
        const { character_count: end } = await documents.get(caller, ...place(params))
        const parts: string[] = []
        for (let start = 0; start < end; start += TEXT_PORTION) {
          const stretch = { start, end: Math.min(start + TEXT_PORTION, end) }
          parts.push(textOfStretch(await documents.between(caller, ...place(params), stretch), stretch))
        }
        const type = query.format === 'text' ? 'text/plain' : 'text/markdown'
        return new Reply(parts.join(''), { 'content-type': `${type}; charset=utf-8` })
      },
    }),
    lambEndpoint({
      ...common,
      method: 'DELETE',
      path: `${LIBRARY}/items/{item}`,
      summary: 'Delete an item of a library',
      description: 'Its passages are no longer found.',
      params: ofItem,
      async handle({ params, caller }) {
        const file = await documents.remove(caller, ...place(params))
        return { item_id: String(file.id), message: `Item ${file.id} deleted successfully` }
      },
    }),
  ]
}
