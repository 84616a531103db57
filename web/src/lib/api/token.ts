import type { OpenSession } from '@bellwether/wire'
import { isObject, stringOf } from '../json.ts'
import { remember, remembered } from '../state/remember.ts'
import { ApiError, toApiError } from './api-error.ts'

/**
 * The access token is only in memory, for minutes. The refresh token is in a cookie that scripts can't read. All tabs
 * share one session: one of them refreshes and informs the others.
 */
interface Held extends OpenSession {
  expiresAt: number
}

type Listener = (session: OpenSession) => void

/** A token that expires sooner than this is refreshed before the next request. */
const MARGIN_MS = 60_000
const LIMIT_MS = 20_000
const LOCK = 'bellwether.session'
/** The id of the person who is signed in, as far as this browser knows. */
const PERSON = 'session'
/** A sign-out that the server has not confirmed yet. */
const SIGNING_OUT = 'signing-out'

let current: Held | undefined
let refreshing: Promise<boolean> | undefined
const listeners = new Set<Listener>()
let onEnded: () => Promise<boolean> = async () => false
let onOtherPerson: () => void = () => location.reload()

const isBrowser = typeof document !== 'undefined'
const channel = isBrowser && typeof BroadcastChannel === 'function' ? new BroadcastChannel(LOCK) : undefined
if (channel)
  channel.onmessage = ({ data }: MessageEvent<OpenSession>) => {
    // Ignores another person's session: this page notices when its own ends.
    if (current && current.user.user_id === data.user.user_id) hold(data)
  }
// Earlier versions stored a token for seven days there.
if (isBrowser) remember('token', null)

function hold(session: OpenSession): void {
  current = { ...session, expiresAt: Date.now() + session.expires_in * 1000 }
  for (const tell of listeners) tell(session)
}

/** False if the session has ended. Rejects when the server can't be reached. */
async function fetchSession(): Promise<boolean> {
  if (remembered(SIGNING_OUT) !== null) return false
  const response = await fetch('/session/refresh', {
    method: 'POST',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(LIMIT_MS),
    // The new cookie must arrive even if the page is closed in the meantime.
    keepalive: true,
  }).catch(() => {
    throw new ApiError(0, 'Can’t reach the server')
  })
  if (response.status === 401) return false
  if (!response.ok)
    throw toApiError(response.status, await response.json().catch(() => undefined), (name) =>
      response.headers.get(name),
    )
  accept((await response.json()) as OpenSession)
  return true
}

function accept(session: OpenSession): void {
  remember(PERSON, String(session.user.user_id))
  remember(SIGNING_OUT, null)
  if (current && current.user.user_id !== session.user.user_id) {
    onOtherPerson()
    throw new ApiError(401, 'Someone else has signed in in this browser')
  }
  hold(session)
  channel?.postMessage(session)
}

/** One tab at a time. A tab that had to wait uses the other tab's result. */
async function refreshInTurn(): Promise<boolean> {
  const before = current?.access_token
  const refreshOnce = async () => (current && current.access_token !== before ? true : fetchSession())
  // Browsers have locks on https and localhost only; otherwise the server tolerates two concurrent refreshes.
  if (!isBrowser || !('locks' in navigator)) return refreshOnce()
  let isOurTurn = false
  try {
    return await navigator.locks.request(LOCK, () => {
      isOurTurn = true
      return refreshOnce()
    })
  } catch (error) {
    if (isOurTurn) throw error
    // A browser that blocks third-party storage denies locks to a page inside an LMS.
    return refreshOnce()
  }
}

function refresh(): Promise<boolean> {
  refreshing ??= refreshInTurn().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Set while the page of a class link is open: its requests are those of the guest, not of the signed-in person. */
let guest: string | undefined

export const guestToken = {
  get: (): string | undefined => guest,
  use(token: string | undefined): void {
    guest = token
  },
}

export const sessionToken = {
  get: (): string | null => current?.access_token ?? null,
  /** Whether this browser was signed in at the last check. */
  isExpected: (): boolean => current !== undefined || remembered(PERSON) !== null,
  /** Whether this person is signed in in this browser, as far as its tabs know. */
  isPerson: (id: number): boolean => remembered(PERSON) === String(id),
  /** Called with every new session and its user. */
  onSession(listener: Listener): void {
    listeners.add(listener)
  },
  /** Sets the handler for an ended session. It resolves to whether the person has signed in again. */
  whenEnded(act: () => Promise<boolean>): void {
    onEnded = act
  },
  /** Sets the handler for when the browser turns out to have another person's session. */
  whenOtherPerson(act: () => void): void {
    onOtherPerson = act
  },

  /** Takes the session of a sign-in. */
  take: accept,
  refresh,

  /** Before a request: replaces a token that is about to expire. */
  async prepare(): Promise<void> {
    if (guest || !current || current.expiresAt - Date.now() > MARGIN_MS) return
    // If this fails, the response to the request itself decides.
    await refresh().catch(() => false)
  },

  /** Called when the server refused `sent`. Resolves to whether the request can be sent again. */
  async recover(sent: string | null): Promise<boolean> {
    // A guest has no session to refresh.
    if (guest) return false
    if (current && current.access_token !== sent) return true
    if (await refresh()) return true
    return onEnded()
  },

  /** From now on this browser counts as signed out, even if the server can't be reached. */
  startSignOut(): void {
    remember(PERSON, null)
    remember(SIGNING_OUT, '1')
  },
  /** The person signs in on another server, which replaces the session that could not be ended. */
  startSignIn: (): void => remember(SIGNING_OUT, null),
  /**
   * Scripts can't remove the cookie, so this is repeated until the server has responded. Returns the address at which
   * the sign-in provider's own session ends, if there is one.
   */
  async finishSignOut(limitMs: number): Promise<string | undefined> {
    if (remembered(SIGNING_OUT) === null) return undefined
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch('/session/sign-out', { method: 'POST', keepalive: true, signal }).catch(
      () => undefined,
    )
    if (response?.ok) remember(SIGNING_OUT, null)
    current = undefined
    const body: unknown = response?.status === 200 ? await response.json().catch(() => undefined) : undefined
    const url = isObject(body) ? stringOf(body['provider_sign_out_url']) : ''
    return /^https?:/.test(url) ? url : undefined
  },
}

export const authorization = (): Record<string, string> => {
  const token = guest ?? current?.access_token
  return token ? { authorization: `Bearer ${token}` } : {}
}
