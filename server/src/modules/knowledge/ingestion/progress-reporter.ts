import { readDatabaseClock } from '../../../platform/db/database-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log.ts'
import { isSmall, type Job, jobRepository } from './job.repository.ts'

export interface Progress {
  stage: 'fetch' | 'transcribe' | 'read' | 'describe' | 'split' | 'index'
  current: number
  total: number
}

const RENEW_MS = 3000
const SAVE_MS = 500

interface ReporterDeps {
  db: Db
  isPostgres: boolean
  log: Log
  /** The lease was not renewed. */
  onError(error: unknown): void
}

/** Saves the progress of a job regularly, and aborts the work if the job no longer belongs to this process. */
export function createProgressReporter(
  { db, isPostgres, log, onError }: ReporterDeps,
  job: Job,
  controller: AbortController,
) {
  let progress: Progress = { stage: 'read', current: 0, total: 0 }
  let lastSaved = Date.now()
  let isSaving = false

  async function write(): Promise<void> {
    lastSaved = Date.now()
    const isMine = await jobRepository.renew(db, job, await readDatabaseClock(db, isPostgres), progress)
    if (!isMine) controller.abort(new Error('another instance took over the job'))
  }
  const save = (): void => {
    if (isSaving) return
    isSaving = true
    write()
      .catch((error: unknown) => {
        onError(error)
        log.warn({ err: error, file: job.id }, 'failed to save progress')
      })
      .finally(() => {
        isSaving = false
      })
  }
  const timer = setInterval(save, RENEW_MS)
  let soon: NodeJS.Timeout | undefined
  return {
    report(next: Progress): void {
      progress = next
      // Many are claimed together and wait for each other: a write for each would take longer than reading it.
      if (isSmall(job)) return
      clearTimeout(soon)
      const due = SAVE_MS - (Date.now() - lastSaved)
      if (due <= 0) save()
      // The last report is saved before the next renewal.
      else soon = setTimeout(save, due)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}
