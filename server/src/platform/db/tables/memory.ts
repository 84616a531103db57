import type { Generated } from 'kysely'

/** A fact that an assistant keeps of one person, for that person's eyes only. */
export interface MemoryTable {
  id: Generated<number>
  assistant_id: number
  /** The person, as one text: a user of ours, or whom a client named, apart from the persons of other clients. */
  subject: string
  /** Goes with the account: the person's own, or that whose key named the person. Null: the operator's client named them. */
  user_id: number | null
  fact: string
  created_at: number
}
