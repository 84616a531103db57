import type { NewOrganization } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { badRequest, conflict, notFound } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import {
  type OrganizationRow,
  type OrganizationService,
  organizationRepository,
  requireFreeSignupKey,
  requireValidSignupKey,
  requireValidSlug,
  toFirstConfig,
} from '../../organizations/index.ts'
import { userRepository } from '../user.repository.ts'
import { membershipRepository } from './membership.repository.ts'

export interface MembershipDeps {
  db: Db
  box: SecretBox
  config: Config
  organizations: Pick<OrganizationService, 'toSettings'>
}

/** Creates and deletes organizations and manages their members. For system admins only. */
export function createMembershipService(deps: MembershipDeps) {
  const { db } = deps
  const systemLookup = createSystemLookup()

  async function setRole(slug: string, userId: number, role: 'admin' | 'member'): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const row = await organizationRepository.findBySlug(tx, slug)
      if (!row) throw notFound('Organization')
      if (row.is_system === 1) throw badRequest(say('users.system_roles_fixed'))
      const user = await userRepository.lock(tx, userId)
      if (user?.organization_id !== row.id) throw badRequest(say('users.member_of_other_organization'))
      await userRepository.setOrganizationRole(tx, row.id, userId, role, nowSeconds())
      await userRepository.endSessions(tx, userId)
    })
  }
  return {
    ...foundingMethods(deps, systemLookup),
    ...movingMethods(deps, systemLookup),
    setRole,
  }
}

function createSystemLookup() {
  async function getSystem(tx: Db): Promise<OrganizationRow> {
    const system = await organizationRepository.lockSystem(tx)
    if (!system) throw notFound('Organization')
    return system
  }

  return { getSystem }
}

type SystemLookup = ReturnType<typeof createSystemLookup>

function foundingMethods({ db, box, config, organizations }: MembershipDeps, { getSystem }: SystemLookup) {
  const signupDeps = { box, systemSignupKey: config.SIGNUP_SECRET_KEY }

  /** The admin of the new organization: a member of the system organization who is not a system admin. */
  async function getFirstAdmin(tx: Db, system: OrganizationRow, id: number) {
    const user = await userRepository.lock(tx, id)
    if (!user) throw badRequest(say('users.unknown_id', { id }))
    if (user.role === 'admin') throw badRequest(say('users.system_admin_not_organization_admin'))
    if (user.organization_id !== system.id) throw badRequest(say('users.admin_needs_system_organization'))
    return user
  }

  async function createOrganization(draft: NewOrganization): Promise<OrganizationRow> {
    requireValidSlug(draft.slug)
    const key = draft.signup_key ?? (draft.config?.features?.signup_key || undefined)
    const enabled = draft.signup_enabled ?? draft.config?.features?.signup_enabled ?? false
    if (key !== undefined) requireValidSignupKey(key)
    if (enabled && key === undefined) throw badRequest(say('organizations.signup_key_required'))
    const now = nowSeconds()
    try {
      return await db.transaction().execute(async (tx) => {
        const system = await getSystem(tx)
        if (key !== undefined) await requireFreeSignupKey({ ...signupDeps, db: tx }, key)
        const admin =
          draft.admin_user_id === undefined ? undefined : await getFirstAdmin(tx, system, draft.admin_user_id)
        const baseline =
          draft.use_system_baseline === false ? undefined : await organizations.toSettings(system)
        const first = toFirstConfig(
          {
            baseline,
            given: draft.config,
            useSystemProviders: usesSystemProviders(draft, config),
            signup: { enabled, key },
            admin,
          },
          config,
          box,
        )
        const row = await organizationRepository.insert(tx, {
          slug: draft.slug,
          name: draft.name,
          config: JSON.stringify(first),
          created_at: now,
          updated_at: now,
        })
        if (admin) {
          await membershipRepository.moveUser(tx, admin.id, row.id, now)
          await userRepository.setOrganizationRole(tx, row.id, admin.id, 'admin', now)
        }
        return row
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(say('organizations.slug_taken', { slug: draft.slug }))
      throw error
    }
  }

  return { createOrganization }
}

/**
 * By reference, so that the keys stay the system's. It spends the operator's money, so someone has to say it: the
 * request, also in LAMB's words, or the operator for requests that don't say.
 */
const usesSystemProviders = (
  { use_system_providers, use_system_baseline }: NewOrganization,
  config: Config,
): boolean => use_system_providers ?? use_system_baseline ?? config.SYSTEM_PROVIDERS_FOR_NEW_ORGANIZATIONS

function movingMethods({ db }: MembershipDeps, { getSystem }: SystemLookup) {
  /**
   * Moves its members, with everything they own, to the system organization. Without `moveUsers`, an
   * organization with members is refused.
   */
  const deleteOrganization = (
    slug: string,
    { moveUsers }: { moveUsers: boolean },
  ): Promise<{ row: OrganizationRow; movedUsers: number }> =>
    orConflict(() =>
      db.transaction().execute(async (tx) => {
        const system = await getSystem(tx)
        const organization = await organizationRepository.findBySlug(tx, slug)
        const row = organization && (await organizationRepository.lock(tx, organization.id))
        if (!row) throw notFound('Organization')
        if (row.id === system.id) throw badRequest(say('organizations.system_not_deletable'))
        const movedUsers = await membershipRepository.countUsers(tx, row.id)
        if (movedUsers > 0 && !moveUsers)
          throw conflict(say('organizations.has_users', { count: movedUsers }))
        await membershipRepository.moveAll(tx, row.id, system.id, nowSeconds())
        await organizationRepository.delete(tx, row.id)
        return { row, movedUsers }
      }),
    )

  async function moveUser(userId: number, organizationId: number): Promise<OrganizationRow> {
    return orConflict(() =>
      db.transaction().execute(async (tx) => {
        const row = await organizationRepository.lock(tx, organizationId)
        if (!row) throw notFound('Organization')
        const user = await userRepository.lock(tx, userId)
        if (!user) throw notFound('User')
        if (user.role === 'admin') throw badRequest(say('users.system_admin_fixed_organization'))
        if (user.organization_id !== row.id) {
          await membershipRepository.moveUser(tx, userId, row.id, nowSeconds())
        }
        return row
      }),
    )
  }

  return { deleteOrganization, moveUser }
}

export type MembershipService = ReturnType<typeof createMembershipService>

/**
 * Imported rows may be in a different organization than their owner, and their names may already be taken in
 * the new one.
 */
async function orConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(say('users.move_name_conflict'))
  }
}
