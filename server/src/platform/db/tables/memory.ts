import type { Generated } from 'kysely'

/** A fact that an assistant remembers about one person. Only that person can see it. */
export interface MemoryTable {
  id: Generated<number>
  assistant_id: number
  /** Identifies the person: a user, or the person named by a client, separate from those of other clients. */
  subject: string
  /**
   * Deleted with this account: the person's own, or that of the key that named them. Null if a client with the system
   * key named them.
   */
  user_id: number | null
  fact: string
  created_at: number
}
