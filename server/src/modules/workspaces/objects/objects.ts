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

export interface Sweep {
  isNeeded(hash: string): boolean
  /** Objects that were written or set aside more recently stay: an edit may be about to refer to them. */
  ageMs: number
  signal: AbortSignal
}

/** The objects of all workspaces, in folders on disk or in object storage. */
export interface WorkspaceObjects {
  kind: 'disk' | 'stored'
  of(workspaceId: string): ObjectStore
  /**
   * Removes objects that nothing refers to, in two steps: they are set aside, and removed after they have been aside for `ageMs`. A
   * reader that asks for one in between gets it, and it stays. So edits never wait for a sweep, on this instance or another, and a crash
   * leaves every object in one place or the other.
   */
  sweep(workspaceId: string, sweep: Sweep): Promise<void>
  /** Milliseconds since the last sweep; undefined when there was none. */
  sweptAgo(workspaceId: string): Promise<number | undefined>
  markSwept(workspaceId: string): Promise<void>
}
