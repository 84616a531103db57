import type { Job, JobList, JobQuery, JobStatus } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { FileStatus } from '../records/file.repository.ts'
import { readStoredMessage } from '../records/stored-message.ts'
import { type JobRow, jobListRepository } from './job-list.repository.ts'

/** A document is its own job; job lists use different words for its status. */
const STATUS: Readonly<Record<FileStatus, JobStatus>> = {
  pending: 'waiting',
  processing: 'running',
  failed: 'failed',
  completed: 'completed',
  cancelled: 'cancelled',
}
const STORED = { waiting: 'pending', running: 'processing', failed: 'failed', all: undefined } as const

/**
 * Documents of all organizations that are being processed, are done or have failed. The caller must be a system
 * admin.
 */
export const createJobList =
  (db: Db) =>
  async ({ limit, status }: JobQuery): Promise<JobList> => {
    const counts = await jobListRepository.countByStatus(db)
    const rows = await jobListRepository.list(db, { status: STORED[status], limit })
    const count = (stored: FileStatus) => counts.get(stored) ?? 0
    return {
      counts: {
        waiting: count('pending'),
        running: count('processing'),
        failed: count('failed'),
        completed: count('completed'),
        cancelled: count('cancelled'),
      },
      jobs: rows.map(toJob),
    }
  }

const toJob = (row: JobRow): Job => ({
  file_id: String(row.id),
  document: row.name,
  knowledge_base: { id: String(row.knowledge_base_id), name: row.base_name },
  organization: row.slug,
  owner_email: row.email,
  status: STATUS[row.status],
  stage: row.stage,
  progress: { current: row.progress_current, total: row.progress_total },
  error_code: row.error_code,
  error_message: row.error_message,
  ...readStoredMessage(row),
  attempts: row.attempts,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
