import type { Folder } from './folder.ts'

/** Programs may be adding files at the same time. */
const MAX_ROUNDS = 10_000

/** Removes a file, a link or a folder with everything in it. */
export async function removeEntry(folder: Folder, name: string): Promise<void> {
  if (!(await isFolder(folder, name))) return ignoring(VANISHED, folder.removeFile(name))
  const inner = await folder.openFolder(name)
  try {
    await emptyFolder(inner)
  } finally {
    await inner.close()
  }
  await folder.removeFolder(name)
}

/**
 * Empties a folder without following links, whatever other programs do in it in the meantime. Nested folders are moved up
 * first, so that only two are open at a time, however deep they are.
 */
export async function emptyFolder(top: Folder): Promise<void> {
  await top.unlock()
  let count = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const entries = await top.list()
    if (entries.length === 0) return
    for (const { name } of entries) {
      if (!(await isFolder(top, name))) await ignoring(VANISHED, top.removeFile(name))
      else await flatten(top, name, () => `removed-${process.pid}-${round}-${count++}`)
    }
  }
  throw new Error('The folder is being filled faster than it can be emptied')
}

async function flatten(top: Folder, name: string, newName: () => string): Promise<void> {
  const folder = await ignoring(NO_FOLDER, top.openFolder(name))
  if (!folder) return
  try {
    await folder.unlock()
    for (const entry of await folder.list()) {
      if (await isFolder(folder, entry.name)) {
        // Moving a folder to another one requires write permission on it.
        await unlock(folder, entry.name)
        await ignoring(VANISHED, folder.move(entry.name, newName(), top))
      } else await ignoring(VANISHED, folder.removeFile(entry.name))
    }
  } finally {
    await folder.close()
  }
  await ignoring([...NO_FOLDER, 'ENOTEMPTY', 'EEXIST'], top.removeFolder(name))
}

async function unlock(folder: Folder, name: string): Promise<void> {
  const inner = await ignoring(NO_FOLDER, folder.openFolder(name))
  await inner?.unlock().finally(() => inner.close())
}

/** The entry type may be outdated, and some file systems don't report it. */
const isFolder = async (folder: Folder, name: string): Promise<boolean> =>
  (await folder.stat(name))?.isDirectory() ?? false

/** The entry was removed or replaced in the meantime; the next round handles it. */
const VANISHED = ['ENOENT', 'EISDIR']
const NO_FOLDER = ['ENOENT', 'ENOTDIR', 'ELOOP']

async function ignoring<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return undefined
    throw error
  }
}
