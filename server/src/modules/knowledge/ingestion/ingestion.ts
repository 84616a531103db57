import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isAppError } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { baseRepository, lockBase } from '../bases/base.repository.ts'
import { isUnreachable } from '../crawler/unreachable-page.ts'
import { fileRepository } from '../documents/file.repository.ts'
import { withoutPassword } from '../documents/file-password.ts'
import { createLeasedWork } from '../jobs/leased-work.ts'
import type { ReceivedFile } from '../originals/originals.ts'
import { isUnreadable } from '../readers/unreadable-document.ts'
import { parseOrEmpty } from '../records.ts'
import { passageRepository } from '../retrieval/passage.repository.ts'
import { rememberVectors, reuseVectors } from '../retrieval/vectors/reuse-vectors.ts'
import type { PreparedDocument } from './index-document.ts'
import { type Job, jobRepository } from './job.repository.ts'

export interface Progress {
  stage: 'fetch' | 'read' | 'describe' | 'split' | 'index'
  current: number
  total: number
}

export interface IngestionDeps {
  db: Db
  isPostgres: boolean
  log: Log
  /** Reads, splits and indexes, off the event loop. */
  prepare(job: Job, hooks: { signal: AbortSignal; onProgress(progress: Progress): void }): Promise<Prepared>
  /** The original of a file that was replaced. */
  removeOriginal(path: string): Promise<void>
  /** A file can be searched now. */
  onIndexed?(): void
  /** Files read at the same time. */
  atOnce?: number
}

/** What became of a document. A site also leaves what the next reading of it needs to know. */
export type Prepared = { document: PreparedDocument; snapshot?: ReceivedFile } | 'unchanged'

const MOST_ATTEMPTS = 4
/** So often a file may be under way when the server is killed. One that is there every time may be the reason. */
const MOST_KILLS = 10
/** Seconds, doubled with each attempt. */
const FIRST_WAIT = 5
const RENEW_MS = 5000
const TELL_MS = 500
/** Other instances bring work too, and leases run out: so often somebody looks. */
const LOOK_MS = 5000

/**
 * Works off the files that wait to be read. What it is doing is in the database and not here: after a kill the next process goes on, and
 * several processes share the work. A file's passages, its segment and its state change in one transaction, so a file is never half there
 * and never there twice.
 */
export function createIngestion(deps: IngestionDeps) {
  const { db, isPostgres, log, prepare, removeOriginal, atOnce = 2 } = deps
  const { wake, abandon, stop } = createLeasedWork<Job>({
    log,
    atOnce,
    lookMs: LOOK_MS,
    claim: async () => {
      const now = nowSeconds()
      if (isPostgres) await giveUp(now)
      return jobRepository.claim(db, newUuid(), now, isPostgres)
    },
    work,
    failure: 'no work could be looked for',
  })

  let isStarted = false

  async function giveUp(leasedBefore: number): Promise<void> {
    const now = nowSeconds()
    const count = await jobRepository.giveUp(db, {
      attempts: MOST_KILLS,
      leasedBefore,
      now,
      message: KILLED,
    })
    if (count > 0) log.warn({ files: count }, 'files that were never read to their end were given up')
  }

  async function work(job: Job, controller: AbortController): Promise<void> {
    const teller = createTeller(deps, job, controller)
    try {
      const prepared = await prepare(job, { signal: controller.signal, onProgress: teller.tell })
      if (prepared === 'unchanged') await endUnchanged(job)
      else await index(job, prepared, teller, controller.signal)
    } catch (error) {
      await fail(job, error, controller.signal.aborted).catch((again: unknown) =>
        log.error({ err: again, file: job.id }, 'the end of a job was not written'),
      )
    } finally {
      teller.stop()
    }
  }

  async function index(
    job: Job,
    { document, snapshot }: Exclude<Prepared, 'unchanged'>,
    teller: Pick<ReturnType<typeof createTeller>, 'tell'>,
    signal: AbortSignal,
  ): Promise<void> {
    let kept: string | undefined
    try {
      signal.throwIfAborted()
      teller.tell({ stage: 'index', current: 0, total: document.chunks.length })
      kept = await snapshot?.keep()
      await finish(job, document, kept)
    } catch (error) {
      await snapshot?.discard()
      if (kept !== undefined) await removeOriginal(kept)
      throw error
    }
  }

  /** What was found in it before is found in it still. */
  async function endUnchanged(job: Job): Promise<void> {
    const now = nowSeconds()
    await jobRepository.end(db, job, {
      status: 'completed',
      stage: 'done',
      progress_current: job.chunk_count,
      progress_total: job.chunk_count,
      finished_at: now,
      updated_at: now,
    })
  }

  async function finish(job: Job, document: PreparedDocument, snapshot: string | undefined): Promise<void> {
    const now = nowSeconds()
    const unused = await db.transaction().execute(async (tx) => {
      // The base before its files, as everybody does it who changes both: else two could wait for each other for ever.
      await lockBase(tx, job.knowledge_base_id)
      const vectors = await rememberVectors(tx, job)
      const isMine = await jobRepository.end(tx, job, {
        status: 'completed',
        stage: 'done',
        progress_current: document.chunks.length,
        progress_total: document.chunks.length,
        title: document.title,
        language: document.language,
        chunk_count: document.chunks.length,
        character_count: document.characters,
        warnings: JSON.stringify(document.warnings),
        // A password that opened the file is not needed any more.
        plugin_params: JSON.stringify(withoutPassword(parseOrEmpty(job.plugin_params))),
        stored_path: snapshot ?? job.stored_path,
        finished_at: now,
        updated_at: now,
      })
      if (!isMine) return snapshot === undefined ? [] : [snapshot]
      await passageRepository.replace(
        tx,
        job.id,
        document.chunks.map((chunk, ordinal) => toRow(job.id, ordinal, chunk)),
        document.segment,
      )
      await reuseVectors(tx, job.id, vectors)
      const before = await fileRepository.deleteOlderNamesakes(tx, job)
      await baseRepository.markChanged(tx, job.knowledge_base_id)
      return snapshot !== undefined && job.stored_path !== null ? [...before, job.stored_path] : before
    })
    deps.onIndexed?.()
    for (const path of unused)
      await removeOriginal(path).catch((error: unknown) =>
        log.warn({ err: error, file: job.id }, 'an original that is not needed any more was not removed'),
      )
  }

  async function fail(job: Job, error: unknown, aborted: boolean): Promise<void> {
    const now = nowSeconds()
    if (aborted) {
      // Cancelled or deleted jobs are no longer ours; only one that this process gives back is still processing.
      await jobRepository.end(db, job, {
        status: 'pending',
        stage: 'waiting',
        attempts: job.attempts - 1,
        updated_at: now,
      })
      return
    }
    const told = toTold(error)
    const isFinal = told?.isFinal === true || job.attempts >= MOST_ATTEMPTS
    if (!told) log.error({ err: error, file: job.id, attempt: job.attempts }, 'a document was not read')
    await jobRepository.end(db, job, {
      ...(isFinal
        ? { status: 'failed', finished_at: now }
        : { status: 'pending', stage: 'waiting', run_after: now + FIRST_WAIT * 2 ** (job.attempts - 1) }),
      ...(told?.code === 'wrong_password'
        ? { plugin_params: JSON.stringify(withoutPassword(parseOrEmpty(job.plugin_params))) }
        : {}),
      error_code: told?.code ?? 'failed',
      error_message: told?.message ?? UNEXPECTED,
      updated_at: now,
    })
  }

  return {
    /** Nothing is begun before `start`: it would be taken for what a process before this one has left. */
    wake(): void {
      if (isStarted) wake()
    },

    /** To be called once. */
    async start(): Promise<void> {
      // One SQLite file has one server: whatever is under way was left by the process before this one.
      if (!isPostgres) {
        await giveUp(Number.MAX_SAFE_INTEGER)
        await jobRepository.releaseAll(db)
      }
      isStarted = true
      wake()
    },

    /** Ends the work on a file that was cancelled or deleted here; elsewhere it is noticed at the next renewal. */
    abandon,

    /** What is under way is given back, for the next process to begin anew. */
    stop,
  }
}

export type Ingestion = ReturnType<typeof createIngestion>

const UNEXPECTED =
  'Something went wrong on the server while this file was read. Try again; if it goes on, tell whoever runs this server.'

const KILLED =
  'The server stopped every time while it was reading this file. Try again; if it goes on, split the file, or tell whoever runs this server.'

/** What can be said to the person who brought the document. A site that did not answer may do so later. */
function toTold(error: unknown): { code: string; message: string; isFinal: boolean } | undefined {
  if (isUnreadable(error)) return { code: error.code, message: error.message, isFinal: true }
  if (isUnreachable(error))
    return { code: error.code, message: error.message, isFinal: !PASSING.has(error.code) }
  if (isAppError(error)) return { code: error.code, message: error.message, isFinal: true }
  return undefined
}

const PASSING: ReadonlySet<string> = new Set(['timed_out', 'unreachable', 'http_status'])

const toRow = (file: number, ordinal: number, chunk: PreparedDocument['chunks'][number]) => ({
  file_id: file,
  ordinal,
  start_at: chunk.start,
  end_at: chunk.end,
  page: chunk.page ?? null,
  slide: chunk.slide ?? null,
  sheet: chunk.sheet ?? null,
  url: chunk.url ?? null,
  heading: chunk.heading,
  parent: chunk.parent,
  text: chunk.text,
})

/** Writes down how far the work is, now and then, and ends it when it is no longer wanted. */
function createTeller({ db, log }: IngestionDeps, job: Job, controller: AbortController) {
  let progress: Progress = { stage: 'read', current: 0, total: 0 }
  let lastTold = Date.now()
  let isTelling = false

  async function write(): Promise<void> {
    lastTold = Date.now()
    const isMine = await jobRepository.renew(db, job, nowSeconds(), progress)
    if (!isMine) controller.abort(new Error('the job was taken away'))
  }
  const tellNow = (): void => {
    if (isTelling) return
    isTelling = true
    write()
      .catch((error: unknown) => log.warn({ err: error, file: job.id }, 'progress was not written'))
      .finally(() => {
        isTelling = false
      })
  }
  const timer = setInterval(tellNow, RENEW_MS)
  let soon: NodeJS.Timeout | undefined
  return {
    tell(next: Progress): void {
      const isNews = next.stage !== progress.stage
      progress = next
      clearTimeout(soon)
      const due = TELL_MS - (Date.now() - lastTold)
      if (isNews || due <= 0) tellNow()
      // What is told last is not kept until the next renewal.
      else soon = setTimeout(tellNow, due)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}
