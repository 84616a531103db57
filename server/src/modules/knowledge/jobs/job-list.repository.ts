import type { Db } from '../../../platform/db/db.ts'
import type { FileStatus } from '../records/file.repository.ts'

/** Reads across all organizations: only for system admins. */
export const jobListRepository = {
  async countByStatus(db: Db): Promise<Map<FileStatus, number>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .groupBy('status')
      .select((select) => ['status', select.fn.countAll<number>().as('count')])
      .execute()
    return new Map(rows.map(({ status, count }) => [status, Number(count)]))
  },

  /** The newest first. */
  list(db: Db, { status, limit }: { status: FileStatus | undefined; limit: number }) {
    let query = db
      .selectFrom('knowledge_files as file')
      .innerJoin('knowledge_bases as base', 'base.id', 'file.knowledge_base_id')
      .innerJoin('organizations as organization', 'organization.id', 'base.organization_id')
      .innerJoin('users as owner', 'owner.id', 'file.owner_id')
      .select([
        'file.id',
        'file.name',
        'file.knowledge_base_id',
        'base.name as base_name',
        'organization.slug',
        'owner.email',
        'file.status',
        'file.stage',
        'file.progress_current',
        'file.progress_total',
        'file.error_code',
        'file.error_message',
        'file.error_said',
        'file.attempts',
        'file.created_at',
        'file.updated_at',
      ])
    if (status) query = query.where('file.status', '=', status)
    return query.orderBy('file.id', 'desc').limit(limit).execute()
  },
}

export type JobRow = Awaited<ReturnType<typeof jobListRepository.list>>[number]
