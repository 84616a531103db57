import { join } from 'node:path'
import {
  type ForeignRow,
  type ForeignSqlite,
  openForeignSqlite,
  safeValue,
} from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { toText } from '../source/legacy-row.ts'

/** The passages that Chroma stores. */
export interface Chroma {
  /** All passages of a file in their order, put together. */
  textOf(collection: string, file: { name: string; url: string }): string | undefined
  close(): Promise<void>
}

const PAGE = 500
const MAX_TEXT = 20 * 1024 * 1024
const KEYS = [
  'chroma:document',
  'chunk_index',
  'parent_text',
  'page_url',
  'chunk_overlap',
  'chunking_strategy',
] as const
/** The address tells files with the same name apart, but passages of old versions have none. */
const NAMES = [['file_url'], ['filename', 'original_filename']] as const

/** Undefined if there is no Chroma database in this folder. */
export async function openChroma(folder: string): Promise<Chroma | undefined> {
  const database = await openForeignSqlite(join(folder, 'chroma.sqlite3')).catch(() => undefined)
  if (!database) return undefined
  const needed = ['segments', 'embeddings', 'embedding_metadata']
  if (!needed.every((table) => database.tables.has(table))) {
    await database.close()
    return undefined
  }
  return {
    textOf(collection, { name, url }) {
      for (const keys of NAMES) {
        const wanted = keys[0] === 'file_url' ? url : name
        const passages = wanted === '' ? [] : read(database, collection, keys, wanted)
        if (passages.length > 0) return joinPassages(passages)
      }
      return undefined
    },
    close: () => database.close(),
  }
}

/** The passages that have this value under one of these keys. */
function read(
  database: ForeignSqlite,
  collection: string,
  keys: readonly string[],
  value: string,
): Passage[] {
  const passages: Passage[] = []
  let size = 0
  for (let after = 0; size <= MAX_TEXT; ) {
    const ids = database
      .select(
        `select distinct m.id as id from embedding_metadata m join embeddings e on e.id = m.id
         join segments g on g.id = e.segment_id
         where m.key in (${marks(keys)}) and m.string_value = ? and g.collection = ? and m.id > ?
         order by m.id limit ${PAGE}`,
        ...keys,
        value,
        collection,
        after,
      )
      .map((row) => Number(row['id']))
    if (ids.length === 0) break
    after = ids.at(-1) ?? 0
    const rows = database.select(
      `select id, key, ${safeValue('string_value')} as text, int_value as number
       from embedding_metadata where id in (select value from json_each(?)) and key in (${marks(KEYS)}) order by id`,
      JSON.stringify(ids),
      ...KEYS,
    )
    for (const values of byPassage(rows)) {
      const passage = toPassage(values, passages.length)
      size += passage.text.length
      passages.push(passage)
    }
  }
  return passages
}

const marks = (values: readonly string[]): string => values.map(() => '?').join(', ')

function byPassage(rows: readonly ForeignRow[]): Iterable<ReadonlyMap<string, string>> {
  const found = new Map<number, Map<string, string>>()
  for (const row of rows) {
    const id = Number(row['id'])
    const values = found.get(id) ?? new Map<string, string>()
    values.set(String(row['key']), toText(row['text'] ?? row['number']))
    found.set(id, values)
  }
  return found.values()
}

function toPassage(values: ReadonlyMap<string, string>, at: number): Passage {
  const parent = values.get('parent_text')
  const overlap = Number(values.get('chunk_overlap') ?? Number.NaN)
  // Those of sections are not recorded, and others may be numbers of tokens.
  const isExact = parent === undefined && !/token/i.test(values.get('chunking_strategy') ?? '')
  return {
    page: values.get('page_url') ?? '',
    order: Number(values.get('chunk_index') ?? at),
    text: parent ?? values.get('chroma:document') ?? '',
    overlap: isExact && Number.isFinite(overlap) ? Math.max(0, overlap) : undefined,
  }
}

/** A piece of a document as LAMB cut it. */
interface Passage {
  /** Of documents with several web pages, each of which was cut by itself. */
  page: string
  order: number
  text: string
  /** How many characters it repeats at most. Undefined if that is not known. */
  overlap: number | undefined
}

/** Larger than any that LAMB's pages offer. */
const MAX_OVERLAP = 10_000

/** The text of a document from its passages, without what each repeats of the one before. Pure. */
function joinPassages(passages: readonly Passage[]): string {
  const pages = new Map<string, number>()
  for (const { page } of passages) if (!pages.has(page)) pages.set(page, pages.size)
  const pageOf = ({ page }: Passage): number => pages.get(page) ?? 0
  const sorted = passages
    .toSorted((a, b) => pageOf(a) - pageOf(b) || a.order - b.order)
    // Small passages of one section share its text.
    .filter(({ text }, at, all) => text !== all[at - 1]?.text)
  let joined = ''
  for (const [at, passage] of sorted.entries()) {
    const before = sorted[at - 1]
    const repeated = before?.page === passage.page ? repeatedIn(before.text, passage) : 0
    joined += (at > 0 && repeated === 0 ? '\n\n' : '') + passage.text.slice(repeated)
  }
  return joined
}

/** How many characters at the start of a passage are the end of the one before. */
function repeatedIn(before: string, { text, overlap = Number.POSITIVE_INFINITY }: Passage): number {
  const longest = Math.min(overlap, MAX_OVERLAP, before.length, text.length)
  for (let length = longest; length > 0; length--)
    if (before.endsWith(text.slice(0, length)) && (length === overlap || hasTwoWords(text.slice(0, length))))
      return length
  return 0
}

/** One letter or word may be the same by chance. */
const hasTwoWords = (text: string): boolean => /\S\s+\S/.test(text)
