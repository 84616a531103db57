/** Writes that waited for the database and have been made. */
export interface OutboxWrittenTable {
  id: string
  created_at: number
}

export interface IdempotencyKeyTable {
  /** Who sent it, as `askingPerson` names them. */
  person: string
  key: string
  /** Of address, query and body. */
  request_hash: string
  /** JSON of status and answer, encrypted: an answer may show a new API key. Null while the request runs. */
  sealed_answer: string | null
  created_at: number
}
