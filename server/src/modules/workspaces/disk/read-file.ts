import { createHash, webcrypto } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { say } from '@bellwether/wire'
import type { Folder } from '../../../platform/disk/folder.ts'
import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'
import { nameOf, parentOf, withFolder } from './in-folder.ts'
import { removeStagedNames } from './staged-names.ts'

export interface FileContent {
  bytes: Buffer
  hash: string
  /** Permission bits only. */
  mode: number
  stats: BigIntStats
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const LARGE_BYTES = 512 * 1024

/** The same, off the event loop when there is much to hash. */
export const hashOfAny = async (bytes: Buffer): Promise<string> =>
  bytes.length < LARGE_BYTES
    ? hashOf(bytes)
    : Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

/** A regular file's bytes; anything else is refused. */
export async function readRegularFile(root: string, path: string, limit: number): Promise<FileContent> {
  try {
    return await withFolder(root, parentOf(path), (folder) => readIn(folder, nameOf(path), limit))
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Undefined when there is nothing. */
export const readIfThere = (root: string, path: string, limit: number): Promise<FileContent | undefined> =>
  ifThere(readRegularFile(root, path, limit))

export const readInIfThere = (
  folder: Folder,
  name: string,
  limit: number,
): Promise<FileContent | undefined> => ifThere(readIn(folder, name, limit))

async function ifThere(read: Promise<FileContent>): Promise<FileContent | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof FileRefusal && error.refusal === 'not_found') return undefined
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

export async function readIn(folder: Folder, name: string, limit: number): Promise<FileContent> {
  try {
    return await withOwnFile(folder, name, async (handle, stats) => {
      if (stats.size > limit)
        throw new FileRefusal(
          'too_large',
          say('workspace_files.file_too_large', { size: Number(stats.size), limit }),
        )
      const bytes = await handle.readFile()
      return { bytes, hash: await hashOfAny(bytes), mode: Number(stats.mode) & 0o777, stats }
    })
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Others may replace the file between opening it and looking at its name; then it is opened again. */
const MAX_TRIES = 20

/**
 * Opens a regular file whose only name is this one. A file with a second name may belong to another user: a hard link makes a file from
 * outside of the workspace look like one of its own.
 */
export async function withOwnFile<T>(
  folder: Folder,
  name: string,
  work: (handle: FileHandle, stats: BigIntStats) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const handle = await folder.open(name, constants.O_RDONLY)
    try {
      const opened = await handle.stat({ bigint: true })
      if (!opened.isFile())
        throw new FileRefusal(
          'not_a_file',
          say(opened.isDirectory() ? 'workspace_files.is_a_folder' : 'workspace_files.not_regular'),
        )
      // The name and the count in one look: counted after the name was gone, the other name would be the only one.
      const named = await folder.stat(name)
      if (named?.ino !== opened.ino || named.dev !== opened.dev) continue
      if (named.nlink === 1n) return await work(handle, opened)
      if (!(await removeStagedNames(folder, named))) throw hardLink()
    } finally {
      await handle.close()
    }
  }
  throw new FileRefusal('busy', say('workspace_files.being_replaced'))
}

const hardLink = (): FileRefusal => new FileRefusal('hard_link', say('workspace_files.hard_link'))
