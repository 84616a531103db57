import { join } from 'node:path'
import { openForeignSqlite } from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { toText } from '../source/legacy-row.ts'

/** The passages that Chroma stores. */
export interface Chroma {
  /** All passages of a file in their order, put together. */
  textOf(collection: string, file: { name: string; url: string }): string | undefined
  close(): Promise<void>
}

const PAGE = 500
const MAX_TEXT = 20 * 1024 * 1024
const KEYS = ['chroma:document', 'filename', 'original_filename', 'file_url', 'chunk_index', 'parent_text']

/** Undefined if there is no Chroma database in this folder. */
export async function openChroma(folder: string): Promise<Chroma | undefined> {
  const database = await openForeignSqlite(join(folder, 'chroma.sqlite3')).catch(() => undefined)
  if (!database) return undefined
  const needed = ['segments', 'embeddings', 'embedding_metadata']
  if (!needed.every((table) => database.tables.has(table))) {
    await database.close()
    return undefined
  }

  function* passages(collection: string): Generator<Map<string, string>> {
    const marks = KEYS.map(() => '?').join(', ')
    for (let after = 0; ; ) {
      const ids = database?.select(
        `select e.id as id from embeddings e join segments g on g.id = e.segment_id
         where g.collection = ? and e.id > ? order by e.id limit ${PAGE}`,
        collection,
        after,
      )
      const last = Number(ids?.at(-1)?.['id'] ?? 0)
      if (!database || last === 0) return
      const rows = database.select(
        `select m.id as id, m.key as key, m.string_value as text, m.int_value as number
         from embedding_metadata m join embeddings e on e.id = m.id join segments g on g.id = e.segment_id
         where g.collection = ? and m.id > ? and m.id <= ? and m.key in (${marks}) order by m.id`,
        collection,
        after,
        last,
        ...KEYS,
      )
      const found = new Map<number, Map<string, string>>()
      for (const row of rows) {
        const id = Number(row['id'])
        const passage = found.get(id) ?? new Map<string, string>()
        passage.set(String(row['key']), toText(row['text'] ?? row['number']))
        found.set(id, passage)
      }
      yield* found.values()
      after = last
    }
  }

  return {
    textOf(collection, { name, url }) {
      const parts: { order: number; text: string }[] = []
      let size = 0
      for (const passage of passages(collection)) {
        const isOf =
          (url !== '' && passage.get('file_url') === url) ||
          passage.get('filename') === name ||
          passage.get('original_filename') === name
        if (!isOf || size > MAX_TEXT) continue
        const text = passage.get('parent_text') ?? passage.get('chroma:document') ?? ''
        size += text.length
        parts.push({ order: Number(passage.get('chunk_index') ?? parts.length), text })
      }
      parts.sort((a, b) => a.order - b.order)
      // Small passages of one section share its text.
      const texts = [...new Set(parts.map(({ text }) => text))]
      return texts.length > 0 ? texts.join('\n\n') : undefined
    },
    close: () => database.close(),
  }
}
