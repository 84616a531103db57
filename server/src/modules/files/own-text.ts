import { FILE_LIMITS, type Message, say } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import { isAppError, messageOf } from '../../platform/errors.ts'
import type { StoredObject } from '../../platform/storage/storage.ts'
import { type FileOwner, type FileRow, fileRepository } from './file.repository.ts'
import { toText } from './file-names.ts'
import type { FileStore } from './file-store.ts'

export type OwnText = { ok: true; text: string; name: string } | { ok: false; reason: string | Message }

const CACHE_BYTES = 64 * 1024 * 1024
const MISSING: OwnText = { ok: false, reason: say('reasons.file_missing') }

/** A file is checked in the storage at most this often, because that costs more than the rest of an answer. */
const LOOK_MS = 1000

/** For tools: an upload of the owner, read again only if it has changed. */
export function createOwnTexts({ db, store }: { db: Db; store: FileStore }) {
  const texts = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (text) => text.length * 2 + 1,
  })

  const looks = new LRUCache<string, Promise<StoredObject | undefined>>({ max: 1000, ttl: LOOK_MS })

  /** Simultaneous callers share one lookup. Only found files are cached. */
  function stateOf(path: string): Promise<StoredObject | undefined> {
    const cached = looks.get(path)
    if (cached) return cached
    const look = store.find(path)
    looks.set(path, look)
    const forget = () => {
      if (looks.get(path) === look) looks.delete(path)
    }
    look.then((state) => state ?? forget(), forget)
    return look
  }

  /** There is no caller to check: an assistant reads on behalf of its owner, and only the owner's files. */
  async function findOwn(owner: FileOwner, path: string): Promise<FileRow | undefined> {
    if (!store.isPath(path)) return undefined
    const row = await fileRepository.findByPath(db, path)
    if (row?.kind !== 'upload' || row.owner_id !== owner.userId) return undefined
    return row.organization_id === owner.organizationId ? row : undefined
  }

  async function readOwnText(owner: FileOwner, path: string): Promise<OwnText> {
    const row = await findOwn(owner, path)
    if (!row) return MISSING

    const state = await stateOf(path)
    if (!state) return MISSING
    const cached = texts.get(`${path} ${state.mark}`)
    if (cached !== undefined) return { ok: true, text: cached, name: row.name }
    try {
      const read = await store.read(path, FILE_LIMITS.textBytes)
      const text = toText(read.bytes)
      texts.set(`${path} ${read.mark}`, text)
      return { ok: true, text, name: row.name }
    } catch (error) {
      // Deleted since the lookup above, or replaced on disk by a file that is too large.
      if (isAppError(error)) return { ok: false, reason: messageOf(error) }
      throw error
    }
  }
  return {
    readOwnText,
    isOwn: async (owner: FileOwner, path: string): Promise<boolean> =>
      (await findOwn(owner, path)) !== undefined,
    /** The file was changed on this instance, so the cached text is outdated. */
    forget: (path: string): void => {
      looks.delete(path)
    },
  }
}
