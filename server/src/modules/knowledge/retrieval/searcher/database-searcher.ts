import type { Db } from '../../../../platform/db/db.ts'
import { passageRepository } from '../../passages/passage.repository.ts'
import { largeRepository } from '../database/large/large.repository.ts'
import { LARGE_LIMITS, type LargeLimits } from '../database/large/next-step.ts'
import { readLists } from '../database/large/read-lists.ts'
import { nearestRepository } from '../database/nearest/nearest.repository.ts'
import type { NearestSearch } from '../database/nearest/nearest-search.ts'
import type { Reindexing } from '../reindex/reindex.ts'
import { type Serving, versionOf } from '../vectors/serving.ts'
import { vectorRepository } from '../vectors/vector.repository.ts'
import { createSearcher } from './searcher.ts'

export interface DatabaseSearcherDeps {
  db: Db
  serving: Serving
  ensure: Reindexing['ensure']
  /** Only with PostgreSQL. */
  nearest?: NearestSearch | undefined
  limits?: LargeLimits | undefined
  memoryMb?: number | undefined
}

/** The searcher, with what it reads from the database. */
export const createDatabaseSearcher = ({
  db,
  serving,
  ensure,
  nearest,
  limits = LARGE_LIMITS,
  memoryMb,
}: DatabaseSearcherDeps) =>
  createSearcher({
    ...(memoryMb !== undefined && { maxBytes: memoryMb * 1024 * 1024 }),
    async segmentIdsOf(base) {
      await ensure(base)
      const { version, organizationId, ...index } = await passageRepository.segmentIdsOf(db, base)
      const model = await serving.modelOf({ id: base, organizationId, version })
      const vectors =
        model === undefined
          ? []
          : index.parts.length > 0
            ? await someVectors(db, base, model, limits, nearest !== undefined)
            : await vectorRepository.readyIdsOf(db, base, model)
      return { version: versionOf(version, model), ...index, vectors }
    },
    segments: (ids) => passageRepository.segments(db, ids),
    vectors: (ids) => vectorRepository.read(db, ids),
    large: {
      headers: (ids) => largeRepository.headers(db, ids),
      lists: (lists) => readLists(db, lists),
      texts: (places) => largeRepository.texts(db, places),
      nearest: nearest ?? (async () => []),
    },
  })

async function someVectors(
  db: Db,
  base: number,
  model: string,
  limits: LargeLimits,
  hasNearest: boolean,
): Promise<number[]> {
  const copy = hasNearest ? await nearestRepository.readyOf(db, base, model) : undefined
  return largeRepository.vectorsInMemory(db, { base, model, nearest: copy?.id }, limits)
}
