import { say } from '@bellwether/wire'
import { FileRefusal } from '../file-refusal.ts'
import { hashOfAny } from '../files/content.ts'

/** Contents and trees of a workspace by SHA-256, inaccessible to its users. */
export interface ObjectStore {
  /** `durable`: synced to disk when this returns, as needed for content that an edit is about to replace. */
  put(bytes: Buffer, options?: { durable?: boolean }): Promise<string>
  /** Refuses when it is gone or damaged. */
  get(hash: string): Promise<Buffer>
}

export function requireHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('invalid object name')
  return hash
}

/** The content is checked against its name: a damaged object is noticed and never restored. */
export async function requireIntact(bytes: Buffer | undefined, hash: string): Promise<Buffer> {
  if (!bytes) throw new FileRefusal('not_found', say('workspace_files.version_gone'))
  if ((await hashOfAny(bytes)) !== hash)
    throw new FileRefusal('not_found', say('workspace_files.version_damaged'))
  return bytes
}
