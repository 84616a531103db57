import type { Db } from '../../../../../platform/db/db.ts'
import type { RunLong } from '../../../../../platform/db/postgres/long-statements.ts'
import type { Log } from '../../../../../platform/log.ts'
import type { LargeLimits } from '../large/next-step.ts'
import { createNearestIndexing } from './nearest-indexing.ts'
import { createNearestSearch } from './nearest-search.ts'
import { createPgvector } from './pgvector.ts'

export interface NearestDeps {
  db: Db
  log: Log
  runLong: RunLong
  limits: LargeLimits
}

/** The search of large knowledge bases by meaning, where PostgreSQL has pgvector (docs/decisions/0023). */
export function createNearest(deps: NearestDeps) {
  const support = createPgvector(deps)
  return {
    indexing: createNearestIndexing({ ...deps, support }),
    search: createNearestSearch({ ...deps, support }),
  }
}
