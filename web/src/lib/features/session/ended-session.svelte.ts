import { sessionToken } from '$lib/api'

let waiting = $state.raw<((isSignedIn: boolean) => void)[]>([])

const settle = (isSignedIn: boolean): void => {
  const all = waiting
  waiting = []
  for (const done of all) done(isSignedIn)
}

// Also when the person signs in again in another tab.
sessionToken.onSession(() => settle(true))

/** The session ended while a page was open. Requests wait until the person has signed in again. */
export const endedSession = {
  get isOpen(): boolean {
    return waiting.length > 0
  },
  /** Resolves to whether the request can be sent again. */
  ask: (): Promise<boolean> =>
    new Promise((resolve) => {
      waiting = [...waiting, resolve]
    }),
  giveUp: (): void => settle(false),
}
