import { type Message, type MessageCode, parseJsonObject, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { forbidden, notFound } from '../../../platform/errors.ts'
import { may } from '../../access/index.ts'
import { type OrganizationService, settingsIn } from '../../organizations/index.ts'
import { userRepository } from '../../users/index.ts'
import { assistantRepository } from '../assistant.repository.ts'
import type { AssistantService } from '../assistant.service.ts'
import { factsOf, ownerShownTo, toListedRecord } from '../records.ts'
import { type Share, shareRepository } from './share.repository.ts'

export interface SharingDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
  organizations: Pick<OrganizationService, 'settingsOf'>
}

export interface SharingPermission {
  can_share: boolean
  message: string
  message_code: MessageCode
}

const toPermission = (can_share: boolean, { code, text }: Message): SharingPermission => ({
  can_share,
  message: text,
  message_code: code,
})

/** Student accounts don't see who shared something with them. */
const NO_SHARER = { shared_by_user_id: null, shared_by_email: null, shared_by_name: null }

export function createSharingService(deps: SharingDeps) {
  const { db, assistants, organizations } = deps
  const isOnIn = createIsOnIn(organizations)

  /** Two switches: one for the organization, and one that a system admin can set for a single user. */
  async function permissionOf(caller: UserCaller): Promise<SharingPermission> {
    if (!(await isOnIn(caller.organizationId))) {
      return toPermission(false, say('sharing.disabled_for_organization'))
    }
    const user = await userRepository.findAccount(db, caller.userId)
    if (!user || !mayShare(user.user_config)) {
      return toPermission(false, say('sharing.disabled_for_you'))
    }
    return toPermission(true, say('sharing.allowed'))
  }

  async function requirePermission(caller: UserCaller): Promise<void> {
    const { can_share, message, message_code } = await permissionOf(caller)
    if (!can_share) throw forbidden({ code: message_code, params: {}, text: message })
  }

  /** A system admin may belong to a different organization than the assistant. */
  async function requireMayGrant(caller: UserCaller, organizationId: number): Promise<void> {
    await requirePermission(caller)
    if (!(await isOnIn(organizationId))) throw forbidden(say('sharing.disabled_for_object'))
  }

  /** The people the caller can share with. */
  async function listColleagues(caller: UserCaller) {
    await requirePermission(caller)
    const users = await userRepository.list(db, { organizationId: caller.organizationId })
    return users
      .filter((user) => user.id !== caller.userId && user.enabled === 1)
      .map((user) => ({ id: user.id, email: user.email, name: user.name, user_type: user.user_type }))
  }

  /** For the owner and admins: readers don't see who else has access. */
  async function listShares(caller: UserCaller, assistantId: number): Promise<Share[]> {
    await assistants.getRow(caller, 'edit', assistantId)
    return shareRepository.listOf(db, assistantId)
  }

  /**
   * The e-mail addresses replace the whole list. Those that don't belong to users of the assistant's own organization
   * are ignored.
   */
  async function replaceShares(
    caller: UserCaller,
    assistantId: number,
    emails: readonly string[],
  ): Promise<Share[]> {
    const row = await assistants.getRow(caller, 'manage', assistantId)
    await requireMayGrant(caller, row.organization_id)
    const users = await userRepository.findByEmails(db, emails, row.organization_id)
    const userIds = users.map((user) => user.id).filter((id) => id !== row.owner_id)
    await db.transaction().execute(async (tx) => {
      if (!(await assistantRepository.lock(tx, assistantId))) throw notFound('Assistant')
      await shareRepository.replace(tx, assistantId, userIds, { userId: caller.userId, at: nowSeconds() })
    })
    return shareRepository.listOf(db, assistantId)
  }

  /** The endpoint admits only system admins. */
  async function setPermission(userId: number, allowed: boolean): Promise<void> {
    const user = await userRepository.findAccount(db, userId)
    if (!user) throw notFound('User')
    await userRepository.update(db, userId, {
      user_config: withMayShare(user.user_config, allowed),
      updated_at: nowSeconds(),
    })
  }

  return {
    permissionOf,
    listColleagues,
    listShares,
    replaceShares,
    changeShares: createChangeShares(deps, requireMayGrant),
    listReceived: createListReceived(db),
    setPermission,
  }
}

export type SharingService = ReturnType<typeof createSharingService>

const createListReceived = (db: Db) => async (caller: UserCaller) => {
  const received = await shareRepository.listReceived(db, caller.userId)
  const rows = await assistantRepository.findByIds(
    db,
    caller,
    received.map((share) => share.assistant_id),
  )
  const visible = new Map(
    rows
      .filter((row) => may(caller, 'see', factsOf(row)))
      .map((row) => [row.id, { ...toListedRecord(row), owner: ownerShownTo(caller, row) }]),
  )
  const isStudent = caller.userType === 'end_user'
  return received.flatMap(({ assistant_id, ...share }) => {
    const record = visible.get(assistant_id)
    return record
      ? [{ ...record, ...(isStudent ? { ...share, ...NO_SHARER } : share), is_shared: true as const }]
      : []
  })
}

const createIsOnIn =
  (organizations: SharingDeps['organizations']) =>
  async (organizationId: number): Promise<boolean> =>
    settingsIn((await organizations.settingsOf(organizationId)).config).sharing_enabled

/**
 * Adds people to the list or removes them. Addresses that don't belong to users of the assistant's own organization
 * are ignored. Access can still be removed where sharing is disabled.
 */
const createChangeShares =
  (
    { db, assistants }: SharingDeps,
    requireMayGrant: (caller: UserCaller, organizationId: number) => Promise<void>,
  ) =>
  async (
    caller: UserCaller,
    assistantId: number,
    emails: readonly string[],
    action: 'grant' | 'revoke',
  ): Promise<void> => {
    const row = await assistants.getRow(caller, 'manage', assistantId)
    if (action === 'grant') await requireMayGrant(caller, row.organization_id)
    const users = await userRepository.findByEmails(db, emails, row.organization_id)
    const ids = new Set(users.map((user) => user.id).filter((id) => id !== row.owner_id))
    await db.transaction().execute(async (tx) => {
      if (!(await assistantRepository.lock(tx, assistantId))) throw notFound('Assistant')
      const current = (await shareRepository.listOf(tx, assistantId)).map((share) => share.user_id)
      const next =
        action === 'grant' ? [...new Set([...current, ...ids])] : current.filter((id) => !ids.has(id))
      await shareRepository.replace(tx, assistantId, next, { userId: caller.userId, at: nowSeconds() })
    })
  }

/** Sharing is allowed unless a user's settings forbid it; invalid settings are ignored. Pure. */
const mayShare = (userConfig: string): boolean => parseJsonObject(userConfig)?.can_share !== false

const withMayShare = (userConfig: string, allowed: boolean): string =>
  JSON.stringify({ ...parseJsonObject(userConfig), can_share: allowed })
