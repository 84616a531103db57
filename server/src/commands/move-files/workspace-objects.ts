import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import type { Storage, StoredObject } from '../../platform/storage/storage.ts'

/** The part of a storage that moving needs. */
export type Movable = Pick<
  Storage,
  'kind' | 'place' | 'list' | 'open' | 'head' | 'put' | 'remove' | 'removeLeftovers'
>

const KEY = /^workspaces\/([\w-]+)\/(objects|aside)\/([0-9a-f]{64})$/

/**
 * On disk, older contents of workspaces are in `workspaces/<id>/state/objects`; elsewhere they have keys. Here they have keys on disk too,
 * so that they move with the files.
 */
export function createMovableDisk(dataDir: string): Movable {
  const disk = createDiskStorage(dataDir)
  const findObject = async (key: string): Promise<StoredObject | undefined> => {
    const path = pathOf(dataDir, key)
    const stats = path === undefined ? undefined : await lstat(path).catch(() => undefined)
    if (!stats?.isFile()) return undefined
    const { size, mtimeMs: writtenAt } = stats
    return { key, size, mark: `${size}`, writtenAt, storedAt: writtenAt }
  }
  return {
    kind: 'disk',
    place: disk.place,
    removeLeftovers: disk.removeLeftovers,
    head: async (key) => (KEY.test(key) ? findObject(key) : disk.head(key)),
    async open(key, range) {
      const path = pathOf(dataDir, key)
      if (path === undefined) return disk.open(key, range)
      const object = await findObject(key)
      return object && { ...object, content: createReadStream(path, range ?? {}) }
    },
    async put(key, content) {
      const path = pathOf(dataDir, key)
      if (path === undefined) return disk.put(key, content)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const pieces = content instanceof Uint8Array ? [content] : content
      await pipeline(Readable.from(pieces), createWriteStream(`${path}.moving`, { mode: 0o600, flush: true }))
      await rename(`${path}.moving`, path)
    },
    async remove(key) {
      const path = pathOf(dataDir, key)
      if (path === undefined) await disk.remove(key)
      else await rm(path, { force: true })
    },
    async *list(prefix) {
      yield* disk.list(prefix)
      for await (const key of listKeys(dataDir)) {
        const object = key.startsWith(prefix) ? await findObject(key) : undefined
        if (object) yield object
      }
    },
  }
}

/** Undefined for everything else. */
function pathOf(dataDir: string, key: string): string | undefined {
  const [, id, kind, hash] = KEY.exec(key) ?? []
  if (id === undefined || hash === undefined) return undefined
  const folder = join(dataDir, 'workspaces', id, 'state', 'objects')
  return kind === 'aside' ? join(folder, 'aside', hash) : join(folder, hash.slice(0, 2), hash.slice(2))
}

async function* listKeys(dataDir: string): AsyncGenerator<string> {
  const base = join(dataDir, 'workspaces')
  for (const id of await readdir(base).catch(() => [])) {
    const objects = join(base, id, 'state', 'objects')
    for (const part of await readdir(objects).catch(() => []))
      for (const rest of await readdir(join(objects, part)).catch(() => [])) {
        const key =
          part === 'aside' ? `workspaces/${id}/aside/${rest}` : `workspaces/${id}/objects/${part}${rest}`
        if (KEY.test(key)) yield key
      }
  }
}
