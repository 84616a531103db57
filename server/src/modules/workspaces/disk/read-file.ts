import { type BigIntStats, constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { say } from '@bellwether/wire'
import type { Folder } from '../../../platform/disk/folder.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { type FileContent, hashOfAny } from '../files/content.ts'
import { ifExists } from '../files/folder-view.ts'
import { removeStagedNames } from './staged-names.ts'

export const readInIfExists = (
  folder: Folder,
  name: string,
  limit: number,
): Promise<FileContent | undefined> => ifExists(readIn(folder, name, limit))

export async function readIn(folder: Folder, name: string, limit: number): Promise<FileContent> {
  try {
    return await withOwnFile(folder, name, async (handle, stats) => {
      if (stats.size > limit)
        throw new FileRefusal(
          'too_large',
          say('workspace_files.file_too_large', { size: Number(stats.size), limit }),
        )
      const bytes = await handle.readFile()
      const owner = { uid: Number(stats.uid), gid: Number(stats.gid) }
      return { bytes, hash: await hashOfAny(bytes), mode: Number(stats.mode) & 0o777, owner }
    })
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Another program may replace the file between opening and checking it; then it is opened again. */
const MAX_TRIES = 20

/**
 * Opens a regular file without other hard links: a hard link can make a file from outside look like part of the
 * workspace.
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
      // Name and link count are read together: if the name were removed in between, the other link would be the only one.
      const stats = await folder.stat(name)
      if (stats?.ino !== opened.ino || stats.dev !== opened.dev) continue
      if (stats.nlink === 1n) return await work(handle, opened)
      if (!(await removeStagedNames(folder, stats))) throw hardLink()
    } finally {
      await handle.close()
    }
  }
  throw new FileRefusal('busy', say('workspace_files.being_replaced'))
}

const hardLink = (): FileRefusal => new FileRefusal('hard_link', say('workspace_files.hard_link'))
