import { type Message, say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import type { Language } from '../../platform/languages.ts'
import type { RateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'
import {
  type OrganizationRow,
  type OrganizationService,
  organizationRepository,
  type SignupRole,
  signupRoleOf,
} from '../organizations/index.ts'
import { hashPassword, needsRehash, requireValidPassword, verifyPassword } from './sign-in/passwords.ts'
import type { Sessions } from './sign-in/sessions.ts'
import { type SignInGuard, toNetwork } from './sign-in/sign-in-guard.ts'
import { storePassword } from './sign-in/store-password.ts'
import { type OrganizationRole, type UserAccount, userRepository } from './user.repository.ts'

export interface UserServiceDeps {
  db: Db
  sessions: Sessions
  organizations: OrganizationService
  signIns: SignInGuard
  /** Failed attempts to change a password or to sign up. */
  attempts: RateLimit
  signup: { enabled: boolean; key: string | undefined; role: SignupRole }
  /** After a sign-up: lets the person confirm their e-mail address. */
  welcome(userId: number, language: Language): Promise<void>
  /** Whether members of the organization must use a sign-in provider. */
  isPasswordHidden(organizationId: number): Promise<boolean>
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
  /** False if only the user claims that the address is theirs. */
  emailConfirmed?: boolean
  /** Runs in the transaction that creates the account; throws to prevent it. */
  before?(tx: Db): Promise<void>
}

/** An error that the sign-in page shows unchanged. */
const refused = (message: Message) => new AppError('unauthenticated', message)

export function createUserService(deps: UserServiceDeps) {
  const { db } = deps
  const creation = createCreation(deps)

  return {
    ...signInMethods(deps),
    ...signUpMethods(deps, creation),
    ...creation,
    ...passwordMethods(deps),
    findByEmail: (email: string) => userRepository.findByEmail(db, email),
    findById: (id: number) => userRepository.findAccount(db, id),
  }
}

function createCreation({ db }: UserServiceDeps) {
  async function create(draft: NewUser): Promise<number> {
    if (draft.password !== null) requireValidPassword(draft.password)
    const password_hash = draft.password === null ? null : await hashPassword(draft.password)
    const now = nowSeconds()
    try {
      return await db.transaction().execute(async (tx) => {
        await draft.before?.(tx)
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
      if (isUniqueViolation(error)) throw badRequest(say('users.email_taken', { email: draft.email }))
      throw error
    }
  }

  return {
    create,
  }
}

type Creation = ReturnType<typeof createCreation>

function signInMethods({ db, sessions, signIns, isPasswordHidden }: UserServiceDeps) {
  /** Wrong passwords and unknown users get the same response after the same work. */
  async function checkPassword(email: string, password: string, clientIp: string): Promise<UserAccount> {
    const user = await signIns.check(email, clientIp, async () => {
      const user = await userRepository.findByEmail(db, email)
      const isRight = await verifyPassword(user?.password_hash ?? null, password)
      return isRight ? user : undefined
    })
    const stored = user?.password_hash
    if (!user || !stored) throw refused(say('users.invalid_credentials'))
    if (user.enabled !== 1) throw refused(say('users.account_disabled'))
    if (user.organization_status === 'suspended' && user.role !== 'admin') {
      throw refused(say('users.sign_in_suspended'))
    }
    // System admins must be able to sign in while a provider does not work.
    if (user.role !== 'admin' && (await isPasswordHidden(user.organization_id)))
      throw refused(say('sign_in.password_hidden'))
    if (needsRehash(stored))
      await userRepository.replaceHash(db, user.id, stored, await hashPassword(password))
    return user
  }

  /** For LAMB clients, which keep one token. Browsers use browser sessions. */
  async function signIn(
    email: string,
    password: string,
    clientIp: string,
  ): Promise<{ user: UserAccount; token: string }> {
    const user = await checkPassword(email, password, clientIp)
    return { user, token: await sessions.issue(user, 'lamb') }
  }

  return {
    checkPassword,
    signIn,
    async signOut(caller: UserCaller): Promise<void> {
      await userRepository.endSessions(db, caller.userId)
    },
  }
}

function signUpMethods(deps: UserServiceDeps, { create }: Creation) {
  const { db, organizations, attempts } = deps

  /** The organization with this sign-up key; the operator's key belongs to the system organization. */
  async function organizationForKey(
    key: string,
  ): Promise<{ organization: OrganizationRow; role: SignupRole } | undefined> {
    const keyOrganization = await organizations.findBySignupKey(key)
    if (keyOrganization) return { organization: keyOrganization, role: signupRoleOf(keyOrganization) }
    const { enabled, key: systemKey, role } = deps.signup
    const isSystemKey = systemKey !== undefined && systemKey !== '' && isSameSecret(systemKey, key)
    const organization = enabled && isSystemKey ? await organizationRepository.findSystem(db) : undefined
    return organization && { organization, role }
  }

  async function signUp(
    draft: { name: string; email: string; password: string; key: string; language: Language },
    clientIp: string,
  ): Promise<OrganizationRow> {
    const attempt = `signup:${toNetwork(clientIp)}`
    await attempts.requireFree(attempt)
    const target = await organizationForKey(draft.key)
    if (!target) {
      await attempts.fail(attempt)
      throw badRequest(say('users.signup_key_wrong'))
    }
    const { name, email, password } = draft
    const { organization, role } = target
    const userType = role === 'educator' ? 'creator' : 'end_user'
    const account = { name, email, password, userType, organizationId: organization.id } as const
    await deps.welcome(await create({ ...account, emailConfirmed: false }), draft.language)
    return organization
  }

  return {
    signUp,
  }
}

function passwordMethods({ db, sessions, attempts }: UserServiceDeps) {
  /** Returns a token for the one session that continues. */
  async function changePassword(
    caller: UserCaller,
    current: string,
    next: string,
    { revokeApiKeys = false } = {},
  ): Promise<string> {
    requireValidPassword(next)
    const attempt = `password:${caller.userId}`
    await attempts.requireFree(attempt)
    await attempts.fail(attempt)
    const user = await userRepository.findAccount(db, caller.userId)
    if (!user || !(await verifyPassword(user.password_hash, current))) {
      throw badRequest(say('users.current_password_wrong'))
    }
    await attempts.forgive(attempt)
    const session_version = await setPassword(user.id, next, { revokeApiKeys })
    return sessions.issue({ ...user, session_version }, 'lamb')
  }

  /** Also ends the user's sessions, including those of anyone who knew the old password. Returns the version of new sessions. */
  async function setPassword(
    userId: number,
    password: string,
    { revokeApiKeys = false } = {},
  ): Promise<number> {
    requireValidPassword(password)
    const password_hash = await hashPassword(password)
    return db.transaction().execute(async (tx) => {
      const version = await storePassword(tx, userId, password_hash, { revokeApiKeys })
      if (version === undefined) throw notFound('User')
      return version
    })
  }

  return {
    changePassword,
    setPassword,
  }
}

export type UserService = ReturnType<typeof createUserService>
