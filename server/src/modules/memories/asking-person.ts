import type { Caller } from '../../platform/caller.ts'

/** Who asks, and whom they ask for where a client forwards others. */
export interface Asking {
  caller: Caller
  endUser?: string | undefined
}

/** A person of whom something can be kept. */
export interface Person {
  subject: string
  /** Whose account it goes with; null for those whom the operator's client named. */
  userId: number | null
}

const LONGEST_NAME = 200

/**
 * A user of ours is themself. Whom a client names is a person of that client: what one client's Ada is remembered by is nothing to
 * another's. Undefined when a client names nobody: its key's owner is not the one who asks.
 */
export function personOf({ caller, endUser }: Asking): Person | undefined {
  if (!caller.trustedForwarder) return { subject: `user:${caller.userId}`, userId: caller.userId }
  const name = endUser?.replaceAll('\u0000', '').trim().toLowerCase().slice(0, LONGEST_NAME)
  if (!name) return undefined
  if (caller.kind === 'system') return { subject: `client:${name}`, userId: null }
  return { subject: `key-of:${caller.userId}:${name}`, userId: caller.userId }
}
