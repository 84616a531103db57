import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A folder with its parents, for the server alone. Not with mkdir's `recursive`: where a file system creates nothing and says that there is no
 * such folder, such as /proc, Node tries forever.
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
    (found) => found.isDirectory(),
    () => false,
  )
