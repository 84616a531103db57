import { LRUCache } from 'lru-cache'

interface Note {
  /** Of the text that was shown last, line ends aside. */
  seen?: string
  failures: number
}

/**
 * What each answer in the making was last shown of each file, and how often its edits failed there. Kept in memory: after a restart
 * an edit is judged by its `old_content` alone.
 */
export function createReadingLog() {
  const notes = new LRUCache<string, Note>({ max: 20_000, ttl: 6 * 3600 * 1000 })
  const keyOf = (reader: string, workspace: string, path: string) => JSON.stringify([reader, workspace, path])
  const noteOf = (key: string): Note => notes.get(key) ?? { failures: 0 }

  return {
    saw(reader: string, workspace: string, path: string, mark: string): void {
      const key = keyOf(reader, workspace, path)
      notes.set(key, { ...noteOf(key), seen: mark })
    },
    lastSeen: (reader: string, workspace: string, path: string): string | undefined =>
      notes.get(keyOf(reader, workspace, path))?.seen,
    /** How often in a row, this time included. */
    failed(reader: string, workspace: string, path: string): number {
      const key = keyOf(reader, workspace, path)
      const note = noteOf(key)
      notes.set(key, { ...note, failures: note.failures + 1 })
      return note.failures + 1
    },
    succeeded(reader: string, workspace: string, path: string): void {
      const key = keyOf(reader, workspace, path)
      notes.set(key, { ...noteOf(key), failures: 0 })
    },
  }
}

export type ReadingLog = ReturnType<typeof createReadingLog>
