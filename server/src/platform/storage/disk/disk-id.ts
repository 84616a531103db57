import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../disk/make-folder.ts'

const DISK_ID_FILE = 'storage-id'

/** Tells the disk with the files of an installation from any other. */
export function createDiskId(dataDir: string) {
  const file = join(dataDir, DISK_ID_FILE)
  const read = async (): Promise<string | undefined> => {
    try {
      return (await readFile(file, 'utf8')).trim() || undefined
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  return {
    read,
    /** Leaves an existing one: of several instances that share this disk, the first one counts. */
    async write(id: string): Promise<void> {
      await makeFolder(dataDir)
      try {
        await writeFile(file, `${id}\n`, { flag: 'wx', mode: 0o600, flush: true })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
    },
  }
}
