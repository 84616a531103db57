import { LRUCache } from 'lru-cache'
import type { Storage, StoredObject } from '../../../platform/storage/storage.ts'
import { hashOfAny } from '../files/content.ts'
import { type ObjectStore, requireHash, requireIntact, type Sweep, type WorkspaceObjects } from './objects.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const CACHED_BYTES = 1024 * 1024
/** Smaller objects are written without checking whether they exist. */
const SMALL_BYTES = 256 * 1024

export const objectPrefix = (workspaceId: string): string => `workspaces/${workspaceId}/`
const keyOf = (workspaceId: string, hash: string): string =>
  `${objectPrefix(workspaceId)}objects/${requireHash(hash)}`
const asideKeyOf = (workspaceId: string, hash: string): string =>
  `${objectPrefix(workspaceId)}aside/${requireHash(hash)}`
const sweptKeyOf = (workspaceId: string): string => `${objectPrefix(workspaceId)}swept`

/** Objects in object storage, for any number of instances. */
export function createStoredObjects(storage: Storage): WorkspaceObjects {
  // Contents never change, so they can be cached.
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 200,
  })
  return {
    kind: 'stored',
    of: (id) => createStore(storage, cache, id),
    sweep: (id, sweep) => sweepStored(storage, id, sweep),
    async sweptAgo(id) {
      const swept = await storage.head(sweptKeyOf(id))
      return swept && Date.now() - swept.storedAt
    },
    markSwept: (id) => storage.put(sweptKeyOf(id), Buffer.alloc(0)),
  }
}

const createStore = (storage: Storage, cache: LRUCache<string, Buffer>, id: string): ObjectStore => ({
  async put(bytes) {
    const hash = await hashOfAny(bytes)
    const key = keyOf(id, hash)
    const isThere = bytes.length > SMALL_BYTES && (await storage.head(key))?.size === bytes.length
    if (!isThere) await storage.put(key, bytes)
    cache.set(key, bytes)
    return hash
  },

  async get(hash) {
    const key = keyOf(id, hash)
    const cached = cache.get(key)
    if (cached) return cached
    const content =
      (await read(storage, key)) ?? (await bringBack(storage, id, hash)) ?? (await read(storage, key))
    const bytes = await requireIntact(content, hash)
    cache.set(key, bytes)
    return bytes
  },
})

async function bringBack(storage: Storage, id: string, hash: string): Promise<Buffer | undefined> {
  const bytes = await read(storage, asideKeyOf(id, hash))
  if (!bytes) return undefined
  await storage.put(keyOf(id, hash), bytes)
  await storage.remove(asideKeyOf(id, hash))
  return bytes
}

async function sweepStored(storage: Storage, id: string, sweep: Sweep): Promise<void> {
  const isOlder = ({ storedAt }: StoredObject) => Date.now() - storedAt >= sweep.ageMs
  for await (const object of storage.list(`${objectPrefix(id)}aside/`)) {
    if (sweep.signal.aborted) return
    const hash = hashIn(object.key)
    if (hash !== undefined && sweep.isNeeded(hash)) await bringBack(storage, id, hash)
    else if (isOlder(object)) await storage.remove(object.key)
  }
  for await (const object of storage.list(`${objectPrefix(id)}objects/`)) {
    if (sweep.signal.aborted) return
    const hash = hashIn(object.key)
    if ((hash !== undefined && sweep.isNeeded(hash)) || !isOlder(object)) continue
    if (hash !== undefined) {
      const bytes = await read(storage, object.key)
      if (bytes) await storage.put(asideKeyOf(id, hash), bytes)
    }
    await storage.remove(object.key)
  }
}

const hashIn = (key: string): string | undefined => /\/([0-9a-f]{64})$/.exec(key)?.[1]

async function read(storage: Storage, key: string): Promise<Buffer | undefined> {
  const opened = await storage.open(key)
  if (!opened) return undefined
  const parts: Uint8Array[] = []
  for await (const part of opened.content) parts.push(part)
  return Buffer.concat(parts)
}
