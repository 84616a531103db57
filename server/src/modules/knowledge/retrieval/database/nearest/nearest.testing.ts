import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/db.ts'
import type { OpenDatabase } from '../../../../../platform/db/open-database.ts'
import { createRunLong } from '../../../../../platform/db/postgres/long-statements.ts'
import { createLog, type Log } from '../../../../../platform/log.ts'
import { createDiskStorage } from '../../../../../platform/storage/disk/disk-storage.ts'
import { createKnowledge } from '../../../knowledge.ts'
import { createFakeEmbedder } from '../../vectors/embedder.testing.ts'

/** No vector is in memory, except those of new documents: two of them with 512 numbers, and not three. */
const LIMITS = { base: 12, part: 8, tail: 3, merged: 200, vectorBytes: 1200, sampleBytes: 0 }

const unused = () => Promise.reject(new Error('not used here'))

interface InstanceOptions {
  database: Pick<OpenDatabase, 'db' | 'newClient'>
  dataDir: string
  log?: Log
  embedder?: ReturnType<typeof createFakeEmbedder>
  /** Without it, no copies are made. */
  withNearest?: boolean
}

/** With small limits: 16 documents are a large base. */
export const createInstance = ({
  database: { db, newClient },
  dataDir,
  log = createLog('silent'),
  embedder = createFakeEmbedder(),
  withNearest = true,
}: InstanceOptions) =>
  createKnowledge({
    db,
    isPostgres: true,
    runLong: withNearest && newClient ? createRunLong(newClient) : undefined,
    log,
    dataDir,
    storage: createDiskStorage(dataDir),
    webFetcher: { crawl: unused, fetchTranscript: unused },
    maySharePeople: async () => true,
    usedByOthers: async () => [],
    largeLimits: LIMITS,
    embedder,
  })

/** Whether PostgreSQL has the extension. Without it, says which tests are skipped. */
export async function findPgvector(db: Db, tests: string): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'vector'`.execute(db)
  if (rows.length === 0)
    process.stderr.write(`\n!!! No pgvector on this PostgreSQL: ${tests} are SKIPPED.\n\n`)
  return rows.length > 0
}

/** A log that keeps its warnings and errors in `logged`. */
export const createRecordingLog = (logged: string[]): Log =>
  Object.assign(createLog('silent'), {
    warn: (...parts: unknown[]) => logged.push(String(parts.at(-1))),
    error: (...parts: unknown[]) => logged.push(String(parts.at(-1))),
  })
