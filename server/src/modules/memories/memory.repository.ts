import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'

export interface MemoryFilter {
  assistantId?: number | undefined
  /** A key may be limited to some assistants; null means all. */
  onlyAssistants: readonly number[] | null
}

export interface StoredMemory {
  id: number
  assistant_id: number
  assistant_name: string
  fact: string
  created_at: number
}

/** The base of every query: one person's memories. There is no way to query another person's. */
const of = (db: Db, subject: string, { assistantId, onlyAssistants }: MemoryFilter) =>
  db
    .selectFrom('memories')
    .where('memories.subject', '=', subject)
    .$if(assistantId !== undefined, (query) => query.where('memories.assistant_id', '=', assistantId ?? 0))
    .$if(onlyAssistants !== null, (query) =>
      // No assistant has the id 0; an empty list would not be valid SQL.
      query.where('memories.assistant_id', 'in', [0, ...(onlyAssistants ?? [])]),
    )

export const memoryRepository = {
  /** Newest first. */
  list: (db: Db, subject: string, filter: MemoryFilter, limit: number): Promise<StoredMemory[]> =>
    of(db, subject, filter)
      .innerJoin('assistants', 'assistants.id', 'memories.assistant_id')
      .select([
        'memories.id',
        'memories.assistant_id',
        'assistants.name as assistant_name',
        'memories.fact',
        'memories.created_at',
      ])
      .orderBy('memories.created_at', 'desc')
      .orderBy('memories.id', 'desc')
      .limit(limit)
      .execute(),

  async count(db: Db, subject: string, filter: MemoryFilter): Promise<number> {
    const row = await of(db, subject, filter)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /**
   * Locks the assistant until the transaction ends, so that concurrent additions are counted one after the other.
   * False if it is deleted or was never saved.
   */
  async holdAssistant(tx: Db, assistantId: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('assistants')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('id', '=', assistantId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Makes a repeated fact the newest one. False if it was not stored yet. */
  async renew(tx: Db, subject: string, assistantId: number, fact: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('memories')
      .set({ created_at: now })
      .where('subject', '=', subject)
      .where('assistant_id', '=', assistantId)
      .where('fact', '=', fact)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async insert(tx: Db, memory: NewRow<'memories'>): Promise<void> {
    await tx.insertInto('memories').values(memory).execute()
  },

  find: (db: Db, subject: string, id: number): Promise<{ assistant_id: number } | undefined> =>
    of(db, subject, { onlyAssistants: null })
      .select('memories.assistant_id')
      .where('memories.id', '=', id)
      .executeTakeFirst(),

  async delete(db: Db, subject: string, id: number): Promise<void> {
    await db.deleteFrom('memories').where('subject', '=', subject).where('id', '=', id).execute()
  },

  async deleteAll(db: Db, subject: string, filter: MemoryFilter): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('memories')
      .where('id', 'in', of(db, subject, filter).select('memories.id'))
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
