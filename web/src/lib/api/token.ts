import { remember, remembered } from '../state/remember.ts'

/** The session's token. Kept in the browser so that a reload stays signed in; the server ends it on signing out. */
let token = typeof localStorage === 'undefined' ? null : remembered('token')
let onRefused: () => void = () => undefined

export const sessionToken = {
  get: (): string | null => token,
  set(next: string | null): void {
    token = next
    remember('token', next)
  },
  /** What happens when the server does not know the token any more. */
  whenRefused(act: () => void): void {
    onRefused = act
  },
  /** The server does not know `sent`. */
  refused(sent: string | null): void {
    // The answer to a question of a session before this one.
    if (sent !== token) return
    const kept = remembered('token')
    // In another tab somebody has signed in again: this page takes part in that, from its beginning.
    if (kept !== null && kept !== token) location.reload()
    else {
      sessionToken.set(null)
      onRefused()
    }
  },
}

export const authorization = (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
