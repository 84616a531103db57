import type { Db } from '../../../../../platform/db/db.ts'
import { isAppError } from '../../../../../platform/errors.ts'
import type { Log } from '../../../../../platform/log.ts'
import type { EmbeddedQuestion } from '../../../../../search/vectors/semantic-score.ts'
import { type NearPlace, nearestRepository } from './nearest.repository.ts'
import type { PgvectorSupport } from './pgvector.ts'

/** As many as are found by words. */
const CANDIDATES = 200

/** Finds passages of large bases by meaning. None when pgvector is not there: the search goes on without. */
export function createNearestSearch({ db, log, support }: { db: Db; log: Log; support: PgvectorSupport }) {
  async function inBase(base: number, { model, vector }: EmbeddedQuestion): Promise<NearPlace[]> {
    const copy = await nearestRepository.readyOf(db, base, model)
    if (copy?.dimension !== vector.length) return []
    const pgvector = await support.current()
    return pgvector ? nearestRepository.near(db, copy, vector, CANDIDATES, pgvector) : []
  }

  return async (meanings: ReadonlyMap<number, EmbeddedQuestion>): Promise<NearPlace[]> => {
    const found: NearPlace[] = []
    for (const [base, meaning] of meanings)
      try {
        found.push(...(await inBase(base, meaning)))
      } catch (error) {
        if (isAppError(error)) throw error
        // For example, the extension was removed a moment ago.
        log.warn({ err: error, base }, 'failed to search with pgvector')
      }
    return found
  }
}

export type NearestSearch = ReturnType<typeof createNearestSearch>
