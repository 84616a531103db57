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
