import type { Identity, OpenSession } from '@bellwether/wire'
import { api, sessionToken } from '$lib/api'
import { i18n, type Language } from '$lib/i18n'
import { localDrafts } from '$lib/state/local-drafts.ts'
import { remember, remembered } from '$lib/state/remember.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'

let user = $state.raw<Identity>()
let wantsOut = false
/** Decides where the home page leads before the session is loaded. */
const WAS_EDUCATOR = 'was-educator'
/** Signing out waits at most this long for the server. */
const SIGN_OUT_MS = 5_000

sessionToken.onSession((opened) => {
  // Not on every refresh: the person may just have chosen another one.
  const isNew = user?.user_id !== opened.user.user_id
  if (isNew && opened.user.language !== null) i18n.language = opened.user.language
  user = opened.user
  remember(WAS_EDUCATOR, session.isStudent ? null : '1')
})

/** The signed-in user. */
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
  /** Students have pages of their own. */
  get isStudent(): boolean {
    return user?.user_type === 'end_user' && !session.isOrganizationAdmin
  },
  /** Here immediately, and with the account in every other browser. */
  chooseLanguage(language: Language): void {
    i18n.language = language
    if (user) void api.put('/account/language', { body: { language } }).catch(() => undefined)
  },

  /** Whether this browser was signed in at the last check. */
  isExpected: (): boolean => sessionToken.isExpected(),

  /** Whether the signed-in user is an educator; before the session is loaded, whether the last one was. */
  isExpectedEducator: (): boolean =>
    user ? !session.isStudent : sessionToken.isExpected() && remembered(WAS_EDUCATOR) !== null,

  /** Whether this person has not signed out, here or in another tab. */
  isStill: (person: number): boolean => sessionToken.isPerson(person),

  /** Loads the signed-in user. Returns false if there is none. */
  load: async (): Promise<boolean> => user !== undefined || sessionToken.refresh(),

  /** Takes a session that was opened in another way, such as a launch from an LMS. */
  take: (opened: OpenSession): void => sessionToken.take(opened),

  async signIn(email: string, password: string): Promise<void> {
    sessionToken.take(await api.post('/session', { body: { email, password }, staysOnRefusal: true }))
  },

  signUp: (body: { name: string; email: string; password: string; secret_key: string }) =>
    api.post('/auth/sign-up', { body, staysOnRefusal: true }),

  /**
   * The user has clicked “Sign out”. The sign-in page signs out, after pages with unsaved work have asked for
   * confirmation.
   */
  get wantsOut(): boolean {
    return wantsOut
  },
  leave(): void {
    wantsOut = true
  },

  /**
   * Ends every session of the user. Signs out here even if the server can't be reached. Returns the page that ends the
   * sign-in provider's own session, if there is one.
   */
  async signOut(): Promise<string | undefined> {
    // Signs out in the browser immediately, in case the page is closed now. The page still has the token for the
    // remaining requests.
    sessionToken.startSignOut()
    if (user) localDrafts.removeAllOf(user.user_id)
    await Promise.race([
      pendingDeletes.finishAll(),
      new Promise((resolve) => setTimeout(resolve, SIGN_OUT_MS)),
    ])
    const next = await session.finishSignOut()
    user = undefined
    return next
  },
  /** Repeats a sign-out that has not reached the server. */
  finishSignOut: (): Promise<string | undefined> => sessionToken.finishSignOut(SIGN_OUT_MS),
}
