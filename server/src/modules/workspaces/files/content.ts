import { createHash, webcrypto } from 'node:crypto'

export interface FileContent {
  bytes: Buffer
  hash: string
  /** Permission bits only. */
  mode: number
  /** Of a file on disk. */
  owner?: { uid: number; gid: number }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const LARGE_BYTES = 512 * 1024

/** The same, off the event loop when there is much to hash. */
export const hashOfAny = async (bytes: Buffer): Promise<string> =>
  bytes.length < LARGE_BYTES
    ? hashOf(bytes)
    : Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
