import type { OpenDatabase } from '../../../../platform/db/open-database.ts'
import { createRunLong } from '../../../../platform/db/postgres/long-statements.ts'
import { createLog, type Log } from '../../../../platform/log.ts'
import { createDiskStorage } from '../../../../platform/storage/disk/disk-storage.ts'
import { createKnowledge } from '../../knowledge.ts'
import { createFakeEmbedder } from '../vectors/embedder.testing.ts'

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
