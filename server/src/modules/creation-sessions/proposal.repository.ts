import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type ProposalRow = Row<'creation_proposals'>
type State = ProposalRow['state']

export const proposalRepository = {
  async insert(db: Db, row: NewRow<'creation_proposals'>): Promise<ProposalRow> {
    return db.insertInto('creation_proposals').values(row).returningAll().executeTakeFirstOrThrow()
  },

  find: (db: Db, sessionId: string, id: number): Promise<ProposalRow | undefined> =>
    db
      .selectFrom('creation_proposals')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('id', '=', id)
      .executeTakeFirst(),

  list: (db: Db, sessionId: string): Promise<ProposalRow[]> =>
    db
      .selectFrom('creation_proposals')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('id')
      .execute(),

  /** The one that can still be decided. */
  findOpen: (db: Db, sessionId: string): Promise<ProposalRow | undefined> =>
    db
      .selectFrom('creation_proposals')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('state', '=', 'proposed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async replaceOpen(db: Db, sessionId: string, now: number): Promise<void> {
    await db
      .updateTable('creation_proposals')
      .set({ state: 'replaced', decided_at: now })
      .where('session_id', '=', sessionId)
      .where('state', '=', 'proposed')
      .execute()
  },

  /** Returns false if another request has decided it. */
  async decide(
    db: Db,
    id: number,
    state: State,
    change: Partial<Pick<ProposalRow, 'changes' | 'fields'>>,
    now: number,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('creation_proposals')
      .set({ ...change, state, decided_at: now })
      .where('id', '=', id)
      .where('state', '=', 'proposed')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Opens it again, after saving has failed. */
  async reopen(db: Db, { id, fields, changes }: ProposalRow): Promise<void> {
    await db
      .updateTable('creation_proposals')
      .set({ state: 'proposed', decided_at: null, fields, changes })
      .where('id', '=', id)
      .execute()
  },

  /** Compares it with the assistant as it is now. */
  async rebase(db: Db, id: number, change: Pick<ProposalRow, 'changes' | 'base_version'>): Promise<void> {
    await db
      .updateTable('creation_proposals')
      .set(change)
      .where('id', '=', id)
      .where('state', '=', 'proposed')
      .execute()
  },
}
