import type { ObjectStore } from './objects.ts'

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
