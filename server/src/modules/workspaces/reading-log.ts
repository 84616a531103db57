import { LRUCache } from 'lru-cache'
import { growingTo } from '../../platform/growing-to.ts'

interface Note {
  /** Hash of the text that was last shown, ignoring line endings. */
  seen?: string
  failures: number
}

/**
 * The version of each file that a reader was last shown, and how often its edits failed. A reader is an answer in
 * progress, or its dialog. In memory: after a restart, an edit is only checked by its `old_content`.
 */
export function createReadingLog() {
  const notes = new LRUCache<string, Note>({ ...growingTo(20_000), ttl: 6 * 3600 * 1000 })
  const dialogs = new LRUCache<string, string>({ ...growingTo(20_000), ttl: 6 * 3600 * 1000 })
  const keyOf = (reader: string, workspace: string, path: string) =>
    JSON.stringify([dialogs.get(reader) ?? reader, workspace, path])
  const noteOf = (key: string): Note => notes.get(key) ?? { failures: 0 }

  return {
    /** From now on, this answer and its dialog share what they have seen. */
    isPartOf: (answer: string, dialog: string): void => void dialogs.set(answer, `dialog ${dialog}`),
    saw(reader: string, workspace: string, path: string, mark: string): void {
      const key = keyOf(reader, workspace, path)
      notes.set(key, { ...noteOf(key), seen: mark })
    },
    lastSeen: (reader: string, workspace: string, path: string): string | undefined =>
      notes.get(keyOf(reader, workspace, path))?.seen,
    /** How often in a row, including this time. */
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
