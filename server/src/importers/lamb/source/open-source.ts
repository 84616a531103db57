import { createHash } from 'node:crypto'
import { SettingsError } from '../../../platform/config.ts'
import { type ForeignSqlite, openForeignSqlite } from '../../../platform/db/sqlite/foreign-sqlite.ts'
import { type LegacyRow, toLegacyRow } from './legacy-row.ts'

/** A database of a LAMB installation, or of its Open WebUI. */
export interface LegacySource {
  /** The names of the tables that are there, without the prefix of the installation. */
  has(table: string): boolean
  hasColumn(table: string, column: string): boolean
  count(table: string): number
  /** All rows in pages, so that the memory stays bounded. Throws if the file is damaged. */
  pages(table: string, pageSize?: number, after?: string): Generator<LegacyPage>
  rows(table: string): Generator<LegacyRow>
  close(): Promise<void>
}

export interface LegacyPage {
  rows: LegacyRow[]
  /** Continue after this one. */
  cursor: string
}

const PAGE = 200
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

  function* pages(table: string, pageSize = PAGE, after = START): Generator<LegacyPage> {
    const name = nameOf(table)
    if (name === undefined) return
    for (let cursor = after; ; ) {
      const records = database.page(name, cursor, pageSize)
      const last = records.at(-1)
      if (!last) return
      cursor = last.rowId
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
    close: database.close,
  }
}

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
