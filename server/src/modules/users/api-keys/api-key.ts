import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isOrganizationAdmin, type UserCaller } from '../../../platform/caller.ts'

export const API_KEY_START = 'bw_'

/** Keys have 256 random bits, so a fast hash is safe. */
export function hashApiKey(key: string): string {
  let hashed = hashes.get(key)
  if (hashed === undefined) {
    hashed = hash('sha256', key)
    if (key.length < 100) hashes.set(key, hashed)
  }
  return hashed
}

// The same few keys are used in thousands of requests.
const hashes = new LRUCache<string, string>({ max: 1000 })

/** Records that a key was used, without a write per request. */
export interface KeyUse {
  note(keyId: number): void
}

/** A key that forwards users vouches for their identity, so only admins may create one. */
export const mayForward = (caller: UserCaller): boolean => caller.systemAdmin || isOrganizationAdmin(caller)
