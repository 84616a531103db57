import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '../../../platform/config.ts'
import { type ForeignSqlite, openForeignSqlite } from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { findInside, openInside } from '../knowledge/kb-folder.ts'
import type { KbContent } from '../knowledge/kb-source.ts'
import { type LegacyRow, toLegacyRow } from '../source/legacy-row.ts'

const DATABASE = 'library-manager.db'
const CONTENT = 'content'
const STEP = /^[\w-]{1,100}$/
const MAX_FOLDERS = 50

/** Where an item is: `content/<organization>/<library>/<item>`. */
export interface ItemPlace {
  organization: string
  library: string
  item: string
  filename: string
}

/** The data folder of LAMB's library manager: the files of items, and in which folders people put them. */
export interface LibraryFolder {
  /** The original, or else the text that LAMB read from it. */
  open(place: ItemPlace): Promise<KbContent | undefined>
  has(place: ItemPlace): Promise<boolean>
  /** The text that LAMB gave to assistants. */
  openText(place: ItemPlace): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Names of folders, the outermost first. */
  foldersOf(item: string): string[]
  close(): Promise<void>
}

export async function openLibraryFolder(given: string): Promise<LibraryFolder> {
  const data = await findLibraryFolder(given)
  if (data === undefined) throw new SettingsError(`There is no folder ${CONTENT} or ${DATABASE} in ${given}.`)
  const content = await realpath(join(data, CONTENT)).catch(() => undefined)
  const database = (await isFile(join(data, DATABASE)))
    ? await openForeignSqlite(join(data, DATABASE))
    : undefined
  const folders = database ? readFolders(database) : new Map<string, string[]>()

  const openText = async (place: ItemPlace) => {
    const path = pathOf(place)
    return content === undefined || path === undefined
      ? undefined
      : openInside(content, join(path, 'content', 'full.md'))
  }

  async function has(place: ItemPlace): Promise<boolean> {
    const path = pathOf(place)
    if (content === undefined || path === undefined) return false
    const name = await originalIn(join(content, path, 'original'), place.filename)
    const files = [...(name === undefined ? [] : [join('original', name)]), join('content', 'full.md')]
    for (const file of files) if ((await findInside(content, join(path, file))) !== undefined) return true
    return false
  }

  return {
    has,
    openText,
    async open(place) {
      const path = pathOf(place)
      if (content === undefined || path === undefined) return undefined
      const name = await originalIn(join(content, path, 'original'), place.filename)
      const original =
        name === undefined ? undefined : await openInside(content, join(path, 'original', name))
      if (original) return { content: original, isRebuilt: false }
      const text = await openText(place)
      return text && { content: text, isRebuilt: true }
    },
    foldersOf: (item) => folders.get(item) ?? [],
    close: async () => database?.close(),
  }
}

/** The folder itself, or the one in it that has the items: an archive often has one more level. */
export async function findLibraryFolder(folder: string, depth = 3): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (entries.some((entry) => (entry.isDirectory() ? entry.name === CONTENT : entry.name === DATABASE)))
    return folder
  for (const entry of depth > 0 ? entries : []) {
    const found = entry.isDirectory()
      ? await findLibraryFolder(join(folder, entry.name), depth - 1)
      : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function pathOf({ organization, library, item }: ItemPlace): string | undefined {
  const steps = [organization, library, item]
  return steps.every((step) => STEP.test(step)) ? join(...steps) : undefined
}

/** LAMB changed characters of some names. */
async function originalIn(folder: string, filename: string): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => [])).sort()
  return names.includes(filename) ? filename : names[0]
}

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true

/** By item. */
function readFolders(database: ForeignSqlite): Map<string, string[]> {
  const folders = new Map<string, { name: string; parent: string }>()
  for (const row of rowsOf(database, 'content_folders'))
    folders.set(row.text('id'), { name: row.text('name').trim(), parent: row.text('parent_folder_id') })
  const byItem = new Map<string, string[]>()
  for (const row of rowsOf(database, 'content_items')) {
    const names: string[] = []
    let folder = folders.get(row.text('folder_id'))
    // Links may be circular.
    for (; folder && names.length < MAX_FOLDERS; folder = folders.get(folder.parent))
      if (folder.name !== '') names.unshift(folder.name)
    if (names.length > 0) byItem.set(row.text('id'), names)
  }
  return byItem
}

function* rowsOf(database: ForeignSqlite, table: string): Generator<LegacyRow> {
  if (!database.tables.has(table)) return
  for (let after = '-9223372036854775808'; ; ) {
    const page = database.page(table, after, 200)
    const last = page.at(-1)
    if (!last) return
    after = last.rowId
    for (const { row } of page) yield toLegacyRow(row)
  }
}
