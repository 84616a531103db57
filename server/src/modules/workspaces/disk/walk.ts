import type { BigIntStats, Dirent } from 'node:fs'
import { say } from '@bellwether/wire'
import type { Folder } from '../../../platform/disk/folder.ts'
import { FileRefusal, hasCode } from '../file-refusal.ts'
import { openBelow } from './in-folder.ts'
import { isRestricted, STAGED_START } from './place.ts'
import { removeIfThere } from './staged-names.ts'

export interface Found {
  path: string
  /** Where it is, open only until the next one is asked for. */
  folder: Folder
  name: string
  kind: 'file' | 'folder' | 'link'
  stats: BigIntStats
}

/** Older ones are left from a crash: no write takes this long. */
const LEFT_OVER_MS = 600_000

/**
 * Everything in a folder that assistants may know of, folders before what is in them, by name. Links are listed, not followed; what is
 * neither file, folder nor link is passed over. `most` keeps a folder of millions from being read to its end.
 */
export async function* walk(root: string, at: string, most: number): AsyncGenerator<Found> {
  let left = most
  const open: string[] = [at]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const inside: string[] = []
    const folder = await openIfThere(root, path)
    if (!folder) continue
    try {
      for (const { name } of await entriesOf(folder)) {
        if (isRestricted(name)) {
          if (name.startsWith(STAGED_START)) await removeLeftOver(folder, name)
          continue
        }
        const stats = await folder.stat(name)
        const kind = stats && kindOf(stats)
        if (!kind) continue
        if (--left < 0)
          throw new FileRefusal('too_large', say('workspace_files.too_many_entries', { limit: most }))
        const found = path === '' ? name : `${path}/${name}`
        yield { path: found, folder, name, kind, stats }
        if (kind === 'folder') inside.push(found)
      }
    } finally {
      await folder.close()
    }
    open.push(...inside.reverse())
  }
}

const kindOf = (stats: BigIntStats): Found['kind'] | undefined =>
  stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : undefined

/** Deleted or replaced while the walk was on its way, or locked by a program that ran here: the rest goes on. */
const PASSED_OVER = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'] as const

async function openIfThere(root: string, path: string): Promise<Folder | undefined> {
  try {
    return await openBelow(root, path)
  } catch (error) {
    if (hasCode(error, ...PASSED_OVER)) return undefined
    throw error
  }
}

async function entriesOf(folder: Folder): Promise<Dirent[]> {
  try {
    return (await folder.list()).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (hasCode(error, ...PASSED_OVER)) return []
    throw error
  }
}

async function removeLeftOver(folder: Folder, name: string): Promise<void> {
  const stats = await folder.stat(name)
  if (stats && Date.now() - Number(stats.mtimeMs) > LEFT_OVER_MS) await removeIfThere(folder, name)
}
