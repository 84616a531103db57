import { isUnavailable } from '../../../platform/errors.ts'
import type { ReceivedFile } from './originals.ts'

/** Each waits for the disk or the storage. */
const AT_ONCE = 16

/** Moves files to their final places for `add`, which gets their paths. If it fails, they are removed. */
export async function keepAll<T>(
  files: readonly ReceivedFile[],
  remove: (path: string) => Promise<void>,
  add: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const paths: string[] = []
  try {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const results = await Promise.allSettled(files.slice(at, at + AT_ONCE).map((file) => file.keep()))
      for (const result of results) if (result.status === 'fulfilled') paths.push(result.value)
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
    return await add(paths)
  } catch (error) {
    // If the reply to the commit was lost, the rows may exist. Files without a row are removed later.
    if (!isUnavailable(error)) for (const path of paths) await remove(path)
    throw error
  }
}
