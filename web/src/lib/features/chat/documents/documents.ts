import type { citedSourceSchema, KnowledgeFile } from '@bellwether/wire'
import type * as z from 'zod'
import { ApiError, api, guestToken } from '$lib/api'
import { type FilePassages, readPassages } from '../../knowledge/knowledge.ts'

/** The location of a cited passage. */
export interface CitedLocation {
  base: string
  file: string
  start: number
  end: number
  /** The signed URL of the passage, which also works for people who may not see the document. */
  link: string | undefined
}

type CitedSource = z.infer<typeof citedSourceSchema>
export type DocumentPassage = Pick<
  FilePassages['passages'][number],
  'ordinal' | 'page' | 'page_end' | 'slide' | 'sheet' | 'time' | 'heading' | 'text' | 'start' | 'end'
>

export interface OpenDocument {
  title: string
  /** Undefined for people who may only read the cited passage and its surroundings. */
  file: KnowledgeFile | undefined
  passages: DocumentPassage[]
  /** Passages of the whole document. */
  total: number
}

export const PAGE_SIZE = 40
/** Enough passages to see the context. */
const LEAD = 4

type ReadPage = (offset: number) => Promise<{ passages: DocumentPassage[]; total: number }>

/** The page of passages with this location, and the one before if the location is at its top. */
export async function readAround(read: ReadPage, start: number): Promise<Awaited<ReturnType<ReadPage>>> {
  let page = await read(0)
  let low = 1
  let high = Math.ceil(page.total / PAGE_SIZE) - 1
  while ((page.passages.at(-1)?.end ?? 0) <= start || (page.passages[0]?.start ?? 0) > start) {
    if (low > high) break
    const middle = (low + high) >> 1
    page = await read(middle * PAGE_SIZE)
    if ((page.passages.at(-1)?.end ?? 0) <= start) low = middle + 1
    else high = middle - 1
  }
  const first = page.passages[0]?.ordinal ?? 0
  const at = page.passages.findIndex((passage) => passage.end > start)
  if (first === 0 || at >= LEAD) return page
  const before = await read(Math.max(0, first - PAGE_SIZE))
  return {
    ...page,
    passages: [...before.passages.filter(({ ordinal }) => ordinal < first), ...page.passages],
  }
}

export async function openDocument(location: CitedLocation, signal: AbortSignal): Promise<OpenDocument> {
  const link = readLink(location.link)
  const readCited = async (at: SignedLink) => fromCited(await api.get('/sources/{file}', { ...at, signal }))
  // Guests never see whole documents.
  if (link !== undefined && guestToken.get() !== undefined) return readCited(link)
  try {
    const params = { id: location.base, file: location.file }
    const file = await api.get('/knowledge-bases/{id}/files/{file}', { params, signal })
    const read: ReadPage = (offset) =>
      readPassages(location.base, location.file, { limit: PAGE_SIZE, offset }, signal)
    return { title: file.title || file.name, file, ...(await readAround(read, location.start)) }
  } catch (error) {
    const isClosed = error instanceof ApiError && [403, 404].includes(error.status)
    if (!isClosed || link === undefined) throw error
    return readCited(link)
  }
}

type SignedLink = NonNullable<ReturnType<typeof readLink>>

/** Without the host, because the server may know itself by another host name than this page. Pure. */
export function readLink(link: string | undefined) {
  if (link === undefined || !URL.canParse(link, 'http://here')) return undefined
  const { pathname, searchParams } = new URL(link, 'http://here')
  const file = /\/sources\/(\d+)$/.exec(pathname)?.[1]
  const part = (name: string) => searchParams.get(name) ?? ''
  return file === undefined
    ? undefined
    : {
        params: { file },
        query: { start: part('start'), end: part('end'), of: part('of'), sig: part('sig') },
      }
}

/** Pure. */
export function fromCited(source: CitedSource): OpenDocument {
  const { page, page_end, slide, sheet, time, heading, start, end } = source
  const noLocation = { page: null, page_end: null, slide: null, sheet: null, time: null, heading: '' }
  const parts: DocumentPassage[] = [
    { ...noLocation, ordinal: 0, start: 0, end: start, text: source.before },
    { page, page_end, slide, sheet, time, heading, ordinal: 1, start, end, text: source.quote },
    { ...noLocation, ordinal: 2, start: end, end: Number.MAX_SAFE_INTEGER, text: source.after },
  ]
  const passages = parts.filter(({ text }) => text !== '')
  return { title: source.title, file: undefined, passages, total: passages.length }
}

export const isCited = (
  passage: DocumentPassage,
  { start, end }: Pick<CitedLocation, 'start' | 'end'>,
): boolean => passage.end > start && passage.start < end

export interface ShownPassage extends DocumentPassage {
  /** Whether a page, slide, sheet or time starts here, and whether a heading does. */
  startsLocation: boolean
  startsHeading: boolean
}

const LOCATION = ['page', 'page_end', 'slide', 'sheet', 'time'] as const

/** The passages as one text: overlaps are shown once, pages and headings where they start. Pure. */
export function toShownPassages(passages: readonly DocumentPassage[]): ShownPassage[] {
  return passages.map((passage, index) => {
    const before = passages[index - 1]
    const shared = before ? before.end - passage.start : 0
    const isRepeated = shared > 0 && before?.text.endsWith(passage.text.slice(0, shared))
    const text = isRepeated ? passage.text.slice(shared) : passage.text
    const hasLocation = LOCATION.some((key) => passage[key] !== null)
    const isSameLocation = before !== undefined && LOCATION.every((key) => before[key] === passage[key])
    return {
      ...passage,
      text,
      startsLocation: hasLocation && !isSameLocation,
      startsHeading:
        passage.heading !== '' &&
        passage.heading !== before?.heading &&
        !text.startsWith(passage.heading.split(' › ').at(-1) ?? passage.heading),
    }
  })
}

export const isPdf = (file: KnowledgeFile | undefined): boolean => file?.content_type === 'application/pdf'
