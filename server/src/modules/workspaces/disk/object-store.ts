import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { say } from '@bellwether/wire'
import { newUuid } from '../../../platform/ids.ts'
import { FileRefusal, hasCode } from '../file-refusal.ts'
import { hashOfAny } from './read-file.ts'

/** Beside the objects: those that nothing seemed to need when they were last swept. They come back when they are asked for. */
export const ASIDE = 'aside'

/**
 * Contents by their hash, outside the user's files. What is read is checked against its name, so that a torn object (power cut) is
 * noticed and never restored.
 */
export function createObjectStore(folder: string) {
  const placeOf = (hash: string): string => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not the name of an object')
    return join(folder, hash.slice(0, 2), hash.slice(2))
  }

  async function has(hash: string, size: number): Promise<boolean> {
    try {
      const stats = await lstat(placeOf(hash))
      return stats.isFile() && stats.size === size
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    }
  }

  /** Does nothing when it was not set aside. */
  async function bringBack(hash: string): Promise<void> {
    const place = placeOf(hash)
    try {
      await rename(join(folder, ASIDE, hash), place)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }

  /** Undefined when it is not there. */
  async function read(hash: string): Promise<Buffer | undefined> {
    try {
      return await readFile(placeOf(hash))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  return {
    has,

    /** `durable`: on the disk when this is done, as for what an edit is about to replace. */
    async put(bytes: Buffer, { durable = false } = {}): Promise<string> {
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

    async get(hash: string): Promise<Buffer> {
      let bytes = await read(hash)
      if (!bytes) {
        // Also when it is not aside any more: somebody else may have brought it back since.
        await bringBack(hash)
        bytes = await read(hash)
      }
      if (!bytes) throw new FileRefusal('not_found', say('workspace_files.version_gone'))
      if ((await hashOfAny(bytes)) !== hash)
        throw new FileRefusal('not_found', say('workspace_files.version_damaged'))
      return bytes
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

/** Without this a power cut may take the new name back, though the content is safe. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>
