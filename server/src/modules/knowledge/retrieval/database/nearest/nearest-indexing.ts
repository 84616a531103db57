import type { Db } from '../../../../../platform/db/db.ts'
import type { RunLong } from '../../../../../platform/db/postgres/long-statements.ts'
import { isAppError } from '../../../../../platform/errors.ts'
import { newToken } from '../../../../../platform/ids.ts'
import type { Log } from '../../../../../platform/log.ts'
import { hasVector, readBlock, type VectorBlock } from '../../../../../search/vectors/vector-block.ts'
import { isSettled } from '../../vectors/serving.ts'
import { vectorRepository } from '../../vectors/vector.repository.ts'
import type { LargeLimits } from '../large/next-step.ts'
import { type NearestCopy, nearestRepository, type VectorTotal } from './nearest.repository.ts'
import type { Pgvector, PgvectorSupport } from './pgvector.ts'

export interface NearestIndexingDeps {
  db: Db
  log: Log
  support: PgvectorSupport
  runLong: RunLong
  limits: LargeLimits
}

/** The worker that has the base: see large-indexing.ts. */
interface Job {
  base: number
  worker: string
}

const LOOK_AROUND_MS = 10 * 60_000
const DOCUMENTS_AT_ONCE = 50
/** Adding to an index takes about ten milliseconds per passage. */
const ROWS_AT_ONCE = 100
/** From this many new passages on, building a new index is faster than adding to the old one. */
const MIN_REBUILD = 20_000
/** Memory of PostgreSQL for building an index, at most. Without enough, it takes several times as long. */
const MAX_BUILD_MB = 512
const LINKS_BYTES = 400

/**
 * Keeps the copies of vectors that pgvector searches. The vectors themselves stay in `knowledge_vectors`: a copy can be deleted at any time, and
 * is made again if it is still needed.
 */
export function createNearestIndexing({ db, log, support, runLong, limits }: NearestIndexingDeps) {
  const { fill, buildIndex } = createCopying({ db, log, runLong })
  let lookedAt = Number.NEGATIVE_INFINITY

  /** False when the server stops or the base is another worker's. */
  async function updateOne(job: Job, total: VectorTotal, pgvector: Pgvector, signal: AbortSignal) {
    const isSame = ({ model, dimension }: NearestCopy) =>
      model === total.model && dimension === total.dimension
    let copies = (await nearestRepository.copiesOf(db, job.base)).filter(isSame)
    const newest = copies.at(-1)
    if (!newest || (await isOutgrown(newest, total))) {
      // While its documents are being embedded, an index would be added to instead of built.
      if (!newest && !(await isEmbedded(job.base, total.model))) return true
      const { model, dimension } = total
      const suffix = newToken()
        .replace(/[^a-z0-9]/gi, '')
        .toLowerCase()
        .slice(0, 16)
      if (!(await nearestRepository.create(db, job, { model, dimension, suffix }, pgvector))) return false
      copies = (await nearestRepository.copiesOf(db, job.base)).filter(isSame)
    }
    const copy = copies.at(-1)
    if (!copy || !(await fill(copy, pgvector, signal))) return false
    if (copy.is_ready === 0) {
      await buildIndex(copy, total, pgvector, signal)
      if (!(await nearestRepository.setReady(db, job, copy))) return false
    }
    for (const old of copies.slice(0, -1)) if (!(await nearestRepository.remove(db, job, old))) return false
    return true
  }

  /** Whether a new copy is made in its place, which is searched once it is ready. */
  async function isOutgrown(copy: NearestCopy, total: VectorTotal): Promise<boolean> {
    if (copy.is_ready === 0) return false
    const missing = await nearestRepository.countMissing(db, copy)
    return missing > Math.max(MIN_REBUILD, total.passages / 2)
  }

  async function isEmbedded(base: number, model: string): Promise<boolean> {
    const { files, models } = await vectorRepository.stateOf(db, base)
    const state = models.get(model)
    return state !== undefined && isSettled(files, state)
  }

  /** Copies that can no longer be used, or are no longer needed. */
  async function removeOld(job: Job, totals: readonly VectorTotal[]): Promise<boolean> {
    for (const copy of await nearestRepository.copiesOf(db, job.base)) {
      const total = totals.find(
        ({ model, dimension }) => model === copy.model && dimension === copy.dimension,
      )
      const isNeeded = total !== undefined && total.bytes > limits.vectorBytes / 2
      if (copy.is_whole && isNeeded) continue
      if (!(await nearestRepository.remove(db, job, copy))) return false
    }
    return true
  }

  return {
    /** Makes, changes or deletes the copies of a base. False when the server stops or the base is another worker's. */
    async update(job: Job, signal: AbortSignal): Promise<boolean> {
      try {
        const totals = await nearestRepository.totalsOf(db, job.base)
        if (!(await removeOld(job, totals))) return false
        const wanted = totals.filter(({ bytes }) => bytes > limits.vectorBytes)
        const pgvector = wanted.length > 0 ? await support.ensure() : undefined
        for (const total of pgvector ? wanted : []) {
          if (!pgvector || total.dimension > pgvector.maxDimension) {
            support.note(
              `the vectors of ${total.model} have ${total.dimension} numbers, which pgvector can’t index: large knowledge bases are searched without it`,
            )
            continue
          }
          if (!(await updateOne(job, total, pgvector, signal))) return false
        }
        return true
      } catch (error) {
        if (signal.aborted) return false
        // The database is away: the job is tried again. Anything else must not keep the base from being indexed by words.
        if (isAppError(error) && error.code === 'unavailable') throw error
        log.error({ err: error, base: job.base }, 'failed to index vectors with pgvector')
        return true
      }
    },

    /** Now and then: for an extension that was installed since, copies that failed, and deleted bases. */
    async lookAround(): Promise<void> {
      if (performance.now() - lookedAt < LOOK_AROUND_MS) return
      lookedAt = performance.now()
      for (const name of await nearestRepository.unownedTables(db))
        await nearestRepository.dropTable(db, name)
      if (await support.mayBeUsed()) await nearestRepository.lookAgain(db, limits.vectorBytes)
    },
  }
}

/** Writes one copy. */
function createCopying({ db, log, runLong }: Pick<NearestIndexingDeps, 'db' | 'log' | 'runLong'>) {
  /** False when the server stops. */
  async function fill(copy: NearestCopy, pgvector: Pgvector, signal: AbortSignal): Promise<boolean> {
    while (await nearestRepository.deleteGone(db, copy)) if (signal.aborted) return false
    for (;;) {
      const ids = await nearestRepository.missing(db, copy, DOCUMENTS_AT_ONCE)
      if (ids.length === 0) return true
      for (const id of ids) {
        if (signal.aborted) return false
        const [vectors] = await vectorRepository.read(db, [id])
        // Otherwise it was deleted since.
        if (vectors) {
          const block = readBlock(vectors.bytes, vectors.dimension)
          await nearestRepository.add(db, copy, id, batchesOf(block), pgvector)
        }
      }
    }
  }

  async function buildIndex(
    copy: NearestCopy,
    { passages, dimension }: VectorTotal,
    pgvector: Pgvector,
    signal: AbortSignal,
  ): Promise<void> {
    const started = performance.now()
    const perPassage = dimension * (pgvector.type === 'halfvec' ? 2 : 4) + LINKS_BYTES
    const memoryMb = Math.min(MAX_BUILD_MB, Math.ceil((passages * perPassage) / 2 ** 20))
    const build = (withWorkers: boolean) =>
      runLong(nearestRepository.indexStatements(copy, pgvector, memoryMb, withWorkers), signal)
    try {
      await build(true)
    } catch (error) {
      signal.throwIfAborted()
      // The connection was lost: the job is tried again.
      if (isAppError(error)) throw error
      // Containers often have less shared memory than the workers need.
      log.warn(
        { err: error, base: copy.knowledge_base_id },
        'trying again to build a vector index, without workers',
      )
      await build(false)
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    log.info({ base: copy.knowledge_base_id, passages, seconds }, 'built a vector index with pgvector')
  }

  return { fill, buildIndex }
}

export type NearestIndexing = ReturnType<typeof createNearestIndexing>

const CODES = Array.from({ length: 256 }, (_, byte) => String((byte << 24) >> 24))

/** Passages as pgvector reads them. Their length does not matter for the angle, so codes are as good as the numbers. */
function* batchesOf({
  dimension,
  codes,
  scales,
}: VectorBlock): Generator<{ ordinal: number; text: string }[]> {
  const width = scales.length === 0 ? 0 : codes.length / scales.length
  let batch: { ordinal: number; text: string }[] = []
  for (let ordinal = 0; ordinal < scales.length; ordinal++) {
    if (!hasVector({ dimension, codes, scales }, ordinal)) continue
    const texts = Array.from(
      codes.subarray(ordinal * width, ordinal * width + dimension),
      (code) => CODES[code & 255],
    )
    batch.push({ ordinal, text: `[${texts.join(',')}]` })
    if (batch.length < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
