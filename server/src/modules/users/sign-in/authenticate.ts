import { say } from '@bellwether/wire'
import { type Caller, isGuest, type UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, forbidden, unauthenticated } from '../../../platform/errors.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { isSameSecret } from '../../../platform/secrets/secret-box.ts'
import { apiKeyRepository } from '../api-keys/api-key.repository.ts'
import { API_KEY_START, hashApiKey, type KeyUse, mayForward } from '../api-keys/api-key.ts'
import { requireOpenForGuests } from '../guests/guest-link.ts'
import { isMadeUp } from '../made-up-email.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import { requireActiveOrganization } from './access-watch.ts'
import type { Sessions } from './sessions.ts'
import { toNetwork } from './sign-in-guard.ts'

export interface AuthenticateDeps {
  db: Db
  sessions: Sessions
  /** LAMB_BEARER_TOKEN. Undefined disables this kind of access. */
  systemKey: string | undefined
  /** Counts invalid credentials per address. */
  guessing: RateLimit
  keyUse: KeyUse
  /** The value of the `Via` header on our own outgoing requests. */
  via?: string | undefined
}

/** The only place that reads credentials. The person is read from the database on every request. */
export function createAuthenticate(deps: AuthenticateDeps) {
  return async function authenticate(exchange: Exchange): Promise<Caller | undefined> {
    const header = exchange.incoming.headers.authorization
    if (header === undefined) return undefined
    const token = /^bearer +(\S+) *$/i.exec(header)?.[1]
    const caller = token === undefined ? undefined : await identify(deps, token)
    if (caller && isGuest(caller) && !exchange.isOpenToGuests)
      throw forbidden(say('class_links.guest_only_chats'))
    if (caller) return isFrom(exchange, deps.via) ? { ...caller, isLoopback: true } : caller
    // Many browsers behind one address may send expired tokens at once, which is not guessing.
    if (token !== undefined && (await deps.sessions.isOurs(token))) throw unauthenticated()
    const address = toNetwork(exchange.clientIp)
    await deps.guessing.requireFree(address)
    await deps.guessing.fail(address)
    throw unauthenticated()
  }
}

const isFrom = (exchange: Exchange, via: string | undefined): boolean =>
  via !== undefined && exchange.incoming.headers.via?.includes(via) === true

async function identify(deps: AuthenticateDeps, token: string): Promise<Caller | undefined> {
  if (token.startsWith(API_KEY_START)) return byApiKey(deps, token)
  if (deps.systemKey !== undefined && isSameSecret(token, deps.systemKey))
    return { kind: 'system', trustedForwarder: true }
  const session = await deps.sessions.verify(token)
  if (!session) return undefined
  const user = await userRepository.findById(deps.db, session.userId)
  if (!user || user.session_version !== session.version || user.enabled !== 1) return undefined
  const rights = { credential: 'session', trustedForwarder: false } as const
  if (user.guest_link_id === null) return toCaller(user, { ...rights, onlyAssistants: null })
  const link = await requireOpenForGuests(deps.db, user.guest_link_id)
  return {
    ...toCaller(user, { ...rights, onlyAssistants: [link.assistant_id] }),
    guestOfLink: user.guest_link_id,
  }
}

async function byApiKey(deps: AuthenticateDeps, token: string): Promise<Caller | undefined> {
  const holder = await apiKeyRepository.findHolder(deps.db, hashApiKey(token))
  if (!holder || holder.key_revoked_at !== null || holder.enabled !== 1) return undefined
  if (holder.key_expires_at !== null && holder.key_expires_at <= nowSeconds()) return undefined
  deps.keyUse.note(holder.key_id)
  const caller = toCaller(holder, {
    credential: 'api_key',
    onlyAssistants: holder.key_assistant_ids === null ? null : parseIds(holder.key_assistant_ids),
    trustedForwarder: holder.key_trusted_forwarder === 1,
  })
  // Only admins may forward users: a key loses this right when its owner loses the role.
  const trustedForwarder = caller.trustedForwarder && mayForward(caller)
  caller.keyId = String(holder.key_id)
  caller.trustedForwarder = trustedForwarder
  return caller
}

type Rights = Pick<UserCaller, 'credential' | 'onlyAssistants' | 'trustedForwarder'>

/** Throws when the user's organization is suspended, and when a guest would get more than one assistant. */
export function toCaller(user: UserAccount, rights: Rights): UserCaller {
  if (user.guest_link_id !== null && rights.onlyAssistants === null) throw unauthenticated()
  const systemAdmin = user.role === 'admin'
  requireActiveOrganization(user)
  return {
    kind: 'user',
    userId: user.id,
    email: user.email,
    confirmedEmail: user.email_confirmed_at === null || isMadeUp(user.email) ? undefined : user.email,
    name: user.name,
    userType: user.user_type,
    systemAdmin,
    organizationId: user.organization_id,
    organizationRole: user.organization_role ?? 'member',
    credential: rights.credential,
    keyId: undefined,
    onlyAssistants: rights.onlyAssistants,
    trustedForwarder: rights.trustedForwarder,
  }
}

function parseIds(text: string): number[] {
  const ids: unknown = JSON.parse(text)
  if (!Array.isArray(ids))
    throw new AppError('internal', 'the list of assistants of a stored API key is damaged')
  return ids.filter((id): id is number => Number.isInteger(id))
}
