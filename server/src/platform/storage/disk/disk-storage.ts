import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { say } from '@bellwether/wire'
import { diskFull, isDiskFull } from '../../disk/disk-full.ts'
import { badRequest, conflict } from '../../errors.ts'
import { newUuid } from '../../ids.ts'
import { createTogether } from '../../jobs/together.ts'
import type {
  ByteRange,
  OpenObject,
  StagedObject,
  Storage,
  StorageContent,
  StoredObject,
} from '../storage.ts'
import {
  isStorageKey,
  isWorkspaceFolder,
  requireStorageKey,
  requireStoragePrefix,
  STAGED_START,
  STORAGE_AREAS,
} from '../storage-key.ts'
import { findConfinedPath, hasCode } from './confined-path.ts'

// NONBLOCK: opening a pipe would wait for a writer.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const FOLDERS_AT_ONCE = 100
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'] as const

/** Objects are files: `files/7/notes.md` is `<dataDir>/files/7/notes.md`. Links that lead out of the owner's folder are not followed. */
export function createDiskStorage(dataDir: string): Storage {
  const syncTogether = createTogether(syncFolders, FOLDERS_AT_ONCE)

  /** Undefined also when nothing was ever stored in this area. */
  const find = async (key: string): Promise<string | undefined> => {
    if (!isStorageKey(key)) return undefined
    const [area = '', path = ''] = splitAt(key)
    return orUndefined(findConfinedPath(join(dataDir, area), path))
  }

  const stage = async (key: string, content: StorageContent): Promise<StagedObject> => {
    requireStorageKey(key)
    const known = await find(key)
    const place =
      known !== undefined && (await isFolder(dirname(known))) ? known : await preparePlace(dataDir, key, find)
    const staged = join(dirname(place), STAGED_START + newUuid())
    let size: number
    try {
      size = await writeDurably(staged, content)
    } catch (error) {
      await rm(staged, { force: true })
      throw toWriteError(error)
    }
    return {
      size,
      async commit() {
        await rename(staged, place).catch((error: unknown) => Promise.reject(toWriteError(error)))
        const synced = await syncTogether(dirname(place))
        if (synced.status === 'rejected') throw toWriteError(synced.reason)
      },
      discard: () => rm(staged, { force: true }),
    }
  }

  return {
    kind: 'disk',
    place: dataDir,
    stage,
    put: async (key, content) => (await stage(key, content)).commit(),

    async head(key) {
      const place = await find(key)
      const stats = place === undefined ? undefined : await orUndefined(lstat(place, { bigint: true }))
      return stats?.isFile() ? toObject(key, stats) : undefined
    },

    async open(key, range) {
      const place = await find(key)
      const handle = place === undefined ? undefined : await orUndefined(open(place, READ))
      return handle ? openObject(key, handle, range) : undefined
    },

    async remove(key) {
      const place = await find(key)
      if (place !== undefined) await orUndefined(unlink(place))
    },

    async removePrefix(prefix) {
      requireStoragePrefix(prefix, 2)
      const [area = '', path = ''] = splitAt(prefix.slice(0, -1))
      const root = join(dataDir, area)
      // `rm` removes a link instead of following it.
      const place = path.includes('/') ? await orUndefined(findConfinedPath(root, path)) : join(root, path)
      if (place !== undefined) await rm(place, { recursive: true, force: true })
    },

    list: (prefix) => listObjects(dataDir, prefix),

    async removeLeftovers(ageMs, signal) {
      for (const area of STORAGE_AREAS)
        for await (const { place, name } of walkFiles(join(dataDir, area), `${area}/`)) {
          if (signal.aborted) return
          if (!name.startsWith(STAGED_START)) continue
          const stats = await orUndefined(lstat(place))
          if (stats && Date.now() - stats.mtimeMs >= ageMs) await rm(place, { force: true })
        }
    },

    async findFile(key) {
      const place = await find(key)
      const stats = place === undefined ? undefined : await orUndefined(lstat(place))
      return stats?.isFile() ? place : undefined
    },

    close: async () => undefined,
  }
}

function splitAt(key: string): [area: string, path: string] {
  const slash = key.indexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}

const isFolder = async (place: string): Promise<boolean> =>
  (await orUndefined(lstat(place)))?.isDirectory() === true

/** Makes the folders of an object that is the first in them. */
async function preparePlace(
  dataDir: string,
  key: string,
  find: (key: string) => Promise<string | undefined>,
): Promise<string> {
  await makeFolder(join(dataDir, splitAt(key)[0]))
  const wanted = await find(key)
  if (wanted === undefined) throw badRequest(say('files.path_invalid'))
  await makeFolder(dirname(wanted))
  // Checked again: the folder exists now, and it may be a link.
  const place = await find(key)
  if (place === undefined) throw badRequest(say('files.path_invalid'))
  return place
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toWriteError(error)
  }
}

/** A folder that was there is gone: `removePrefix` removed it while an object was on its way into it. */
function toWriteError(error: unknown): unknown {
  if (isDiskFull(error)) return diskFull(error)
  return hasCode(error, 'ENOENT') ? conflict(say('common.deleted_meanwhile')) : error
}

async function openObject(
  key: string,
  handle: FileHandle,
  range: ByteRange | undefined,
): Promise<OpenObject | undefined> {
  try {
    const stats = await handle.stat({ bigint: true })
    if (!stats.isFile()) {
      await handle.close()
      return undefined
    }
    return { ...toObject(key, stats), content: handle.createReadStream(range ?? {}) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* listObjects(dataDir: string, prefix: string): AsyncGenerator<StoredObject> {
  requireStoragePrefix(prefix)
  if (prefix === '') {
    for (const area of STORAGE_AREAS) yield* listObjects(dataDir, `${area}/`)
    return
  }
  const [area, path] = splitAt(prefix)
  const root = await orUndefined(realpath(join(dataDir, area)))
  if (root === undefined) return
  const start = path.includes('/') ? await findFolder(root, path.slice(0, -1)) : root
  if (start === undefined) return
  for await (const { place, path: key } of walkFiles(start, prefix)) {
    const stats = isStorageKey(key) ? await orUndefined(lstat(place, { bigint: true })) : undefined
    if (stats?.isFile()) yield toObject(key, stats)
  }
}

/** A folder below the area's own, unless a link leads there from elsewhere. */
async function findFolder(root: string, path: string): Promise<string | undefined> {
  const place = await orUndefined(realpath(join(root, path)))
  return place === join(root, path) ? place : undefined
}

/** Links are not followed. `path` is the prefix of all paths. */
async function* walkFiles(
  folder: string,
  path: string,
): AsyncGenerator<{ place: string; path: string; name: string }> {
  for (const entry of (await orUndefined(readdir(folder, { withFileTypes: true }))) ?? []) {
    const place = join(folder, entry.name)
    if (isWorkspaceFolder(`${path}${entry.name}`.split('/'))) continue
    if (entry.isDirectory()) yield* walkFiles(place, `${path}${entry.name}/`)
    else if (entry.isFile()) yield { place, path: path + entry.name, name: entry.name }
  }
}

const toObject = (key: string, stats: BigIntStats): StoredObject => ({
  key,
  size: Number(stats.size),
  // A replaced file has another inode.
  mark: `${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}`,
  writtenAt: Number(stats.mtimeMs),
  // A file that is renamed keeps the time of its last change; only its `ctime` is new.
  storedAt: Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs)),
})

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, ...NOTHING_THERE)) return undefined
    throw error
  }
}

async function writeDurably(place: string, content: StorageContent): Promise<number> {
  let size = 0
  await thenClose(await open(place, WRITE_NEW, 0o600), async (file) => {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      await file.writeFile(piece)
      size += piece.length
    }
    await file.sync()
  })
  return size
}

/** Otherwise a power cut may undo the rename. Once for all files that were renamed in a folder meanwhile. */
async function syncFolders(folders: readonly string[]): Promise<PromiseSettledResult<void>[]> {
  const syncFolder = async (folder: string): Promise<void> =>
    thenClose(await open(folder, constants.O_RDONLY), (handle) => handle.sync())
  const synced = new Map([...new Set(folders)].map((folder) => [folder, syncFolder(folder)]))
  // A folder that was removed must not fail the others.
  return Promise.allSettled(folders.map((folder) => synced.get(folder)))
}

async function thenClose(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
