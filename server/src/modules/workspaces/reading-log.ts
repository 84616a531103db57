import { LRUCache } from 'lru-cache'
import { growingTo } from '../../platform/growing-to.ts'

interface Note {
  /** Of the text that was shown last, line ends aside. */
  seen?: string
  failures: number
}

/**
 * What each reader was last shown of each file, and how often its edits failed there. A reader is an answer in the making, or the dialog that
 * it belongs to. Kept in memory: after a restart an edit is judged by its `old_content` alone.
 */
export function createReadingLog() {
  const notes = new LRUCache<string, Note>({ ...growingTo(20_000), ttl: 6 * 3600 * 1000 })
  const dialogs = new LRUCache<string, string>({ ...growingTo(20_000), ttl: 6 * 3600 * 1000 })
  const keyOf = (reader: string, workspace: string, path: string) =>
    JSON.stringify([dialogs.get(reader) ?? reader, workspace, path])
  const noteOf = (key: string): Note => notes.get(key) ?? { failures: 0 }

  return {
    /** From now on this answer knows what the dialog has seen before it, and the dialog what it sees. */
    isPartOf: (answer: string, dialog: string): void => void dialogs.set(answer, `dialog ${dialog}`),
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
