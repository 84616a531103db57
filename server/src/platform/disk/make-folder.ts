import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder with its parents, accessible to the server only. Avoids mkdir's `recursive`: on file systems such
 * as /proc that can't create anything and report ENOENT, Node retries forever.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (await isFolder(path)) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || (await isFolder(parent))) throw error
    await makeFolder(parent)
    await mkdir(path, { mode: 0o700 })
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
