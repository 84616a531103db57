import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileRefusal, hasCode } from '../file-refusal.ts'
import { isRestricted, STAGED_START } from './place.ts'

export interface Found {
  path: string
  real: string
  kind: 'file' | 'folder' | 'link'
  stats: BigIntStats
}

/** A crash left it; whoever writes it now is done long before. */
const LEFT_OVER_MS = 600_000

/**
 * Everything in a folder that assistants may know of, folders before what is in them, by name. Links are told, not followed; what is
 * neither file, folder nor link is passed over. `most` keeps a folder of millions from being read to its end.
 */
export async function* walk(root: string, at: string, most: number): AsyncGenerator<Found> {
  let left = most
  const open: string[] = [at]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const inside: string[] = []
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const real = join(root, path)
      if (isRestricted(entry.name)) {
        if (entry.name.startsWith(STAGED_START)) await removeLeftOver(real)
        continue
      }
      const kind = kindOf(entry)
      const stats = kind && (await lstatIfThere(real))
      if (!kind || !stats) continue
      if (--left < 0)
        throw new FileRefusal('too_large', `The workspace holds more than ${most} files and folders.`)
      yield { path, real, kind, stats }
      if (kind === 'folder') inside.push(path)
    }
    open.push(...inside.reverse())
  }
}

const kindOf = (entry: Dirent): Found['kind'] | undefined =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : undefined

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    // Deleted while the walk was on its way; or locked, by a program that ran here: the rest has to go on.
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
    throw error
  }
}

async function lstatIfThere(real: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(real, { bigint: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

async function removeLeftOver(real: string): Promise<void> {
  const stats = await lstatIfThere(real)
  if (stats && Date.now() - Number(stats.mtimeMs) > LEFT_OVER_MS) await rm(real, { force: true })
}
