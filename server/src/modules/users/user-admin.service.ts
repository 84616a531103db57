import { type Message, type PeopleQuery, parseJsonObject, say, toMessageFields } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest, forbidden, isAppError, notFound } from '../../platform/errors.ts'
import { organizationRepository } from '../organizations/index.ts'
import type { HandOverService } from './hand-over/hand-over.service.ts'
import { ownedObjectRepository } from './hand-over/owned-object.repository.ts'
import { blockingCounts } from './hand-over/owned-object-counts.ts'
import { isMadeUp } from './made-up-email.ts'
import { eraseAccount, eraseOwnAccount, isAdminAccount, refuseOwned } from './personal-data/erase-account.ts'
import { hashPassword, requireValidPassword } from './sign-in/passwords.ts'
import { storePassword } from './sign-in/store-password.ts'
import { type UserAccount, type UserFilter, userRepository } from './user.repository.ts'
import type { NewUser, UserService } from './user.service.ts'

export interface UserAdminDeps {
  db: Db
  users: Pick<UserService, 'create'>
  handOvers: Pick<HandOverService, 'check' | 'give' | 'noteHandOver'>
  /** Called after an account is deleted: removes its files from the disk and ends its answers. */
  afterRemoval: (userId: number) => Promise<void>
  /** Called after an account is disabled. */
  endAnswersOf: (userId: number) => Promise<void>
  /** Writes queued records of answers, so that none is left when an account is deleted. */
  flushRecords: () => Promise<void>
}

/** The organization in which an admin acts; undefined for a system admin, who acts in any. */
export type AdminScope = { id: number } | undefined

/** A user who could not be changed, and why. */
interface FailedUser extends Partial<ReturnType<typeof toMessageFields>> {
  user_id: number
  error: string
}

export type UserAdminService = ReturnType<typeof createUserAdminService>

/**
 * What admins do with other people's accounts. Three guarantees: there is always an enabled system admin,
 * admins can't lock themselves out, and lost rights take effect immediately, because sessions end in the same
 * transaction.
 */
export function createUserAdminService(deps: UserAdminDeps) {
  const change = createChange(deps)

  return {
    ...accountMethods(deps, change),
    ...roleMethods(change),
    ...removalMethods(deps, change),
    ...readMethods(deps),
  }
}

function createChange({ db }: UserAdminDeps) {
  /** Runs `work` on a user whom the caller may manage. Checks and change see the same rows. */
  function change<T>(
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    work: (tx: Db, user: UserAccount) => Promise<T>,
  ): Promise<T> {
    return db.transaction().execute(async (tx) => {
      // Two system admins who disable each other at the same time must run one after the other.
      await organizationRepository.lockSystem(tx)
      const user = requireOwn(caller, within, await userRepository.lock(tx, userId))
      const result = await work(tx, user)
      if (user.role === 'admin' && (await userRepository.countSystemAdmins(tx)) === 0) {
        throw forbidden(say('users.last_system_admin'))
      }
      return result
    })
  }

  return { change }
}

type Change = ReturnType<typeof createChange>

function accountMethods({ endAnswersOf }: UserAdminDeps, { change }: Change) {
  async function setEnabled(
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    enabled: boolean,
  ): Promise<void> {
    await change(caller, within, userId, async (tx, user) => {
      if (!enabled) requireOther(caller, user, say('users.cannot_disable_yourself'))
      if ((user.enabled === 1) === enabled) return
      await userRepository.update(tx, user.id, { enabled: enabled ? 1 : 0, updated_at: nowSeconds() })
      await userRepository.endSessions(tx, user.id)
    })
    if (!enabled) await endAnswersOf(userId)
  }

  /** One at a time: a user who can't be changed does not stop the others. */
  async function setEnabledForMany(
    caller: UserCaller,
    within: AdminScope,
    userIds: readonly number[],
    enabled: boolean,
  ) {
    const changed: number[] = []
    const failed: FailedUser[] = []
    for (const id of new Set(userIds)) {
      try {
        await setEnabled(caller, within, id, enabled)
        changed.push(id)
      } catch (error) {
        if (!isAppError(error)) throw error
        failed.push({
          user_id: id,
          error: error.message,
          ...(error.userMessage && toMessageFields(error.userMessage)),
        })
      }
    }
    return { changed, failed }
  }

  async function setPassword(
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    password: string,
    { revokeApiKeys = false } = {},
  ): Promise<void> {
    requireSession(caller)
    requireValidPassword(password)
    const password_hash = await hashPassword(password)
    await change(caller, within, userId, async (tx, user) => {
      await storePassword(tx, user.id, password_hash, { revokeApiKeys })
    })
  }

  /** The admin who confirms an address is responsible for it: Moodle identifies people by e-mail. */
  const confirmEmail = (
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    confirmed: boolean,
  ): Promise<UserAccount> =>
    change(caller, within, userId, async (tx, user) => {
      if (confirmed && isMadeUp(user.email)) throw badRequest(say('users.email_unknown'))
      const email_confirmed_at = confirmed ? (user.email_confirmed_at ?? nowSeconds()) : null
      await userRepository.update(tx, user.id, { email_confirmed_at, updated_at: nowSeconds() })
      return { ...user, email_confirmed_at }
    })

  return {
    setEnabled,
    setEnabledForMany,
    setPassword,
    confirmEmail,
  }
}

function roleMethods({ change }: Change) {
  /** The endpoint admits only system admins. */
  async function setSystemRole(caller: UserCaller, userId: number, role: 'user' | 'admin'): Promise<void> {
    requireSession(caller)
    await change(caller, undefined, userId, async (tx, user) => {
      if (role !== 'admin') requireOther(caller, user, say('users.cannot_demote_yourself'))
      if (user.role === role) return
      await userRepository.update(tx, user.id, { role, updated_at: nowSeconds() })
      await userRepository.endSessions(tx, user.id)
    })
  }

  const rename = (caller: UserCaller, within: AdminScope, userId: number, name: string): Promise<void> =>
    change(caller, within, userId, (tx, user) =>
      userRepository.update(tx, user.id, { name, updated_at: nowSeconds() }),
    )

  const setCanShare = (
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    can_share: boolean,
  ): Promise<void> =>
    change(caller, within, userId, (tx, user) => {
      const user_config = JSON.stringify({ ...parseJsonObject(user.user_config), can_share })
      return userRepository.update(tx, user.id, { user_config, updated_at: nowSeconds() })
    })

  return { setSystemRole, rename, setCanShare }
}

function removalMethods({ db, handOvers, afterRemoval, flushRecords }: UserAdminDeps, { change }: Change) {
  /** LAMB's fields, extended to every other kind of object that a person can own. */
  async function dependenciesOf(userId: number) {
    const objects = await ownedObjectRepository.listAll(db, userId)
    const counts = blockingCounts(objects)
    return {
      has_dependencies: Object.values(counts).some((count) => count > 0),
      assistant_count: objects.assistants.length,
      kb_count: objects.knowledge_bases.length,
      assistants: objects.assistants,
      kbs: objects.knowledge_bases,
      counts,
      possessions: objects,
    }
  }

  /** With `handOverTo`, everything the user owns is handed over to that colleague in the same transaction. */
  async function remove(
    caller: UserCaller,
    within: AdminScope,
    userId: number,
    handOverTo?: number,
  ): Promise<UserAccount> {
    const checked =
      handOverTo === undefined
        ? undefined
        : await handOvers.check(requireOwn(caller, within, await userRepository.findAccount(db, userId)), {
            to: handOverTo,
          })
    await flushRecords()
    const user = await change(caller, within, userId, async (tx, user) => {
      requireOther(caller, user, say('users.cannot_delete_yourself'))
      if (isAdminAccount(user) && !caller.systemAdmin) throw forbidden(say('users.delete_admin_forbidden'))
      const handedOver = checked && (await handOvers.give(tx, user, checked))
      await eraseAccount(tx, user, caller.userId)
      if (handedOver) await handOvers.noteHandOver(tx, caller, user, handedOver)
      return user
    }).catch(refuseOwned)
    await afterRemoval(userId)
    return user
  }

  return {
    dependenciesOf,
    remove,
    /** Deletes the caller's own account. */
    async removeOwn(caller: UserCaller): Promise<void> {
      requireSession(caller)
      await flushRecords()
      await eraseOwnAccount(db, caller.userId)
      await afterRemoval(caller.userId)
    },
  }
}

const readMethods = ({ db, users }: UserAdminDeps) => ({
  list: (filter: UserFilter = {}): Promise<UserAccount[]> => userRepository.list(db, filter),
  page: (page: PeopleQuery, filter: UserFilter = {}): Promise<{ rows: UserAccount[]; total: number }> =>
    userRepository.page(db, { ...filter, ...page }),

  /** By default in the system organization. */
  async create(
    caller: UserCaller,
    draft: Omit<NewUser, 'organizationId'> & { organizationId: number | undefined },
  ): Promise<UserAccount> {
    if (draft.role === 'admin') {
      requireSession(caller)
      if (!caller.systemAdmin) throw forbidden(say('users.make_system_admin_forbidden'))
    }
    const organization = await (draft.organizationId === undefined
      ? organizationRepository.findSystem(db)
      : organizationRepository.findById(db, draft.organizationId))
    if (!organization) throw notFound('Organization')
    const id = await users.create({ ...draft, organizationId: organization.id })
    const user = await userRepository.findAccount(db, id)
    if (!user) throw notFound('User')
    return user
  },

  /** Reading details requires the right to change the account; lists include all members. */
  async get(caller: UserCaller, within: AdminScope, userId: number): Promise<UserAccount> {
    return requireOwn(caller, within, await userRepository.findAccount(db, userId))
  },

  async getByEmail(email: string): Promise<UserAccount> {
    const user = await userRepository.findByEmail(db, email)
    if (!user) throw notFound('User')
    return user
  },
})

function requireOwn(caller: UserCaller, within: AdminScope, user: UserAccount | undefined): UserAccount {
  if (!within && !caller.systemAdmin) throw forbidden(say('requests.system_admin_required'))
  if (!user) throw within ? notInOrganization() : notFound('User')
  if (within && user.organization_id !== within.id) throw notInOrganization()
  if (user.role === 'admin' && !caller.systemAdmin) {
    throw forbidden(say('users.manage_system_admin_forbidden'))
  }
  return user
}

const notInOrganization = () => new AppError('not_found', say('users.not_in_organization'))

function requireOther(caller: UserCaller, user: UserAccount, refusal: Message): void {
  if (caller.userId === user.id) throw forbidden(refusal)
}

/** Otherwise a key could create a session for itself by setting a password and signing in with it. */
function requireSession(caller: UserCaller): void {
  if (caller.credential !== 'session') throw forbidden(say('requests.session_required'))
}
