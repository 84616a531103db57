import { constants } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { SettingsError } from '../../../platform/config.ts'
import { type ForeignSqlite, openForeignSqlite } from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { type LegacyRow, toLegacyRow, toText } from '../source/legacy-row.ts'
import { type Chroma, openChroma } from './chroma.ts'
import {
  insideStatic,
  type KbBase,
  type KbContent,
  type KbFile,
  type KbSource,
  toKbBase,
} from './kb-source.ts'

const DATABASE = 'lamb-kb-server.db'
const REGISTRY = 'file_registry'
const START = '-9223372036854775808'
const READ_AGAIN: ReadonlySet<string> = new Set(['url_ingest', 'youtube_transcript_ingest'])

/** The folder of LAMB's knowledge-base server: its database, Chroma's, and the original files. */
export async function openKbFolder(given: string): Promise<KbSource> {
  const folder = (await findKbFolder(given)) ?? given
  const data = (await isFile(join(folder, DATABASE))) ? folder : join(folder, 'data')
  if (!(await isFile(join(data, DATABASE))))
    throw new SettingsError(`There is no ${DATABASE} in ${folder} or its folder data.`)
  const database = await openForeignSqlite(join(data, DATABASE))
  const chroma = await openChroma(join(data, 'chromadb'))
  const statics = await findStatics([
    join(folder, 'static'),
    join(data, 'static'),
    join(data, '..', 'static'),
  ])
  const collections = readCollections(database)
  const registryOf = createRegistry(database)

  return {
    async *bases() {
      yield* collections.values()
    },
    async *filesOf(kbId) {
      const chromaId = collections.get(kbId)?.chromaId ?? ''
      for (const row of registryOf(kbId)) {
        if (/deleted/i.test(row.text('status'))) continue
        const name = row.text('original_filename').trim()
        const plugin = row.text('plugin_name').trim()
        const params = row.json('plugin_params') ?? {}
        const url = READ_AGAIN.has(plugin) ? addressIn(params) : undefined
        const place = { path: row.text('file_path'), url: row.text('file_url'), name, chromaId }
        const file: KbFile = {
          id: row.text('id'),
          name,
          contentType: row.text('content_type'),
          plugin,
          params,
          url,
          open: () => openFile(statics, chroma, place),
          isThere: async () => url !== undefined || (await hasContent(statics, chroma, place)),
        }
        yield file
      }
    },
    async close() {
      await database.close()
      await chroma?.close()
    },
  }
}

/** The folder itself, or the one in it that has the database: an archive often has one more level. */
export async function findKbFolder(folder: string, depth = 3): Promise<string | undefined> {
  if ((await isFile(join(folder, DATABASE))) || (await isFile(join(folder, 'data', DATABASE)))) return folder
  if (depth === 0) return undefined
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const found = entry.isDirectory() ? await findKbFolder(join(folder, entry.name), depth - 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Each document is read once, however many knowledge bases there are. */
function createRegistry(database: ForeignSqlite): (kbId: string) => Generator<LegacyRow> {
  let rowIds: Map<string, string[]> | undefined
  return function* (kbId) {
    rowIds ??= readRowIds(database)
    for (const rowId of rowIds.get(kbId) ?? []) {
      const [found] = database.page(REGISTRY, String(BigInt(rowId) - 1n), 1)
      if (found) yield toLegacyRow(found.row)
    }
  }
}

/** By knowledge base. */
function readRowIds(database: ForeignSqlite): Map<string, string[]> {
  const byBase = new Map<string, string[]>()
  if (!database.tables.get(REGISTRY)?.includes('collection_id')) return byBase
  for (let after = START; ; ) {
    const rows = database.select(
      `select cast(rowid as text) as id, cast(collection_id as text) as base from ${REGISTRY}
       where rowid > cast(? as integer) order by rowid limit 5000`,
      after,
    )
    if (rows.length === 0) return byBase
    after = toText(rows.at(-1)?.['id'])
    for (const row of rows) {
      const base = toText(row['base'])
      const ids = byBase.get(base) ?? []
      ids.push(toText(row['id']))
      byBase.set(base, ids)
    }
  }
}

function readCollections(database: ForeignSqlite): Map<string, KbBase & { chromaId: string }> {
  if (!database.tables.has('collections')) return new Map()
  const rows = database.page('collections', START, 100_000)
  return new Map(
    rows.map(({ row }) => {
      const legacy = toLegacyRow(row)
      const chromaId = legacy.text('chromadb_uuid')
      return [legacy.text('id'), { ...toKbBase(legacy), chromaId }]
    }),
  )
}

const addressIn = (params: Readonly<Record<string, unknown>>): string | undefined => {
  const found = params['url'] ?? params['video_url'] ?? params['youtube_url']
  return typeof found === 'string' && /^https?:\/\//.test(found) ? found : undefined
}

interface FilePlace {
  path: string
  url: string
  name: string
  chromaId: string
}

async function hasContent(
  statics: readonly string[],
  chroma: Chroma | undefined,
  { path, url, name, chromaId }: FilePlace,
): Promise<boolean> {
  const inside = insideStatic(path) ?? insideStatic(url)
  for (const folder of inside === undefined ? [] : statics)
    if ((await findInside(folder, inside ?? '')) !== undefined) return true
  return chromaId !== '' && chroma?.textOf(chromaId, { name, url }) !== undefined
}

async function openFile(
  statics: readonly string[],
  chroma: Chroma | undefined,
  { path, url, name, chromaId }: FilePlace,
): Promise<KbContent | undefined> {
  const inside = insideStatic(path) ?? insideStatic(url)
  for (const folder of inside === undefined ? [] : statics) {
    const content = await openInside(folder, inside ?? '')
    if (content) return { content, isRebuilt: false }
  }
  const text = chromaId === '' ? undefined : chroma?.textOf(chromaId, { name, url })
  return text === undefined ? undefined : { content: Buffer.from(text), isRebuilt: true }
}

/** The path of a file of this folder; never of one elsewhere that a link leads to. */
export async function findInside(folder: string, inside: string): Promise<string | undefined> {
  const path = await realpath(join(folder, inside)).catch(() => undefined)
  return path?.startsWith(folder + sep) && (await isFile(path)) ? path : undefined
}

export async function openInside(
  folder: string,
  inside: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const path = await findInside(folder, inside)
  if (path === undefined) return undefined
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return undefined
  if ((await file.stat()).isFile()) return file.createReadStream()
  await file.close()
  return undefined
}

async function findStatics(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)))
  return [...new Set(found.flatMap((folder) => folder ?? []))]
}

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true
