import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../../../platform/ids.ts'
import { hasCode } from '../file-refusal.ts'
import { hashOfAny } from '../files/content.ts'
import { type ObjectStore, requireHash, requireIntact } from '../objects/objects.ts'

/** Folder for objects that seemed unreferenced in the last sweep. They are moved back when they are read. */
export const ASIDE = 'aside'

/** Objects in a folder on disk. */
export function createObjectStore(folder: string): ObjectStore {
  const placeOf = (hash: string): string => join(folder, requireHash(hash).slice(0, 2), hash.slice(2))

  async function has(hash: string, size: number): Promise<boolean> {
    try {
      const stats = await lstat(placeOf(hash))
      return stats.isFile() && stats.size === size
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    }
  }

  /** Does nothing if it was not set aside. */
  async function bringBack(hash: string): Promise<void> {
    const place = placeOf(hash)
    try {
      await rename(join(folder, ASIDE, hash), place)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }

  /** Undefined if it does not exist. */
  async function read(hash: string): Promise<Buffer | undefined> {
    try {
      return await readFile(placeOf(hash))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  return {
    async put(bytes, { durable = false } = {}) {
      const hash = await hashOfAny(bytes)
      const place = placeOf(hash)
      if (await has(hash, bytes.length)) return hash
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const staged = `${place}.${newUuid()}`
      try {
        await writeNew(staged, bytes, durable)
        await rename(staged, place)
        if (durable) await syncFolder(dirname(place))
      } catch (error) {
        await rm(staged, { force: true })
        throw error
      }
      return hash
    },

    async get(hash) {
      let bytes = await read(hash)
      if (!bytes) {
        // Tried again, because another reader may have moved it back in the meantime.
        await bringBack(hash)
        bytes = await read(hash)
      }
      return requireIntact(bytes, hash)
    },
  }
}

async function writeNew(place: string, bytes: Buffer, durable: boolean): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    if (durable) await file.sync()
  } finally {
    await file.close()
  }
}

/** Otherwise a power failure may undo the rename. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
