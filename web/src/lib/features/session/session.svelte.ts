import type { Identity } from '@bellwether/wire'
import { pendingDeletes } from '$features/common/pending-deletes.svelte.ts'
import { ApiError, api, sessionToken } from '$lib/api'
import { remember } from '$lib/state/remember.ts'
import { toPlace } from './place.ts'

type LambAnswer<T> = ({ success: true } & T) | { success: false; error: string }

let user = $state.raw<Identity>()
let wantsOut = false
/** Nobody waits longer than this for the server in order to leave. */
const LEAVING_MS = 5_000

/** LAMB's doors answer 200 and say `success: false`. */
function orThrow<T>(answer: LambAnswer<T>): T {
  if (answer.success) return answer
  throw new ApiError(400, answer.error)
}

/** Somebody else's session ended here: nothing that this page remembers is the next person's. */
function beginAnew(): Promise<void> {
  location.replace(toPlace(new URLSearchParams(location.search).get('next')))
  // The page is on its way out.
  return new Promise(() => undefined)
}

/** Who is signed in. */
export const session = {
  get user(): Identity | undefined {
    return user
  },
  get isOrganizationAdmin(): boolean {
    return (
      user?.role === 'admin' || user?.organization_role === 'owner' || user?.organization_role === 'admin'
    )
  },
  get isSystemAdmin(): boolean {
    return user?.role === 'admin'
  },
  hasToken: (): boolean => sessionToken.get() !== null,

  /** Asks the server who the kept token belongs to. */
  async load(): Promise<void> {
    user = orThrow(await api.get<LambAnswer<{ data: Identity }>>('/creator/me')).data
  },

  async signIn(email: string, password: string): Promise<void> {
    const answer = await api.post<LambAnswer<{ data: Identity & { token: string } }>>(
      '/creator/login',
      { email, password },
      { staysOnRefusal: true },
    )
    const { token, ...identity } = orThrow(answer).data
    sessionToken.set(token)
    if (user && user.user_id !== identity.user_id) return beginAnew()
    user = identity
  },

  async signUp(draft: { name: string; email: string; password: string; secret_key: string }): Promise<void> {
    orThrow(await api.post<LambAnswer<object>>('/creator/signup', draft, { staysOnRefusal: true }))
  },

  /** With a token that another answer brought: the first admin's. */
  async begin(token: string): Promise<void> {
    sessionToken.set(token)
    await session.load()
  },

  /** Somebody has asked to leave: the sign-in page sees to it, once no page in between has anything unsaved to ask about. */
  get wantsOut(): boolean {
    return wantsOut
  },
  leave(): void {
    wantsOut = true
  },

  /** Ends every session of the user. Signed out here even when the server can't be reached. */
  async signOut(): Promise<void> {
    // At once in the browser: whoever closes the lid now is signed out. The page itself still knows the token for what is left to do.
    remember('token', null)
    await Promise.race([
      pendingDeletes.finishAll(),
      new Promise((resolve) => setTimeout(resolve, LEAVING_MS)),
    ])
    await api
      .post('/creator/logout', undefined, {
        staysOnRefusal: true,
        limitMs: LEAVING_MS,
        outlivesPage: true,
      })
      .catch(() => undefined)
    sessionToken.set(null)
    user = undefined
  },
}
