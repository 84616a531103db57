import { buffer } from 'node:stream/consumers'
import { say } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type {
  ByteRange,
  OpenObject,
  StagedObject,
  Storage,
  StorageContent,
  StoredObject,
} from '../../platform/storage/storage.ts'
import { isStorageKey, type StorageArea } from '../../platform/storage/storage-key.ts'

/** The files of one area of the storage, by the paths that assistants and URLs use. Knows nothing about permissions. */
export function createFileStore(storage: Storage, area: StorageArea) {
  const keyOf = (path: string): string => `${area}/${path}`

  return {
    /** Whether a text can be the path of a file at all. */
    isPath: (path: string): boolean => isStorageKey(keyOf(path)),

    /** Undefined when there is no file at this path. */
    find: (path: string): Promise<StoredObject | undefined> => storage.head(keyOf(path)),

    async read(path: string, limit: number): Promise<{ bytes: Buffer; mark: string }> {
      const opened = await storage.open(keyOf(path))
      if (!opened) throw notFound('File')
      if (opened.size > limit) {
        opened.content.destroy()
        throw new AppError('too_large', say('files.too_large_to_send'))
      }
      return { bytes: await buffer(opened.content), mark: opened.mark }
    },

    /** For streaming. The caller reads `content` to the end or destroys it. */
    open: (path: string, range?: ByteRange): Promise<OpenObject | undefined> =>
      storage.open(keyOf(path), range),

    stage: (path: string, content: StorageContent): Promise<StagedObject> =>
      storage.stage(keyOf(path), content),
    put: (path: string, content: StorageContent): Promise<void> => storage.put(keyOf(path), content),
    remove: (path: string, transaction?: Db): Promise<void> => storage.remove(keyOf(path), transaction),

    /** The folder of a deleted user or knowledge base, except the files at these paths. */
    async removeFolder(owner: number, excluded: ReadonlySet<string> = new Set()): Promise<void> {
      const prefix = keyOf(`${owner}/`)
      if (excluded.size === 0) return storage.removePrefix(prefix)
      for await (const { key } of storage.list(prefix))
        if (!excluded.has(key.slice(area.length + 1))) await storage.remove(key)
    },

    /** All files of this area, by their paths. */
    async *list(): AsyncGenerator<StoredObject & { path: string }> {
      for await (const object of storage.list(`${area}/`))
        yield { ...object, path: object.key.slice(area.length + 1) }
    },
  }
}

export type FileStore = ReturnType<typeof createFileStore>
