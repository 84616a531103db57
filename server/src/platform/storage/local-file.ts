import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskFull, isDiskFull } from '../disk/disk-full.ts'
import { newUuid } from '../ids.ts'
import type { Storage } from './storage.ts'

/** Below DATA_DIR. Copies that a killed process left are removed by `removeOldCopies`. */
export const TEMPORARY_FOLDER = 'temporary'

/**
 * Gives `work` a file with the content of an object: the object itself where it is a file on this disk, otherwise a copy that exists
 * until `work` ends. Undefined when there is no such object.
 */
export async function useLocalFile<T>(
  storage: Storage,
  key: string,
  dataDir: string,
  work: (path: string) => Promise<T>,
): Promise<{ result: T } | undefined> {
  if (storage.findFile) {
    const path = await storage.findFile(key)
    return path === undefined ? undefined : { result: await work(path) }
  }
  const opened = await storage.open(key)
  if (!opened) return undefined
  const folder = join(dataDir, TEMPORARY_FOLDER)
  const copy = join(folder, newUuid())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(opened.content, createWriteStream(copy, { flags: 'wx', mode: 0o600 }))
    return { result: await work(copy) }
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  } finally {
    opened.content.destroy()
    await rm(copy, { force: true })
  }
}

/** Gives `work` an empty folder that exists until it ends. */
export async function useTemporaryFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, TEMPORARY_FOLDER, newUuid())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await work(folder)
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function removeOldCopies(dataDir: string, ageMs: number, signal: AbortSignal): Promise<void> {
  const folder = join(dataDir, TEMPORARY_FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    if (signal.aborted) return
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs >= ageMs)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
