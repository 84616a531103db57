import { createHash } from 'node:crypto'
import { SettingsError } from '../../../platform/config.ts'
import {
  type ForeignRow,
  type ForeignSqlite,
  openForeignSqlite,
} from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { type LegacyRow, toLegacyRow, toText } from './legacy-row.ts'

/** A database of a LAMB installation, or of its Open WebUI. */
export interface LegacySource {
  /** The names of the tables that are there, without the prefix of the installation. */
  has(table: string): boolean
  hasColumn(table: string, column: string): boolean
  count(table: string): number
  /** All rows in pages, so that the memory stays bounded. Throws if the file is damaged. */
  pages(table: string, pageSize?: number, after?: string): Generator<LegacyPage>
  rows(table: string): Generator<LegacyRow>
  /** The rows read so far with texts that lost U+0000. */
  cleaned(): CleanedRows[]
  close(): Promise<void>
}

export interface LegacyPage {
  rows: LegacyRow[]
  /** Continue after this one. */
  cursor: string
}

export interface CleanedRows {
  table: string
  count: number
  /** The first ones. */
  ids: string[]
}

const PAGE = 200
const MAX_LISTED = 20
const START = '-9223372036854775808'
const USERS = 'creator_users'

export async function openLambDatabase(path: string): Promise<LegacySource> {
  const database = await openForeignSqlite(path)
  const users = [...database.tables.keys()].filter((name) => name.toLowerCase().endsWith(USERS))
  // Several installations in one file are possible, but which one is meant is not known.
  const [usersTable, ...others] = users.sort((a, b) => a.length - b.length)
  if (usersTable === undefined || others.length > 0) {
    await database.close()
    throw new SettingsError(
      usersTable === undefined
        ? `${path} is not a LAMB database: it has no table Creator_users.`
        : `${path} has the tables of several installations: ${users.join(', ')}.`,
    )
  }
  return createSource(database, usersTable.slice(0, usersTable.length - USERS.length))
}

export async function openWebuiDatabase(path: string): Promise<LegacySource> {
  const database = await openForeignSqlite(path)
  const source = createSource(database, '')
  if (source.has('user') && source.has('auth')) return source
  await source.close()
  throw new SettingsError(`${path} is not a database of Open WebUI: it has no tables user and auth.`)
}

function createSource(database: ForeignSqlite, prefix: string): LegacySource {
  const byName = new Map(
    [...database.tables.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name.slice(prefix.length).toLowerCase(), name]),
  )
  const nameOf = (table: string): string | undefined => byName.get(table.toLowerCase())

  const cleaned = new Map<string, { rows: Set<string>; ids: string[] }>()
  function noteCleaned(table: string, rowId: string, row: ForeignRow): void {
    if (!Object.values(row).some(hasNul)) return
    const { rows, ids } = cleaned.get(table) ?? { rows: new Set(), ids: [] }
    if (!rows.has(rowId) && ids.length < MAX_LISTED) ids.push(toText(row['id'] ?? rowId).slice(0, 100))
    rows.add(rowId)
    cleaned.set(table, { rows, ids })
  }

  function* pages(table: string, pageSize = PAGE, after = START): Generator<LegacyPage> {
    const name = nameOf(table)
    if (name === undefined) return
    for (let cursor = after; ; ) {
      const records = database.page(name, cursor, pageSize)
      const last = records.at(-1)
      if (!last) return
      cursor = last.rowId
      for (const { rowId, row } of records) noteCleaned(table, rowId, row)
      yield { rows: records.map(({ row }) => toLegacyRow(row)), cursor }
    }
  }

  return {
    has: (table) => nameOf(table) !== undefined,
    hasColumn: (table, column) =>
      (database.tables.get(nameOf(table) ?? '') ?? []).includes(column.toLowerCase()),
    count(table) {
      const name = nameOf(table)
      return name === undefined ? 0 : database.count(name)
    },
    pages,
    *rows(table) {
      for (const { rows } of pages(table)) yield* rows
    },
    cleaned: () => [...cleaned].map(([table, { rows, ids }]) => ({ table, count: rows.size, ids })),
    close: database.close,
  }
}

const hasNul = (value: unknown): boolean => value instanceof Uint8Array && value.includes(0)

/**
 * The same for every copy of one installation's database: its first organization and first user stay. Their e-mail
 * addresses and names may change.
 */
export function sourceIdOf(source: LegacySource): string {
  const facts = ['organizations', USERS].map((table) => {
    const [first] = source.rows(table)
    return [first?.integer('id') ?? null, first?.text('created_at') ?? null]
  })
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
}
