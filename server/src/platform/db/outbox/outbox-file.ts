import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newUuid } from '../../ids.ts'

/** A queued write. Its id ensures that it is made only once. */
export interface Entry {
  id: string
  kind: string
  json: string
  /** The transaction of the first attempt, if its commit was interrupted. */
  transactionId?: string
}

/** Files of other machines that share the folder are left to them for this long. */
const FOREIGN_FILE_AGE_MS = 24 * 3_600_000
const OWN_NAME = /^(.+)\.(\d+)\.[\w-]+\.jsonl$/

/** The queue on disk: one line per write, appended and synced before anything else happens. */
export function createOutboxFile(folder: string) {
  const file = join(folder, `${hostname()}.${process.pid}.${newUuid()}.jsonl`)
  let bytes = 0

  async function append(entries: readonly Entry[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.writeFile(text)
      await handle.datasync()
      bytes += Buffer.byteLength(text)
    } finally {
      await handle.close()
    }
  }

  async function clear(): Promise<void> {
    bytes = 0
    await rm(file, { force: true })
  }

  return {
    append,
    clear,
    get bytes() {
      return bytes
    },

    /** Copies the entries of earlier runs into this run's own file before theirs is removed. */
    async takeOver(onError: (error: unknown) => void): Promise<Entry[]> {
      const allEntries: Entry[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        try {
          const entries = await readEntries(path)
          if (entries.length > 0) await append(entries)
          allEntries.push(...entries)
          if (await isAbandoned(name, path)) await rm(path, { force: true })
        } catch (error) {
          onError(error)
        }
      }
      return allEntries
    },
  }
}

/** A line that was cut off by a crash was never confirmed. Files that end in `.json` are from version 0.1. */
async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8')
  if (path.endsWith('.json')) return (JSON.parse(text) as Omit<Entry, 'id'>[]).map(withId)
  if (!path.endsWith('.jsonl')) return []
  const lines = text.split('\n')
  // The last line is empty or was cut off.
  return lines.slice(0, -1).flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry]
    } catch {
      return []
    }
  })
}

const withId = (entry: Omit<Entry, 'id'>): Entry => ({ id: newUuid(), ...entry })

/**
 * Another process may still append to its file; taking over its entries is safe, because every entry is written once.
 */
async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [, host, pid] = OWN_NAME.exec(name) ?? []
  if (host === undefined) return true
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  return Date.now() - (await stat(path)).mtimeMs > FOREIGN_FILE_AGE_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
