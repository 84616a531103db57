import { type Message, type MessageCode, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { AppError, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { accountTokenRepository, TOKEN_PURPOSES } from '../account-tokens/account-token.repository.ts'
import { apiKeyRepository } from '../api-keys/api-key.repository.ts'
import { isMadeUp, makeUpEmail } from '../made-up-email.ts'
import { type OrganizationRole, type UserAccount, userRepository } from '../user.repository.ts'
import { externalIdentityRepository } from './external-identity.repository.ts'
import { followPerson } from './follow-person.ts'
import { followRules, isChanged } from './follow-rules.ts'

/** A person whose identity was proven by another server: a sign-in provider or an LMS. */
export interface ExternalIdentity {
  /**
   * Everything that makes `subject` unique: for OpenID Connect the provider's id and issuer, for LTI the platform. If it
   * changes, people are linked again by e-mail.
   */
  provider: string
  subject: string
  email?: string | undefined
  /** Whether the provider guarantees that the address belongs to the person. Unverified addresses are never linked. */
  isEmailVerified: boolean
  name?: string | undefined
  /** For new accounts. Also the only organization whose accounts may be used, unless `isTrusted`. */
  organizationId: number
  /** For new accounts, and for others if `followsRules`. */
  userType: 'creator' | 'end_user'
  /** For new accounts, and for others if `followsRules`. */
  role?: Exclude<OrganizationRole, 'owner'> | undefined
  /** Whether an existing account changes to this type and role. */
  followsRules?: boolean
  /** Whether an existing account changes to this name, and to this address if it is verified and free. */
  followsPerson?: boolean
  /** Set up by the operator: may sign in members of every organization, and system admins. */
  isTrusted: boolean
  /** If the address belongs to an account that can't be linked: refuse, or create an account without it. */
  whenEmailTaken: 'refuse' | 'omit-email'
}

export interface ExternalIdentityDeps {
  db: Db
  /** In the transaction of the change. */
  note(
    tx: Db,
    entry: { organizationId: number; userId: number; action: string; object: Message; detail: Message },
  ): Promise<void>
}

type Outcome = 'known' | 'linked' | 'secured' | 'created'

const DETAILS = {
  linked: 'parts.audit_identity_linked',
  secured: 'parts.audit_identity_secured',
  created: 'parts.audit_identity_created',
} as const satisfies Record<Exclude<Outcome, 'known'>, MessageCode>

/** First sign-ins of one person at the same moment: all but one fail with a unique violation and find its account. */
const MAX_ATTEMPTS = 3

/** Finds, links or creates the account of a person whose identity was proven by another server. */
export function createExternalIdentities({ db, note }: ExternalIdentityDeps) {
  async function signIn(external: ExternalIdentity): Promise<UserAccount> {
    const identity = {
      ...external,
      isEmailVerified: external.isEmailVerified && isAscii(external.email ?? ''),
    }
    const found = await resolve(db, identity, async (tx, { user, outcome }) => {
      if (outcome === 'known') return
      const action = outcome === 'created' ? 'member.sign_up' : 'member.link'
      await noteOf(tx, user, action, say(DETAILS[outcome], { provider: identity.provider }))
    })
    const user = identity.followsPerson
      ? await followPerson(db, found, identity, (tx, change) => noteOf(tx, found, 'member.email', change))
      : found
    if (!identity.followsRules || !isChanged(user, identity)) return user
    const changed = await followRules(db, user.id, identity, (tx, change) =>
      noteOf(tx, user, 'member.role', change),
    )
    return changed ?? user
  }

  const noteOf = (tx: Db, user: UserAccount, action: string, detail: Message): Promise<void> =>
    note(tx, {
      organizationId: user.organization_id,
      userId: user.id,
      action,
      object: say('parts.audit_user', { user: user.id }),
      detail,
    })

  return {
    /** Throws if the account may not sign in: disabled, suspended, or in another organization. */
    signIn,
    /** Whether the person has signed in this way before. */
    isKnown: async (provider: string, subject: string): Promise<boolean> =>
      (await externalIdentityRepository.findUser(db, provider, subject)) !== undefined,
  }
}

export type ExternalIdentities = ReturnType<typeof createExternalIdentities>

interface Resolved {
  user: UserAccount
  outcome: Outcome
}

/** `note`: in the transaction that links or creates the account. */
async function resolve(
  db: Db,
  identity: ExternalIdentity,
  note: (tx: Db, resolved: Resolved) => Promise<void>,
): Promise<UserAccount> {
  for (let attempt = 1; ; attempt++) {
    try {
      const user = await externalIdentityRepository.findUser(db, identity.provider, identity.subject)
      if (user) return await followEmail(db, requireStanding(user, identity), identity)
      return await db.transaction().execute(async (tx) => {
        const resolved = await linkOrCreate(tx, identity)
        await note(tx, resolved)
        return resolved.user
      })
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/**
 * An address that an LMS has given is not the person's any more when the LMS names another one: it may be someone else's
 * by then. Addresses with which people sign in here stay.
 */
async function followEmail(db: Db, user: UserAccount, identity: ExternalIdentity): Promise<UserAccount> {
  const email = identity.email?.trim().toLowerCase()
  const isOfLms =
    identity.whenEmailTaken === 'omit-email' &&
    user.auth_provider === kindOf(identity) &&
    user.password_hash === null
  if (!isOfLms || !identity.isEmailVerified || !email || email === user.email) return user
  const isFree = (await userRepository.findByEmail(db, email)) === undefined
  if (!isFree && isMadeUp(user.email)) return user
  const now = nowSeconds()
  const change = {
    email: isFree ? email : makeUpEmail(identity.provider, identity.subject),
    email_confirmed_at: isFree ? now : null,
    updated_at: now,
  }
  await db.transaction().execute(async (tx) => {
    await userRepository.update(tx, user.id, change)
    // Links to the old mailbox must not open the account any more.
    await accountTokenRepository.deleteAllOf(tx, user.id, TOKEN_PURPOSES)
  })
  return { ...user, ...change }
}

/**
 * Some letters become ASCII in lower case, such as the Kelvin sign: the address of another mailbox would look like an
 * account's.
 */
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

async function linkOrCreate(tx: Db, identity: ExternalIdentity): Promise<Resolved> {
  const email = identity.email?.trim().toLowerCase() || undefined
  const holder = email === undefined ? undefined : await userRepository.findByEmail(tx, email)
  if (holder && isLinkable(holder, identity)) return link(tx, identity, holder.id)
  // The same person's first sign-in may have been completed in the meantime, in another tab.
  const user = holder && (await externalIdentityRepository.findUser(tx, identity.provider, identity.subject))
  if (user) return { user: requireStanding(user, identity), outcome: 'known' }
  if (holder && identity.whenEmailTaken === 'refuse')
    throw conflict(say(identity.isEmailVerified ? 'sign_in.email_elsewhere' : 'sign_in.email_unverified'))
  return create(tx, identity, holder ? undefined : email)
}

const isLinkable = (holder: UserAccount, identity: ExternalIdentity): boolean =>
  identity.isEmailVerified && (identity.isTrusted || holder.organization_id === identity.organizationId)

async function link(tx: Db, identity: ExternalIdentity, userId: number): Promise<Resolved> {
  const holder = await userRepository.lock(tx, userId)
  if (!holder) throw notFound('User')
  const user = requireStanding(holder, identity)
  const isConfirmed = user.email_confirmed_at !== null
  if (!isConfirmed) await secure(tx, user.id)
  await addIdentity(tx, identity, user.id)
  return { user: await reread(tx, user.id), outcome: isConfirmed ? 'linked' : 'secured' }
}

/**
 * Someone else may have signed up with this address before its owner came: what they know or hold must not open the
 * account any longer.
 */
async function secure(tx: Db, userId: number): Promise<void> {
  const now = nowSeconds()
  await userRepository.update(tx, userId, { password_hash: null, email_confirmed_at: now, updated_at: now })
  await userRepository.endSessions(tx, userId)
  await apiKeyRepository.revokeAllOf(tx, userId, now)
  await externalIdentityRepository.deleteAllOf(tx, userId)
  await accountTokenRepository.deleteAllOf(tx, userId, TOKEN_PURPOSES)
}

async function create(tx: Db, identity: ExternalIdentity, email: string | undefined): Promise<Resolved> {
  const now = nowSeconds()
  const id = await userRepository.insert(tx, {
    organization_id: identity.organizationId,
    email: email ?? makeUpEmail(identity.provider, identity.subject),
    name: identity.name?.trim() || email?.split('@')[0] || 'Unnamed',
    password_hash: null,
    user_type: identity.userType,
    auth_provider: kindOf(identity),
    lti_user_id: null,
    email_confirmed_at: email !== undefined && identity.isEmailVerified ? now : null,
    created_at: now,
    updated_at: now,
  })
  if (identity.role && identity.role !== 'member')
    await userRepository.setOrganizationRole(tx, identity.organizationId, id, identity.role, now)
  await addIdentity(tx, identity, id)
  return { user: requireStanding(await reread(tx, id), identity), outcome: 'created' }
}

const addIdentity = (tx: Db, { provider, subject }: ExternalIdentity, userId: number): Promise<void> =>
  externalIdentityRepository.insert(tx, { provider, subject, user_id: userId, created_at: nowSeconds() })

async function reread(tx: Db, id: number): Promise<UserAccount> {
  const user = await userRepository.findById(tx, id)
  if (!user) throw notFound('User')
  return user
}

const kindOf = ({ provider }: ExternalIdentity): string => provider.split(' ')[0] ?? provider

function requireStanding(user: UserAccount, identity: ExternalIdentity): UserAccount {
  if (user.enabled !== 1) throw new AppError('unauthenticated', say('users.account_disabled'))
  if (!identity.isTrusted) {
    // Otherwise an organization admin could become system admin through a provider of their own.
    if (user.role === 'admin') throw forbidden(say('sign_in.system_admin'))
    if (user.organization_id !== identity.organizationId) throw forbidden(say('sign_in.moved'))
  }
  if (user.organization_status === 'suspended' && user.role !== 'admin')
    throw new AppError('unauthenticated', say('users.sign_in_suspended'))
  return user
}
