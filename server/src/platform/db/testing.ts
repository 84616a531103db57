import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import type { Db } from './db.ts'
import { emptyDatabase } from './empty.testing.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createOutboxDatabase } from './outbox/outbox-database.ts'
import { copySqliteTemplate, newPostgresDatabase } from './templates.testing.ts'

export interface TestDatabase extends OpenDatabase {
  /** Pass it to a second `openDatabase` to open the same database. */
  url: string
  dataDir: string
}

export interface TestDatabaseOptions {
  /** `false` creates no tables. */
  migrated?: boolean
  /** The same database for the whole suite, emptied on each call. A new one takes ten times as long. */
  emptied?: boolean
}

/** Each call creates a new database, which is removed after the suite. */
export type OpenTestDatabase = (options?: TestDatabaseOptions) => Promise<TestDatabase>

interface Place {
  url: string
  dataDir: string
  remove(): Promise<void>
}

type MakePlace = (migrated: boolean) => Promise<Place>

/** Runs the suite once on SQLite and once on PostgreSQL, which scripts/test/test-databases.mjs starts. */
export function describeOnEachDatabase(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (sqlite)`, () => suite(createOpener(sqlitePlace)))
  describeOnPostgres(`${name} (postgres)`, suite)
}

/** For routes and importers: on PostgreSQL only in npm run test:all. Every day, their repositories are tested there. */
export function describeWithNightlyPostgres(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (sqlite)`, () => suite(createOpener(sqlitePlace)))
  describeOnPostgres(`${name} (postgres)`, suite, ['nightly'])
}

/** For a suite that only concerns PostgreSQL. */
export function describeOnPostgres(
  name: string,
  suite: (open: OpenTestDatabase) => void,
  tags: string[] = [],
): void {
  const server = process.env.TEST_POSTGRES_URL
  if (server)
    describe(name, { tags }, () => suite(createOpener((migrated) => postgresPlace(server, migrated))))
  else
    describe.skip(`${name} SKIPPED: no PostgreSQL, set TEST_POSTGRES_URL or install it`, () =>
      suite(createOpener(sqlitePlace)))
}

/** For suites that only concern SQLite. */
export function describeOnSqlite(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(name, () => suite(createOpener(sqlitePlace)))
}

function createOpener(makePlace: MakePlace): OpenTestDatabase {
  const cleanups: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  })
  const openNew = async (migrated: boolean): Promise<TestDatabase> => {
    const { url, dataDir, remove } = await makePlace(migrated)
    cleanups.push(remove)
    const database = await openDatabase({ url, dataDir })
    cleanups.push(database.close)
    return { ...database, url, dataDir }
  }
  let kept: TestDatabase | undefined
  return async ({ migrated = true, emptied = false } = {}) => {
    if (!emptied) return openNew(migrated)
    if (kept) await emptyDatabase(kept)
    kept ??= await openNew(true)
    return kept
  }
}

async function sqlitePlace(migrated: boolean): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-test-'))
  const file = join(dataDir, 'test.db')
  if (migrated) await copySqliteTemplate(file)
  return {
    dataDir,
    url: `sqlite:${file}`,
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

async function postgresPlace(server: string, migrated: boolean): Promise<Place> {
  const { dataDir, remove } = await sqlitePlace(false)
  const database = await newPostgresDatabase(server, { migrated })
  return {
    dataDir,
    url: database.url,
    remove: async () => {
      await database.drop()
      await remove()
    },
  }
}

/** Holds nothing back for longer than the test. */
export const createTestOutbox = (db: Db): Outbox =>
  createOutbox({
    database: createOutboxDatabase(db, 'sqlite'),
    folder: join(tmpdir(), 'bellwether-no-outbox'),
    onError(error) {
      throw error
    },
  })
