import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe } from 'vitest'
import { newToken } from '../ids.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

export interface TestDatabase extends OpenDatabase {
  /** What to give to a second `openDatabase` that shall see the same tables. */
  url: string
  dataDir: string
}

/** Each call gives a new, empty database; it is closed and removed after the suite. `migrated: false` leaves out the tables. */
export type OpenTestDatabase = (options?: { migrated?: boolean }) => Promise<TestDatabase>

interface Place {
  url: string
  dataDir: string
  remove(): Promise<void>
}

/** Runs the suite once on SQLite and once on PostgreSQL, which scripts/test-databases.mjs starts. */
export function describeOnEachDatabase(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (sqlite)`, () => suite(createOpener(sqlitePlace)))
  const server = process.env.TEST_POSTGRES_URL
  if (server) describe(`${name} (postgres)`, () => suite(createOpener(() => postgresPlace(server))))
  else
    describe.skip(`${name} (postgres) SKIPPED: no PostgreSQL, set TEST_POSTGRES_URL or install it`, () =>
      suite(createOpener(sqlitePlace)))
}

/** For a suite that only concerns SQLite. */
export function describeOnSqlite(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(name, () => suite(createOpener(sqlitePlace)))
}

function createOpener(makePlace: () => Promise<Place>): OpenTestDatabase {
  const cleanups: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  })
  return async ({ migrated = true } = {}) => {
    const { url, dataDir, remove } = await makePlace()
    cleanups.push(remove)
    const database = await openDatabase({ url, dataDir })
    cleanups.push(database.close)
    if (migrated) await database.migrate()
    return { ...database, url, dataDir }
  }
}

async function sqlitePlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-test-'))
  return {
    dataDir,
    url: `sqlite:${join(dataDir, 'test.db')}`,
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** A schema of its own: quicker to make than a database, and suites in parallel do not meet. */
async function postgresPlace(server: string): Promise<Place> {
  const schema = `test_${newToken()
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()}`
  const { dataDir, remove } = await sqlitePlace()
  await runOnce(server, `create schema ${schema}`)
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return {
    dataDir,
    url: url.href.replaceAll('+', '%20'),
    remove: async () => {
      await runOnce(server, `drop schema ${schema} cascade`)
      await remove()
    },
  }
}

async function runOnce(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
