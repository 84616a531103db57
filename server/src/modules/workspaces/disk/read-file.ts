import { createHash, webcrypto } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'

export interface FileContent {
  bytes: Buffer
  hash: string
  /** Permission bits only. */
  mode: number
  stats: BigIntStats
}

// NOFOLLOW: the place was made real before; a link there now was put there since. NONBLOCK: opening a pipe would wait for a writer.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const LARGE_BYTES = 512 * 1024

/** The same; for much at a time it is worked out beside everything else that goes on. */
export const hashOfAny = async (bytes: Buffer): Promise<string> =>
  bytes.length < LARGE_BYTES
    ? hashOf(bytes)
    : Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

/** A regular file's bytes; refused when it is anything else. */
export async function readRegularFile(real: string, limit: number): Promise<FileContent> {
  try {
    const handle = await open(real, READ)
    try {
      const stats = await handle.stat({ bigint: true })
      if (!stats.isFile())
        throw new FileRefusal(
          'not_a_file',
          `This is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}.`,
        )
      if (stats.size > limit)
        throw new FileRefusal('too_large', `The file has ${stats.size} bytes; ${limit} is the most here.`)
      const bytes = await handle.readFile()
      return { bytes, hash: await hashOfAny(bytes), mode: Number(stats.mode) & 0o777, stats }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Undefined when nothing is there. */
export async function readIfThere(real: string, limit: number): Promise<FileContent | undefined> {
  try {
    return await readRegularFile(real, limit)
  } catch (error) {
    if (error instanceof FileRefusal && error.refusal === 'not_found') return undefined
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
