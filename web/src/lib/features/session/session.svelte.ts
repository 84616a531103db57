import type { Identity } from '@bellwether/wire'
import { ApiError, api, sessionToken } from '$lib/api'

type LambAnswer<T> = ({ success: true } & T) | { success: false; error: string }

let user = $state.raw<Identity>()

/** LAMB's doors answer 200 and say `success: false`. */
function orThrow<T>(answer: LambAnswer<T>): T {
  if (answer.success) return answer
  throw new ApiError(400, answer.error)
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

  /** Ends every session of the user. Signed out here even when the server can't be reached. */
  async signOut(): Promise<void> {
    await api.post('/creator/logout', undefined, { staysOnRefusal: true }).catch(() => undefined)
    sessionToken.set(null)
    user = undefined
  },
}
