import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as foreign from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { loadSqlite } from '../../../platform/db/sqlite/sqlite-module.ts'
import { openKbFolder } from './kb-folder.ts'

const read = vi.hoisted(() => ({ rows: 0 }))
vi.mock('../../../platform/db/sqlite/foreign-sqlite.ts', async (original) => {
  const actual = await original<typeof foreign>()
  const counted = <T>(rows: T[]): T[] => {
    read.rows += rows.length
    return rows
  }
  return {
    ...actual,
    openForeignSqlite: async (path: string) => {
      const database = await actual.openForeignSqlite(path)
      return {
        ...database,
        page: (...of: Parameters<typeof database.page>) => counted(database.page(...of)),
        select: (...of: Parameters<typeof database.select>) => counted(database.select(...of)),
      }
    },
  }
})

type Metadata = Record<string, string | number>

describe('the folder of LAMB’s knowledge-base server', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-kb-folder-'))
    mkdirSync(join(folder, 'chromadb'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Documents without originals in this many knowledge bases. */
  async function write(bases: number, files: { base: number; name: string; url: string }[]): Promise<void> {
    const kb = (await loadSqlite())(join(folder, 'lamb-kb-server.db'), { readOnly: false })
    kb.exec('create table collections (id integer primary key, name, owner, chromadb_uuid)')
    kb.exec(
      'create table file_registry (id integer primary key, collection_id integer, original_filename, file_path, file_url, content_type, plugin_name, plugin_params, status)',
    )
    kb.exec('begin')
    const addBase = kb.prepare(`insert into collections values (?, 'B', '30', 'chroma-' || ?)`)
    for (let id = 1; id <= bases; id++) addBase.all(id, id)
    const addFile = kb.prepare(
      `insert into file_registry values (null, ?, ?, '', ?, 'text/plain', 'simple_ingest', '{}', 'COMPLETED')`,
    )
    for (const { base, name, url } of files) addFile.all(base, name, url)
    kb.exec('commit')
    kb.close()
  }

  async function writePassages(passages: Metadata[]): Promise<void> {
    const chroma = (await loadSqlite())(join(folder, 'chromadb/chroma.sqlite3'), { readOnly: false })
    chroma.exec('create table segments (id text primary key, collection text)')
    chroma.exec('create table embeddings (id integer primary key, segment_id text)')
    chroma.exec(
      'create table embedding_metadata (id integer, key text, string_value text, int_value integer)',
    )
    chroma.exec(`insert into segments values ('s', 'chroma-1')`)
    for (const [at, passage] of passages.entries()) {
      chroma.prepare(`insert into embeddings values (?, 's')`).all(at + 1)
      for (const [key, value] of Object.entries(passage))
        chroma
          .prepare('insert into embedding_metadata values (?, ?, ?, ?)')
          .all(at + 1, key, ...(typeof value === 'string' ? [value, null] : [null, value]))
    }
    // Parameters end at U+0000 on Node 20.
    chroma.exec(`update embedding_metadata set string_value = replace(string_value, '<NUL>', char(0))`)
    chroma.close()
  }

  async function textsOf(kbId: string): Promise<string[]> {
    const source = await openKbFolder(folder)
    const texts: string[] = []
    for await (const file of source.filesOf(kbId)) {
      const content = (await file.open())?.content
      texts.push(
        content === undefined ? '' : content instanceof Uint8Array ? `${content}` : await text(content),
      )
    }
    await source.close()
    return texts
  }

  it('reads only the rows of a knowledge base', async () => {
    const files = Array.from({ length: 600 }, (_, at) => ({
      base: 1 + (at % 30),
      name: `${at}.txt`,
      url: '',
    }))
    await write(30, files)
    read.rows = 0
    const source = await openKbFolder(folder)
    const names: string[] = []
    for (let id = 1; id <= 30; id++) for await (const { name } of source.filesOf(`${id}`)) names.push(name)
    await source.close()
    expect(names.toSorted()).toEqual(files.map(({ name }) => name).toSorted())
    expect(read.rows).toBeLessThan(3 * files.length)
  })

  it('puts passages together without what each repeats of the one before', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `Number ${at} speaks.`).join(' ')
    const slices = Array.from({ length: 13 }, (_, at) => words.slice(at * 500, at * 500 + 600))
    await write(1, [
      { base: 1, name: 'cut.txt', url: 'http://kb/cut.txt' },
      { base: 1, name: 'words.txt', url: 'http://kb/words.txt' },
      { base: 1, name: 'chance.txt', url: 'http://kb/chance.txt' },
    ])
    const passages = (name: string, texts: string[], more: Metadata = {}) =>
      texts.map((document, at) => ({
        'chroma:document': document,
        file_url: `http://kb/${name}`,
        chunk_index: at,
        ...more,
      }))
    await writePassages([
      ...passages('cut.txt', slices, { chunk_overlap: 100 }).toReversed(),
      ...passages('words.txt', ['A lens bends light', 'bends light towards', 'Its axis']),
      ...passages('chance.txt', ['Some lens', 'sees. Not', 'Not this one.'], { chunk_overlap: 200 }),
    ])
    expect(await textsOf('1')).toEqual([
      words.slice(0, 6600),
      'A lens bends light towards\n\nIts axis',
      'Some lens\n\nsees. Not\n\nNot this one.',
    ])
  })

  it('keeps web pages and files with the same name apart, and passages whole', async () => {
    await write(1, [
      { base: 1, name: 'notes.txt', url: 'http://kb/1.txt' },
      { base: 1, name: 'notes.txt', url: 'http://kb/2.txt' },
      { base: 1, name: 'site', url: 'http://kb/site' },
    ])
    const page = (page_url: string, chunk_index: number) => ({
      'chroma:document': `${page_url} ${chunk_index}`,
      file_url: 'http://kb/site',
      page_url,
      chunk_index,
    })
    await writePassages([
      { 'chroma:document': 'One<NUL> whole', original_filename: 'notes.txt', file_url: 'http://kb/1.txt' },
      { 'chroma:document': 'Two', original_filename: 'notes.txt', file_url: 'http://kb/2.txt' },
      page('b', 0),
      page('b', 1),
      page('a', 0),
      page('a', 1),
    ])
    expect(await textsOf('1')).toEqual(['One whole', 'Two', 'b 0\n\nb 1\n\na 0\n\na 1'])
  })
})
