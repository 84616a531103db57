import { readDatabaseClock } from '../../../../../platform/db/database-clock.ts'
import type { Db } from '../../../../../platform/db/db.ts'
import { newUuid } from '../../../../../platform/ids.ts'
import { createLeasedWork } from '../../../../../platform/jobs/leased-work.ts'
import type { Log } from '../../../../../platform/log.ts'
import { passageRepository } from '../../../passages/passage.repository.ts'
import { inPieces } from '../../in-pieces.ts'
import type { NearestIndexing } from '../nearest/nearest-indexing.ts'
import { INDEX_LEASE_SECONDS, type IndexJob, indexingRepository } from './indexing.repository.ts'
import { largeRepository } from './large.repository.ts'
import { type IndexStep, LARGE_LIMITS, type LargeLimits, nextStep } from './next-step.ts'
import { type PartInThread, withMergedPart, withPartInThread } from './part-thread.ts'
import type { TermBlock } from './term-blocks.ts'

export interface LargeIndexingDeps {
  db: Db
  log: Log
  /** Without it, the copies of vectors that pgvector searches are not made. */
  nearest?: NearestIndexing
  limits?: LargeLimits
  lookMs?: number
}

const RENEW_MS = 5000
/** Seconds in which a part has to be built; one of a process that was killed is deleted after that. */
const BUILD_SECONDS = 3600
const SEGMENTS_AT_ONCE = 100
const PAUSE_MS = 1000

/**
 * Builds the parts that large knowledge bases are searched by, and moves bases that grew large over to them. They are searched as before
 * until that is done. As with ingestion, what is to be done is in the database, so another instance goes on after a kill.
 */
export function createLargeIndexing({
  db,
  log,
  nearest,
  limits = LARGE_LIMITS,
  lookMs = 10_000,
}: LargeIndexingDeps) {
  const worker = newUuid()
  const clock = () => readDatabaseClock(db, true)
  const { wake, stop } = createLeasedWork<IndexJob>({
    log,
    atOnce: 1,
    lookMs,
    claim: async () => {
      const now = await clock()
      await indexingRepository.deleteOldPart(db, now)
      await nearest?.lookAround()
      return indexingRepository.claim(db, worker, now)
    },
    work,
    failure: 'failed to look for knowledge bases to index',
  })

  async function work(job: IndexJob, controller: AbortController): Promise<void> {
    const renewing = setInterval(() => {
      clock()
        .then((now) => indexingRepository.renew(db, job.id, worker, now + INDEX_LEASE_SECONDS))
        .then((isMine) => isMine || controller.abort(new Error('another worker has the knowledge base')))
        .catch((error: unknown) => log.warn({ err: error, base: job.id }, 'a lease was not renewed'))
    }, RENEW_MS)
    try {
      const isDone =
        (await takeSteps(job.id, controller.signal)) &&
        ((await nearest?.update({ base: job.id, worker }, controller.signal)) ?? true)
      await indexingRepository.release(db, job.id, worker, isDone ? job.index_version : undefined)
    } catch (error) {
      // The lease runs out, and it is tried again.
      if (!controller.signal.aborted)
        log.error({ err: error, base: job.id }, 'failed to index a large knowledge base')
    } finally {
      clearInterval(renewing)
    }
  }

  /** False when the server stops or the base is another worker's. */
  async function takeSteps(base: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      if (signal.aborted) return false
      const step = nextStep(await indexingRepository.stateOf(db, base), limits)
      if (!step) return true
      if (!(await take(base, step))) return false
    }
  }

  async function take(base: number, step: IndexStep): Promise<boolean> {
    if (step.kind === 'make-large') return indexingRepository.makeLarge(db, base, worker)
    if (step.kind === 'make-small') return indexingRepository.makeSmall(db, base, worker, await clock())
    if (step.kind === 'merge') return merge(base, step.parts)
    const segments = [...(await indexingRepository.segmentsOf(db, step.replaces)), ...step.segments]
    return publish(base, { segments, replaces: step.replaces }, (use) =>
      withPartInThread(readSegments(db, segments), use),
    )
  }

  async function merge(base: number, parts: readonly number[]): Promise<boolean> {
    const live = await indexingRepository.segmentsOf(db, parts)
    const headers = await largeRepository.headers(db, parts)
    const lasts: (TermBlock | undefined)[] = headers.map(() => undefined)
    const read = async (at: number): Promise<TermBlock[]> => {
      const blocks = await largeRepository.blocksAfter(db, headers[at]?.id ?? 0, lasts[at])
      lasts[at] = blocks.at(-1)
      return blocks
    }
    return publish(base, { segments: live, replaces: parts }, (use) =>
      withMergedPart({ headers, live, read }, use),
    )
  }

  /** Writes what `make` builds. False when the job was lost in the meantime. */
  async function publish(
    base: number,
    change: { segments: readonly number[]; replaces: readonly number[] },
    make: (use: (part: PartInThread) => Promise<void>) => Promise<void>,
  ): Promise<boolean> {
    let isPublished = false
    await make(async ({ passages, header, next }) => {
      const until = (await clock()) + BUILD_SECONDS
      const part = await largeRepository.beginPart(db, base, header, passages, until)
      for (let blocks = await next(); blocks.length > 0; blocks = await next())
        await largeRepository.insertBlocks(db, part, blocks)
      isPublished = await indexingRepository.publish(db, base, worker, {
        ...change,
        part,
        now: await clock(),
      })
    })
    return isPublished
  }

  return withPauses({ wake, stop })
}

/**
 * Looks at once, but not again within a second: many small files change a base ten times per second, and each look
 * counts all of its passages.
 */
export function withPauses({ wake, stop }: { wake(): void; stop(): Promise<void> }) {
  let lookedAt = -PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = (): void => {
    timer = undefined
    lookedAt = performance.now()
    wake()
  }
  return {
    wake(): void {
      if (isStopped) return
      const wait = lookedAt + PAUSE_MS - performance.now()
      if (wait <= 0 && !timer) look()
      else timer ??= setTimeout(look, wait).unref()
    },
    stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      return stop()
    },
  }
}

const readSegments = (db: Db, ids: readonly number[]) =>
  inPieces(ids, (some) => passageRepository.segments(db, some), SEGMENTS_AT_ONCE)
