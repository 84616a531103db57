import { knowledgeFileSchema, messageSchema, textOf, toMessageBody } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { addRemote } from '../documents/add-documents.ts'
import { isVideoAddress } from '../documents/remote-address.ts'
import type { Knowledge } from '../knowledge.ts'
import { showFile } from './show-files.ts'
import { toKnowledgeId } from './shown-records.ts'

const BASE = '/knowledge-bases/{id}'
const tag = 'Knowledge bases'
const ofBase = z.object({ id: z.string().max(100) })
const ofFile = z.object({ id: z.string().max(100), file: z.string().max(100) })

const newWebDocument = z.object({
  url: z.string().min(1).max(2000).meta({ description: 'A web page, or a video on YouTube' }),
  params: z.record(z.string(), z.unknown()).default({}).meta({
    description:
      'For a page: `max_discovery_depth` (0: only this page), `limit`, `include_paths`, `exclude_paths`. For a video: `language`',
  }),
})
const addedWebDocument = z.object({ file: knowledgeFileSchema, ignored_params: z.array(z.string()) })
const webPages = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      start: z.int(),
      end: z.int(),
      warning: z.string().nullable().meta({ description: 'Why it could not be read, completely or in part' }),
      warning_messages: z.array(messageSchema).meta({ description: 'The same, for translation' }),
      /** Unix seconds of its last change. */
      read_at: z.int(),
    }),
  ),
})

/** Documents that are fetched from the web. */
export function createWebDocumentRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  const { documents } = knowledge
  return [
    endpoint({
      method: 'POST',
      path: `${BASE}/web-documents`,
      tag,
      summary: 'Add a web document',
      description:
        'A web page with the pages it links to, or the transcript of a YouTube video, as one document.',
      access: 'author',
      status: 201,
      params: ofBase,
      body: newWebDocument,
      answer: addedWebDocument,
      async handle({ params, body: { url, params: options }, caller }) {
        const isVideo = isVideoAddress(url)
        const plugin = isVideo ? 'youtube_transcript_ingest' : 'url_ingest'
        const settings = { ...options, [isVideo ? 'video_url' : 'url']: url }
        const added = await addRemote(knowledge, caller, toKnowledgeId(params.id), plugin, settings)
        return { file: await showFile(knowledge, added.file), ignored_params: added.ignored }
      },
    }),
    endpoint({
      method: 'POST',
      path: `${BASE}/files/{file}/sync`,
      tag,
      summary: 'Sync a web document',
      description:
        'Fetches it again. Only changed pages are processed; pages that no longer exist are removed.',
      access: 'author',
      params: ofFile,
      answer: knowledgeFileSchema,
      handle: async ({ params, caller }) =>
        showFile(
          knowledge,
          await documents.sync(caller, toKnowledgeId(params.id), toKnowledgeId(params.file, 'File')),
        ),
    }),
    endpoint({
      method: 'GET',
      path: `${BASE}/files/{file}/pages`,
      tag,
      summary: 'List the pages of a web document',
      description: 'With the position of each page in the text.',
      access: 'author',
      params: ofFile,
      answer: webPages,
      async handle({ params, caller }) {
        const ids = [toKnowledgeId(params.id), toKnowledgeId(params.file, 'File')] as const
        const pages = await documents.pages(caller, ...ids)
        return {
          pages: pages.map(({ url, title, start, characters, warnings = [], read_at }) => ({
            url,
            title,
            start,
            end: start + characters,
            warning: warnings.map(textOf).join(' ') || null,
            warning_messages: warnings.map(toMessageBody),
            read_at,
          })),
        }
      },
    }),
  ]
}
