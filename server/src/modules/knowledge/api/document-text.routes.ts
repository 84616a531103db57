import { placeShape, say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Knowledge } from '../knowledge.ts'
import { passageAt, placesOf, textOfStretch, windowAround } from '../passages/document-text.ts'
import { toKnowledgeId } from './shown-records.ts'

const MAX_CHARACTERS = 100_000
const characterIndex = z.coerce.number().int().min(0).max(2_000_000_000)

const textQuery = z.object({
  start: characterIndex.optional().meta({ description: 'Index of the first character (default: 0)' }),
  length: z.coerce.number().int().min(1).max(MAX_CHARACTERS).default(20_000),
  passage: z
    .string()
    .regex(/^\d{1,10}-\d{1,10}$/, say('fields.text_range').text)
    .optional()
    .meta({
      description:
        '`start-end` of a source: the response tells where it is in the text and, without `start`, contains the text around it',
    }),
})
const place = z.object({
  start: z.int(),
  end: z.int(),
  ...placeShape,
  heading: z.string(),
  url: z.string().nullable(),
})
const textAnswer = z.object({
  file_id: z.string(),
  title: z.string(),
  filename: z.string(),
  content_type: z.string(),
  source_url: z.string().nullable(),
  /** The URL of the original file; null for web documents. */
  original: z.string().nullable(),
  total: z.int(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** The place of each part of the text in the original. */
  places: z.array(place),
  /** Start of the next portion; null at the end. */
  next: z.int().nullable(),
  passage: place.extend({ quote: z.string() }).nullable(),
})

/** The text of a document with a highlighted passage, for the web app. */
export function createDocumentTextRoutes({ knowledge }: { knowledge: Knowledge }): Endpoint[] {
  const { documents } = knowledge
  return [
    endpoint({
      method: 'GET',
      path: '/knowledge-bases/{id}/files/{file}/text',
      tag: 'Knowledge bases',
      summary: 'Get the text of a file',
      description: 'In portions, with page numbers. `text[0]` is character `start`.',
      access: 'author',
      params: z.object({ id: z.string().max(100), file: z.string().max(100) }),
      query: textQuery,
      answer: textAnswer,
      async handle({ params, query: { start, length, passage: range }, caller }) {
        const ids = [toKnowledgeId(params.id), toKnowledgeId(params.file, 'File')] as const
        const file = await documents.get(caller, ...ids)
        const total = file.character_count
        const cited = range === undefined ? undefined : toStretch(range, total)
        const stretch =
          start === undefined && cited
            ? windowAround(cited, length, total)
            : { start: Math.min(start ?? 0, total), end: Math.min((start ?? 0) + length, total) }
        const passages = await documents.between(caller, ...ids, stretch)
        const marked = cited && (await documents.between(caller, ...ids, cited))
        const first = marked && cited && passageAt(marked, cited)
        const [where] = first && cited ? placesOf([first], cited) : []
        return {
          file_id: params.file,
          title: file.title || file.name,
          filename: file.name,
          content_type: file.content_type,
          source_url: file.source_url,
          original: file.source_url === null ? `/knowledge-bases/${ids[0]}/files/${ids[1]}/original` : null,
          total,
          ...stretch,
          text: textOfStretch(passages, stretch),
          places: placesOf(passages, stretch),
          next: stretch.end < total ? stretch.end : null,
          passage:
            marked && cited && where ? { ...where, ...cited, quote: textOfStretch(marked, cited) } : null,
        }
      },
    }),
  ]
}

function toStretch(text: string, total: number): { start: number; end: number } {
  const [start = 0, end = 0] = text.split('-').map(Number)
  if (start >= end) throw badRequest(say('knowledge.passage_order'))
  if (end - start > MAX_CHARACTERS)
    throw badRequest(say('knowledge.passage_too_long', { limit: MAX_CHARACTERS }))
  return { start, end: Math.min(end, total) }
}
