import type { Message } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import { isUnreachable } from '../../../documents/crawler/unreachable-page.ts'
import { isUnreadable } from '../../../documents/readers/unreadable-document.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isAppError, isUnavailable, messageOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { passageRepository } from '../passages/passage.repository.ts'
import type { PreparedDocument } from '../reading/index-document.ts'
import { baseRepository, lockBase } from '../records/base.repository.ts'
import { withoutPassword } from '../records/file-password.ts'
import { parseOrEmpty } from '../records/records.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { toStoredMessage } from '../records/stored-message.ts'
import { findChange } from '../replacing/find-change.ts'
import { namesakeRepository } from '../replacing/namesake.repository.ts'
import { rememberVectors, reuseVectors } from '../retrieval/vectors/reuse-vectors.ts'
import { createFinishTogether } from './finish-together.ts'
import { type Job, jobRepository } from './job.repository.ts'
import { resultColumns, rowsOf } from './result-rows.ts'

export interface JobEndDeps {
  db: Db
  log: Log
  /** The original of a file that was replaced. */
  removeOriginal(path: string): Promise<void>
  /** A file can be searched now. */
  onIndexed?(): void
}

const MAX_ATTEMPTS = 4
/** A file whose reading ended the process twice is the cause; once may have been something else. */
const MAX_ENDED_READERS = 2
/** Seconds, doubled with each attempt. */
const FIRST_WAIT = 5

/** The three ways in which a job ends: unchanged, indexed or failed. */
export function createJobEnds(deps: JobEndDeps) {
  const { db, log, removeOriginal, onIndexed } = deps

  /** Its old passages are still found. */
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

  async function finishOne(
    job: Job,
    document: PreparedDocument,
    snapshot: string | undefined,
  ): Promise<void> {
    const now = nowSeconds()
    const change = await findChange(db, job, document.chunks)
    const unused = await db.transaction().execute(async (tx) => {
      // Lock the base before its files, always in this order: otherwise two transactions could deadlock.
      await lockBase(tx, job.knowledge_base_id)
      const vectors = await rememberVectors(tx, job)
      const isMine = await jobRepository.end(tx, job, {
        status: 'completed',
        stage: 'done',
        progress_current: document.chunks.length,
        progress_total: document.chunks.length,
        chunk_count: document.chunks.length,
        ...resultColumns(job, document),
        stored_path: snapshot ?? job.stored_path,
        finished_at: now,
        updated_at: now,
      })
      if (!isMine) return snapshot === undefined ? [] : [snapshot]
      await passageRepository.replace(tx, job.id, rowsOf(job.id, document.chunks), document.segment)
      await reuseVectors(tx, job.id, vectors)
      const before = await namesakeRepository.deleteOlder(tx, job)
      before.push(
        ...(await (change
          ? replacementRepository.finish(tx, change)
          : replacementRepository.forget(tx, job.id))),
      )
      await baseRepository.markChanged(tx, job.knowledge_base_id)
      return snapshot !== undefined && job.stored_path !== null ? [...before, job.stored_path] : before
    })
    onIndexed?.()
    for (const path of unused)
      await removeOriginal(path).catch((error: unknown) =>
        log.warn({ err: error, file: job.id }, 'failed to delete an unused original'),
      )
  }

  async function fail(job: Job, error: unknown, aborted: boolean): Promise<void> {
    const now = nowSeconds()
    if (aborted) {
      // Cancelled or deleted jobs are no longer ours; only one that this process releases is still processing.
      await jobRepository.end(db, job, {
        status: 'pending',
        stage: 'waiting',
        attempts: job.attempts - 1,
        updated_at: now,
      })
      return
    }
    const failure = toFailure(error)
    const hasEndedReader = failure?.code === 'reader_ended'
    const isFinal =
      failure?.isFinal === true || job.attempts >= (hasEndedReader ? MAX_ENDED_READERS : MAX_ATTEMPTS)
    if (!failure || hasEndedReader)
      log.error({ err: error, file: job.id, attempt: job.attempts }, 'failed to process a document')
    await jobRepository.end(db, job, {
      ...(isFinal
        ? { status: 'failed', finished_at: now }
        : { status: 'pending', stage: 'waiting', run_after: now + FIRST_WAIT * 2 ** (job.attempts - 1) }),
      ...(failure?.code === 'wrong_password'
        ? { plugin_params: JSON.stringify(withoutPassword(parseOrEmpty(job.plugin_params))) }
        : {}),
      error_code: failure?.code ?? 'failed',
      ...toStoredMessage(failure?.message ?? say('documents.unexpected')),
      updated_at: now,
    })
  }

  return { endUnchanged, finish: createFinishTogether({ db, finishOne, onIndexed }), fail }
}

/** The message for the person who added the document. A site that did not respond may do so later. */
function toFailure(
  error: unknown,
): { code: string; message: string | Message; isFinal: boolean } | undefined {
  if (isUnreadable(error))
    return { code: error.code, message: error.userMessage, isFinal: error.code !== 'reader_ended' }
  if (isUnreachable(error))
    return { code: error.code, message: error.userMessage, isFinal: !PASSING.has(error.code) }
  // The database may be back soon; a provider has been asked several times.
  const isFinal = !(isUnavailable(error) && isAppError(error) && error.details.fromProvider !== true)
  if (isAppError(error)) return { code: error.code, message: messageOf(error), isFinal }
  return undefined
}

const PASSING: ReadonlySet<string> = new Set(['timed_out', 'unreachable', 'http_status'])
