import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'
import {
  type OrganizationRow,
  type OrganizationService,
  organizationRepository,
} from '../organizations/index.ts'
import { hashPassword, needsRehash, requireGoodPassword, verifyPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import { type OrganizationRole, type UserWithStanding, userRepository } from './user.repository.ts'

export interface UserServiceDeps {
  db: Db
  sessions: Sessions
  organizations: OrganizationService
  /** Failed sign-ins by e-mail. */
  signIns: RateLimit
  /** Failed sign-ins by address; a school may have one for everybody, so it can be more patient. `signIns` when left out. */
  signInsByAddress?: RateLimit
  signup: { enabled: boolean; key: string | undefined }
}

export interface NewUser {
  email: string
  name: string
  password: string | null
  organizationId: number
  role?: 'user' | 'admin' | undefined
  userType?: 'creator' | 'end_user' | undefined
  enabled?: boolean | undefined
  organizationRole?: OrganizationRole
  authProvider?: string
  /** False: only they themselves say that the e-mail is theirs. */
  emailConfirmed?: boolean
}

/** A refusal that the sign-in page shows as it is. */
const refused = (message: string) => new AppError('unauthenticated', message)

export function createUserService(deps: UserServiceDeps) {
  const { db, sessions, organizations, signIns } = deps
  const byAddress = deps.signInsByAddress ?? signIns

  /** The same answer, after the same work, for a wrong password and for no such user. */
  async function signIn(
    email: string,
    password: string,
    clientIp: string,
  ): Promise<{ user: UserWithStanding; token: string }> {
    const person = `user:${email.trim().toLowerCase()}`
    const address = `ip:${clientIp}`
    await byAddress.requireFree(address)
    await signIns.requireFree(person)
    // Counted before the slow check: guesses sent all at once would otherwise all pass before the first is counted.
    await signIns.fail(person)
    const user = await userRepository.findByEmail(db, email)
    const stored = user?.password_hash ?? null
    const isRight = await verifyPassword(stored, password)
    if (!user || !isRight || stored === null) {
      await byAddress.fail(address)
      throw refused('Invalid credentials')
    }
    await signIns.forgive(person)
    if (user.enabled !== 1)
      throw refused('This account is disabled. Ask your organization admin to enable it')
    if (user.organization_status === 'suspended' && user.role !== 'admin') {
      throw refused('Your organization is suspended')
    }
    if (needsRehash(stored))
      await userRepository.replaceHash(db, user.id, stored, await hashPassword(password))
    return { user, token: await sessions.issue(user) }
  }

  async function create(draft: NewUser): Promise<number> {
    if (draft.password !== null) requireGoodPassword(draft.password)
    const password_hash = draft.password === null ? null : await hashPassword(draft.password)
    const now = nowSeconds()
    try {
      return await db.transaction().execute(async (tx) => {
        const id = await userRepository.insert(tx, {
          organization_id: draft.organizationId,
          email: draft.email,
          name: draft.name.trim() || draft.email,
          password_hash,
          role: draft.role ?? 'user',
          user_type: draft.userType ?? 'creator',
          enabled: draft.enabled === false ? 0 : 1,
          auth_provider: draft.authProvider ?? 'password',
          lti_user_id: null,
          email_confirmed_at: draft.emailConfirmed === false ? null : now,
          created_at: now,
          updated_at: now,
        })
        if (draft.organizationRole && draft.organizationRole !== 'member') {
          await userRepository.setOrganizationRole(tx, draft.organizationId, id, draft.organizationRole, now)
        }
        return id
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(`A user with the e-mail ${draft.email} already exists`)
      throw error
    }
  }

  /** The organization whose signup key this is; the operator's key leads to the system organization. */
  async function organizationForKey(key: string): Promise<OrganizationRow | undefined> {
    const found = await organizations.findBySignupKey(key)
    if (found) return found
    const { enabled, key: systemKey } = deps.signup
    const isSystemKey = systemKey !== undefined && systemKey !== '' && isSameSecret(systemKey, key)
    return enabled && isSystemKey ? organizationRepository.findSystem(db) : undefined
  }

  async function signUp(
    draft: { name: string; email: string; password: string; key: string },
    clientIp: string,
  ): Promise<OrganizationRow> {
    const attempt = `signup:${clientIp}`
    await byAddress.requireFree(attempt)
    const organization = await organizationForKey(draft.key)
    if (!organization) {
      await byAddress.fail(attempt)
      throw badRequest('The signup key is not valid, or signing up is switched off')
    }
    const { name, email, password } = draft
    await create({ name, email, password, organizationId: organization.id, emailConfirmed: false })
    return organization
  }

  /** Gives back a token for the one session that goes on. */
  async function changePassword(caller: UserCaller, current: string, next: string): Promise<string> {
    requireGoodPassword(next)
    const attempt = `password:${caller.userId}`
    await signIns.requireFree(attempt)
    await signIns.fail(attempt)
    const user = await userRepository.findById(db, caller.userId)
    if (!user || !(await verifyPassword(user.password_hash, current))) {
      throw badRequest('The current password is not right')
    }
    await signIns.forgive(attempt)
    const session_version = await setPassword(user.id, next)
    return sessions.issue({ ...user, session_version })
  }

  /** Also ends the user's sessions: whoever knew the old password is out. Gives back the version of new sessions. */
  async function setPassword(userId: number, password: string): Promise<number> {
    requireGoodPassword(password)
    const password_hash = await hashPassword(password)
    return db.transaction().execute(async (tx) => {
      await userRepository.update(tx, userId, { password_hash, updated_at: nowSeconds() })
      const version = await userRepository.endSessions(tx, userId)
      if (version === undefined) throw notFound('User')
      return version
    })
  }

  return {
    signIn,
    signUp,
    create,
    changePassword,
    setPassword,
    async signOut(caller: UserCaller): Promise<void> {
      await userRepository.endSessions(db, caller.userId)
    },
    findByEmail: (email: string) => userRepository.findByEmail(db, email),
    findById: (id: number) => userRepository.findById(db, id),
  }
}

export type UserService = ReturnType<typeof createUserService>
