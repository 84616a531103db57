/** Files that are stored in PostgreSQL; empty in SQLite. Without a key: an unfinished upload, or removed. Times in milliseconds. */
export interface StoredContentTable {
  id: string
  key: string | null
  size: number
  written_at: number
  stored_at: number | null
  removed_at: number | null
}

export interface StoredChunkTable {
  content_id: string
  position: number
  bytes: Buffer
}

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
