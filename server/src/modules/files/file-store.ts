import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { say } from '@bellwether/wire'
import { diskFull, isDiskFull } from '../../platform/disk/disk-full.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { findConfinedPath, hasCode } from './confined-path.ts'

/** Changes whenever the content may have: a replaced file is a new inode. */
export interface FileState {
  size: number
  mark: string
}

/** In one piece, or as it arrives. */
export type FileContent = Buffer | AsyncIterable<Uint8Array>

/** Written and safe on disk, but not yet under its name. */
export interface StagedFile {
  moveIn(): Promise<void>
  /** Does nothing after `moveIn`. */
  discard(): Promise<void>
}

// NONBLOCK, because opening a pipe would wait for somebody to write into it.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
/** No uploaded file's name can start with a dot, so these never meet one. */
const STAGED_START = '.staged-'
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'] as const

/** Files on disk, by the path that assistants and addresses name them by. Knows no rights and no database. */
export function createFileStore(root: string) {
  /** Undefined also when nobody has stored anything yet. */
  const find = (path: string): Promise<string | undefined> => orUndefined(findConfinedPath(root, path))

  return {
    /** Undefined when there is no regular file at this path. */
    async findState(path: string): Promise<FileState | undefined> {
      const place = await find(path)
      if (place === undefined) return undefined
      const stats = await orUndefined(lstat(place, { bigint: true }))
      return stats?.isFile() ? toState(stats) : undefined
    },

    async read(path: string, limit: number): Promise<{ bytes: Buffer; state: FileState }> {
      const place = await find(path)
      const handle = place === undefined ? undefined : await orUndefined(open(place, READ))
      if (!handle) throw notFound('File')
      try {
        const stats = await handle.stat({ bigint: true })
        if (!stats.isFile()) throw notFound('File')
        if (stats.size > limit) throw new AppError('too_large', say('files.too_large_to_send'))
        return { bytes: await handle.readFile(), state: toState(stats) }
      } finally {
        await handle.close()
      }
    },

    /** Where on disk a regular file is; undefined when there is none at this path. */
    async locate(path: string): Promise<string | undefined> {
      const place = await find(path)
      const stats = place === undefined ? undefined : await orUndefined(lstat(place))
      return stats?.isFile() ? place : undefined
    },

    /** The folder of a deleted user, except the files at these paths. */
    async removeFolder(userId: number, kept: ReadonlySet<string>): Promise<void> {
      // A number can't lead anywhere else, and `rm` removes a link instead of following it.
      const folder = join(root, String(userId))
      if (kept.size === 0) return rm(folder, { recursive: true, force: true })
      for (const name of (await orUndefined(readdir(folder))) ?? [])
        if (!kept.has(`${userId}/${name}`)) await rm(join(folder, name), { recursive: true, force: true })
    },

    async stage(path: string, content: FileContent): Promise<StagedFile> {
      await makeFolder(root)
      const wanted = await find(path)
      if (wanted === undefined) throw badRequest(say('files.path_invalid'))
      await makeFolder(dirname(wanted))
      // Once more: now the folder exists, and what it really is counts.
      const place = await find(path)
      if (place === undefined) throw badRequest(say('files.path_invalid'))
      const staged = join(dirname(place), STAGED_START + newUuid())
      try {
        await writeDurably(staged, content)
      } catch (error) {
        await rm(staged, { force: true })
        throw isDiskFull(error) ? diskFull(error) : error
      }
      return {
        async moveIn() {
          await rename(staged, place)
          await syncFolder(dirname(place))
        },
        discard: () => rm(staged, { force: true }),
      }
    },

    async remove(path: string): Promise<void> {
      const place = await find(path)
      if (place !== undefined) await orUndefined(unlink(place))
    },

    /** Takes away what uploads have left that were cut short, once it is so old that nobody is still writing it. */
    async removeLeftOvers(ageMs: number, signal: AbortSignal): Promise<void> {
      for await (const place of stagedIn(root)) {
        if (signal.aborted) return
        const stats = await orUndefined(lstat(place))
        if (stats?.isFile() && Date.now() - stats.mtimeMs >= ageMs) await rm(place, { force: true })
      }
    },
  }
}

export type FileStore = ReturnType<typeof createFileStore>

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, ...NOTHING_THERE)) return undefined
    throw error
  }
}

/** Links are not followed. */
async function* stagedIn(root: string): AsyncGenerator<string> {
  const open = [root]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const entry of (await orUndefined(readdir(folder, { withFileTypes: true }))) ?? []) {
      const place = join(folder, entry.name)
      if (entry.isDirectory()) open.push(place)
      else if (entry.name.startsWith(STAGED_START)) yield place
    }
}

const toState = (stats: BigIntStats): FileState => ({
  size: Number(stats.size),
  mark: `${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}`,
})

async function writeDurably(place: string, content: FileContent): Promise<void> {
  await thenClose(await open(place, WRITE_NEW, 0o600), async (file) => {
    // Each goes on where the last one ended.
    for await (const piece of Buffer.isBuffer(content) ? [content] : content) await file.writeFile(piece)
    await file.sync()
  })
}

/** Without this a power cut may take the new name back, though the content is safe. */
const syncFolder = async (folder: string): Promise<void> =>
  thenClose(await open(folder, constants.O_RDONLY), (handle) => handle.sync())

async function thenClose(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
