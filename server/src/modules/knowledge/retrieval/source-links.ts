import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { passageAt, textOfStretch } from '../passages/document-text.ts'
import { type PassageRow, passageRepository } from '../passages/passage.repository.ts'

/** A range of a document that an answer cites. */
export interface CitedPlace {
  file: number
  start: number
  end: number
}

/** The content of a source's URL. */
export interface LinkedPlace extends CitedPlace {
  /** Identifies the cited text. Older URLs have none. */
  of?: string | undefined
}

/** A cited passage within its section. */
export interface CitedSource {
  file_id: string
  collection: string
  title: string
  filename: string
  source_url: string | null
  page: number | null
  page_end: number | null
  slide: number | null
  sheet: string | null
  time: string | null
  heading: string
  start: number
  end: number
  /** The text before, in and after the passage. */
  before: string
  quote: string
  after: string
}

export interface SourceLinkDeps {
  db: Db
  /** The public URL of the server, without a trailing slash. */
  publicUrl: string
  box: Pick<SecretBox, 'sign' | 'isSigned'>
}

const THING = 'Source'
/** In characters of the cited texts: the same passages are cited again and again. */
const REMEMBERED_LENGTH = 2_000_000

/**
 * Readers of an answer may read the cited passages and their context, but not the whole document: the signed URL of a
 * source grants that access.
 */
export function createSourceLinks({ db, publicUrl, box }: SourceLinkDeps) {
  const links = new LRUCache<string, { text: string; link: string }>({ maxSize: REMEMBERED_LENGTH })
  return {
    /** `text` is the current text of the range, which may have changed since. */
    linkTo({ file, start, end, text }: CitedPlace & { text: string }): string {
      const place = toSigned({ file, start, end })
      const known = links.get(place)
      if (known?.text === text) return known.link
      const of = markOf(text)
      const signature = box.sign(toSigned({ file, start, end, of }))
      const link = `${publicUrl}/sources/${file}?start=${start}&end=${end}&of=${of}&sig=${signature}`
      links.set(place, { text, link }, { size: text.length + 1 })
      return link
    },

    /** Throws not_found without a valid signature. */
    async open(place: LinkedPlace, signature: string): Promise<CitedSource> {
      if (!box.isSigned(toSigned(place), signature)) throw notFound(THING)
      const rows = await passageRepository.around(db, place)
      const first = passageAt(rows, place)
      if (!first) throw notFound(THING)
      const source = toSource(place, first, rows)
      if (place.of !== undefined && place.of !== markOf(source.quote)) throw changedSince()
      return source
    },
  }
}

export type SourceLinks = ReturnType<typeof createSourceLinks>

/** Includes the purpose, so that a signature for something else never opens a source. */
const toSigned = ({ file, start, end, of }: LinkedPlace): string =>
  `sources/${file}/${start}-${end}${of === undefined ? '' : `/${of}`}`

/** Ignores white space, because only its length is known between passages. */
const markOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\s+/g, '')).digest('base64url').slice(0, 12)

const changedSince = () => new AppError('not_found', say('knowledge.citation_outdated'))

/** The start of the passage, and its last page. */
function placeOf({ end }: CitedPlace, first: PassageRow, rows: readonly PassageRow[]) {
  const { page, slide, sheet, time } = first
  const last = rows.findLast((row) => row.start_at < end) ?? first
  const lastPage = last.page_end ?? last.page
  return { page, page_end: lastPage === page ? null : lastPage, slide, sheet, time }
}

function toSource(place: CitedPlace, first: PassageRow, rows: readonly PassageRow[]): CitedSource {
  const start = Math.min(place.start, rows[0]?.start_at ?? place.start)
  const end = rows.reduce((last, row) => Math.max(last, row.end_at), place.end)
  return {
    file_id: String(first.file_id),
    collection: String(first.knowledge_base_id),
    title: first.file_title || first.file_name,
    filename: first.file_name,
    source_url: first.url ?? first.source_url,
    ...placeOf(place, first, rows),
    heading: first.heading,
    start: place.start,
    end: place.end,
    before: textOfStretch(rows, { start, end: place.start }).trimEnd(),
    quote: textOfStretch(rows, place),
    after: textOfStretch(rows, { start: place.end, end }).trimStart(),
  }
}
