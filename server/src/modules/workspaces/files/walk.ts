import { say } from '@bellwether/wire'
import { FileRefusal, hasCode } from '../file-refusal.ts'
import { type EntryStats, type Files, type FolderView, openView } from './folder-view.ts'
import { isRestricted } from './place.ts'

export interface Found<S extends EntryStats = EntryStats> {
  path: string
  /** The open folder; closed when the next entry is requested. */
  folder: FolderView<S>
  name: string
  kind: 'file' | 'folder' | 'link'
  stats: S
}

/**
 * All entries of a folder that assistants may see, folders before their contents, sorted by name. Links are listed
 * but not followed; anything that is neither file, folder nor link is skipped. Throws if there are more than `maxEntries`.
 */
export async function* walk<S extends EntryStats>(
  files: Files<S>,
  at: string,
  maxEntries: number,
): AsyncGenerator<Found<S>> {
  let remaining = maxEntries
  const open: string[] = [at]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const inside: string[] = []
    const folder = await openIfThere(files, path)
    if (!folder) continue
    try {
      for (const name of await namesIn(folder)) {
        if (isRestricted(name)) continue
        const stats = await folder.stat(name)
        const kind = stats && kindOf(stats)
        if (!kind) continue
        if (--remaining < 0)
          throw new FileRefusal('too_large', say('workspace_files.too_many_entries', { limit: maxEntries }))
        const entryPath = path === '' ? name : `${path}/${name}`
        yield { path: entryPath, folder, name, kind, stats }
        if (kind === 'folder') inside.push(entryPath)
      }
    } finally {
      await folder.close()
    }
    open.push(...inside.reverse())
  }
}

const kindOf = (stats: EntryStats): Found['kind'] | undefined =>
  stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : undefined

/** Deleted or replaced during the walk, or locked by a program that ran here: the walk continues without it. */
const SKIPPED = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'] as const

async function openIfThere<S extends EntryStats>(
  files: Files<S>,
  path: string,
): Promise<FolderView<S> | undefined> {
  try {
    return await openView(files, path)
  } catch (error) {
    if (hasCode(error, ...SKIPPED)) return undefined
    throw error
  }
}

async function namesIn(folder: FolderView): Promise<string[]> {
  try {
    return (await folder.list()).map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1))
  } catch (error) {
    if (hasCode(error, ...SKIPPED)) return []
    throw error
  }
}
