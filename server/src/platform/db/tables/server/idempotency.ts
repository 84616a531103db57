/** Writes from the outbox that have been made. */
export interface OutboxWrittenTable {
  id: string
  created_at: number
}

export interface IdempotencyKeyTable {
  /** The sender, as identified by `askingPerson`. */
  person: string
  key: string
  /** Hash of path, query and body. */
  request_hash: string
  /**
   * JSON of status and response, encrypted because a response may contain a new API key. Null while the request is
   * running.
   */
  sealed_answer: string | null
  created_at: number
}
