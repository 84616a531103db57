import { hash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { AppError, forbidden } from '../../../platform/errors.ts'
import { newToken, newUuid } from '../../../platform/ids.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import {
  browserSessionRepository,
  type EndedByProvider,
  type FoundToken,
} from './browser-session.repository.ts'

export interface BrowserSessionDeps {
  db: Db
  sessions: Sessions
  /** In seconds. */
  lifetimes: { idle: number; max: number }
  /** Called when a token that was replaced long ago is used again: the token was copied. */
  onReuse(session: { userId: number }): void
}

export interface OpenSession {
  user: UserAccount
  accessToken: string
  accessSeconds: number
  refreshToken: string
  refreshSeconds: number
}

/** The provider's part of a session that was started by single sign-on. */
export interface ProviderSession {
  /** As in `ExternalIdentity`. */
  provider: string
  /** The provider's own id of its session. */
  session?: string | undefined
  /** OpenID Connect's ID token, or the name ID of SAML: what signing out there needs. */
  sealedIdToken?: string | undefined
  /** SAML: how the identity provider names the person. */
  nameId?: string | undefined
  /** When the provider's own session ends, in Unix seconds. */
  endsAt?: number | undefined
}

/** A logout request of a SAML identity provider. */
interface EndedByNameId {
  provider: string
  nameId: string
  sessions: string[]
}

/** Two tabs may refresh with the same token at once, and a response may get lost. */
const GRACE_SECONDS = 30

// Tokens have 256 random bits, so a fast hash is safe. Name IDs are hashed to be compared, whatever their length.
const toHash = (token: string): string => hash('sha256', token)

const ended = () => new AppError('unauthenticated', say('users.session_expired'))

/** Browser sessions: a short-lived access token and a refresh token that is replaced on every use (decision 0013). */
export function createBrowserSessions({ db, sessions, lifetimes, onReuse }: BrowserSessionDeps) {
  async function open(user: UserAccount, refreshToken: string, expiresAt: number): Promise<OpenSession> {
    return {
      user,
      accessToken: await sessions.issue(user, 'access'),
      accessSeconds: sessions.lifetimes.access,
      refreshToken,
      refreshSeconds: expiresAt - nowSeconds(),
    }
  }

  async function begin(user: UserAccount, from?: ProviderSession): Promise<OpenSession> {
    const now = nowSeconds()
    const endsAt = from?.endsAt ?? null
    const expiresAt = expiryOf(lifetimes, now, now, endsAt)
    const refreshToken = newToken()
    await db.transaction().execute(async (tx) => {
      const id = newUuid()
      await browserSessionRepository.insert(tx, {
        id,
        user_id: user.id,
        session_version: user.session_version,
        created_at: now,
        expires_at: expiresAt,
        ends_at: endsAt,
        provider: from?.provider ?? null,
        provider_session: from?.session ?? null,
        sealed_id_token: from?.sealedIdToken ?? null,
        name_id_hash: from?.nameId === undefined ? null : toHash(from.nameId),
      })
      await browserSessionRepository.addToken(tx, id, toHash(refreshToken), now)
    })
    return open(user, refreshToken, expiresAt)
  }

  /** The user of a session that is still valid. */
  async function findUser(row: FoundToken, now: number): Promise<UserAccount | undefined> {
    const user = await userRepository.findAccount(db, row.user_id)
    // The operator may have shortened the lifetime since the session started.
    const isOver = row.expires_at <= now || row.created_at + lifetimes.max <= now
    return !isOver && user?.enabled === 1 && user.session_version === row.session_version ? user : undefined
  }

  async function refresh(token: string): Promise<OpenSession> {
    const now = nowSeconds()
    const row = await browserSessionRepository.findByToken(db, toHash(token))
    if (!row) throw ended()
    const isReused = row.replaced_at !== null && row.replaced_at + GRACE_SECONDS < now
    const user = isReused ? undefined : await findUser(row, now)
    if (!user) {
      await browserSessionRepository.delete(db, row.id)
      if (isReused) onReuse({ userId: row.user_id })
      throw ended()
    }
    if (user.organization_status === 'suspended' && user.role !== 'admin')
      throw forbidden(say('users.organization_suspended'))
    const expiresAt = expiryOf(lifetimes, row.created_at, now, row.ends_at)
    const next = newToken()
    await db.transaction().execute(async (tx) => {
      if (!(await browserSessionRepository.prolong(tx, row.id, expiresAt))) throw ended()
      await browserSessionRepository.markReplaced(tx, toHash(token), now)
      await browserSessionRepository.addToken(tx, row.id, toHash(next), now)
    })
    return open(user, next, expiresAt)
  }

  return {
    begin,
    refresh,
    endOfProvider: (ended: EndedByProvider) => endOfProvider(db, ended),

    endOfNameId: (ended: EndedByNameId) => endOfNameId(db, ended),

    /** Ends the previous session of a browser that signs in again. */
    discard: (token: string) => discard(db, token),

    /**
     * Ends all sessions of the user, like every sign-out. An unknown token changes nothing. Returns the provider that
     * started the session, where the browser is still signed in.
     */
    async signOut(token: string): Promise<ProviderSession | undefined> {
      const row = await browserSessionRepository.findByToken(db, toHash(token))
      if (!row) return undefined
      if (await findUser(row, nowSeconds())) await endAllOf(db, row.user_id)
      else await browserSessionRepository.delete(db, row.id)
      return toProviderSession(row)
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const now = nowSeconds()
      await inBatches((limit) => browserSessionRepository.removeExpired(db, now, limit), signal)
      const before = now - lifetimes.idle
      await inBatches((limit) => browserSessionRepository.removeReplaced(db, before, limit), signal)
    },
  }
}

const expiryOf = (
  { idle, max }: BrowserSessionDeps['lifetimes'],
  createdAt: number,
  now: number,
  endsAt: number | null,
): number => Math.min(now + idle, createdAt + max, endsAt ?? Number.POSITIVE_INFINITY)

async function discard(db: Db, token: string): Promise<void> {
  const row = await browserSessionRepository.findByToken(db, toHash(token))
  if (row) await browserSessionRepository.delete(db, row.id)
}

const toProviderSession = (row: FoundToken): ProviderSession | undefined =>
  row.provider === null
    ? undefined
    : {
        provider: row.provider,
        session: row.provider_session ?? undefined,
        sealedIdToken: row.sealed_id_token ?? undefined,
      }

/** The provider says that its session has ended. Without a session id or a subject nothing is ended. */
async function endOfProvider(db: Db, ended: EndedByProvider): Promise<void> {
  if (ended.session === undefined && ended.subject === undefined) return
  for (const { user_id } of await browserSessionRepository.findUsersOfProvider(db, ended))
    await endAllOf(db, user_id)
}

/** The same for SAML. Without session ids, all sessions of the person end. False if there are none. */
async function endOfNameId(db: Db, { provider, nameId, sessions }: EndedByNameId): Promise<boolean> {
  const nameIdHash = toHash(nameId)
  const people = await browserSessionRepository.findUsersOfNameId(db, { provider, nameIdHash, sessions })
  for (const { user_id } of people) await endAllOf(db, user_id)
  return people.length > 0
}

const endAllOf = (db: Db, userId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await userRepository.endSessions(tx, userId)
    await browserSessionRepository.deleteAllOf(tx, userId)
  })

export type BrowserSessions = ReturnType<typeof createBrowserSessions>
