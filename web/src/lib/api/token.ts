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
  refused(): void {
    sessionToken.set(null)
    onRefused()
  },
}

export const authorization = (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
