import {
  type HandedOver,
  type HandOverRequest,
  type Message,
  OWNED_OBJECT_KINDS,
  type OwnedObject,
  type OwnedObjectOverview,
  type Receiver,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, badRequest, conflict, forbidden } from '../../../platform/errors.ts'
import { requireMay } from '../../access/index.ts'
import { organizationRepository } from '../../organizations/index.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import { firstFree, renameSecretsIn, toFreeName } from './names.ts'
import { type OwnedAssistant, ownedObjectRepository } from './owned-object.repository.ts'
import { blockingCounts, describeCounts, sumCounts } from './owned-object-counts.ts'
import { countPersonal } from './personal.repository.ts'
import { createReach, type ReachDeps } from './reach.ts'
import { type Selection, select } from './select-owned-objects.ts'

export interface HandOverDeps extends ReachDeps {
  /** In the same transaction, so that no hand-over is missing in the audit log. */
  note(
    tx: Db,
    entry: { organizationId: number; userId: number; object: Message; detail: string | Message },
  ): Promise<void>
}

/** Others can be found by searching. */
const MAX_RECEIVERS = 50

/** The result of the check, compared again inside the transaction. */
export interface CheckedHandOver {
  to: number
  selection: Selection
  assistants: readonly OwnedAssistant[]
}

export type HandOverService = ReturnType<typeof createHandOverService>

/** Hands over what a person owns to a colleague in the same organization. */
export function createHandOverService(deps: HandOverDeps) {
  const { db } = deps
  const ownerLookup = createOwnerLookup(deps)
  const transfer = createTransfer(deps)
  const { getOwner } = ownerLookup
  const { check, give, noteHandOver, findUnavailable } = transfer

  return {
    check: transfer.check,
    give: transfer.give,
    noteHandOver: transfer.noteHandOver,
    ...readMethods(deps, ownerLookup),

    async handOver(
      caller: UserCaller,
      organization: { id: number },
      userId: number,
      request: HandOverRequest,
    ): Promise<HandedOver> {
      const from = await getOwner(caller, organization, userId)
      const checked = await check(from, request)
      const { counts, renamed, receiver } = await db.transaction().execute(async (tx) => {
        await organizationRepository.lockSystem(tx)
        const locked = await userRepository.lock(tx, from.id)
        if (locked?.organization_id !== organization.id) throw notInOrganization()
        const result = await give(tx, locked, checked)
        await noteHandOver(tx, caller, locked, result)
        return result
      })
      const unavailable = await findUnavailable(from, receiver, checked.assistants)
      return { from: from.id, to: receiver.id, counts, renamed, unavailable }
    },
  }
}

function createOwnerLookup({ db }: HandOverDeps) {
  /** The person themselves, an admin of their organization, or a system admin. */
  async function getOwner(caller: UserCaller, organization: { id: number }, userId: number) {
    const user = await userRepository.findAccount(db, userId)
    if (user?.organization_id !== organization.id) throw notInOrganization()
    if (caller.userId === user.id) return user
    requireMay(
      caller,
      'manage',
      { kind: 'user', organizationId: user.organization_id, ownerId: user.id },
      'User',
    )
    if (user.role === 'admin' && !caller.systemAdmin) throw forbidden(say('hand_over.owner_is_system_admin'))
    return user
  }

  return { getOwner }
}

type OwnerLookup = ReturnType<typeof createOwnerLookup>

function createTransfer(deps: HandOverDeps) {
  const { db, note } = deps

  const { requireNoGain, findUnavailable } = createReach(deps)

  /**
   * Runs every check that can refuse the hand-over. Before the transaction, because queries of other modules
   * would wait for the writer that it holds.
   */
  async function check(from: UserAccount, { to, ...selection }: HandOverRequest): Promise<CheckedHandOver> {
    const receiver = requireReceiver(from, await userRepository.findAccount(db, to))
    const selected = select(await ownedObjectRepository.listAll(db, from.id), selection)
    const assistants = (await ownedObjectRepository.assistantsOf(db, from.id)).filter((assistant) =>
      selected.assistants.some(({ id }) => id === assistant.id),
    )
    await requireNoGain(from, receiver, assistants, new Set(selected.tool_secrets.map(({ name }) => name)))
    return { to, selection, assistants }
  }

  /**
   * Runs in a transaction that holds the system organization's row, so that two hand-overs can't deadlock.
   */
  async function give(tx: Db, from: UserAccount, checked: CheckedHandOver) {
    const receiver = requireReceiver(from, await userRepository.lock(tx, checked.to))
    const selected = select(await ownedObjectRepository.listAll(tx, from.id), checked.selection)
    await requireUnchanged(tx, from.id, selected.assistants, checked.assistants)
    const receiverObjects = await ownedObjectRepository.listAll(tx, receiver.id)
    const renamed: HandedOver['renamed'] = []
    const now = nowSeconds()
    const lambNames = await ownedObjectRepository.lambNamesOf(tx, from.id)
    const takenLambNames = new Set((await ownedObjectRepository.lambNamesOf(tx, receiver.id)).values())
    for (const kind of OWNED_OBJECT_KINDS) {
      const names = new Set(receiverObjects[kind].map(({ name }) => name))
      for (const { id, name: old_name } of selected[kind]) {
        const name = toFreeName(kind, old_name, names)
        names.add(name)
        if (name !== old_name) renamed.push({ kind, id, old_name, new_name: name })
        const ownLambName = kind === 'assistants' ? lambNames.get(Number(id)) : undefined
        const lambName =
          ownLambName && firstFree(ownLambName, (number) => `${ownLambName}_${number}`, takenLambNames)
        if (lambName !== undefined) takenLambNames.add(lambName)
        await ownedObjectRepository.give(tx, kind, from.id, { id, to: receiver.id, name, lambName, now })
      }
    }
    await renameSecretsIn(tx, checked.assistants, renamed)
    const counts = Object.fromEntries(OWNED_OBJECT_KINDS.map((kind) => [kind, selected[kind].length]))
    return { counts: counts as HandedOver['counts'], renamed, receiver }
  }

  const noteHandOver = (
    tx: Db,
    caller: UserCaller,
    from: UserAccount,
    { receiver, counts }: { receiver: UserAccount; counts: HandedOver['counts'] },
  ): Promise<void> =>
    note(tx, {
      organizationId: from.organization_id,
      userId: caller.userId,
      object: say('parts.audit_hand_over', { from_user: from.id, to_user: receiver.id }),
      detail: describeCounts(counts),
    })

  return { findUnavailable, check, give, noteHandOver }
}

const readMethods = ({ db }: HandOverDeps, { getOwner }: OwnerLookup) => ({
  /** Colleagues who can become the owner. */
  async receivers(
    caller: UserCaller,
    organization: { id: number },
    userId: number,
    search: string,
  ): Promise<Receiver[]> {
    const user = await getOwner(caller, organization, userId)
    const { rows } = await userRepository.page(db, {
      organizationId: organization.id,
      canOwn: true,
      search,
      limit: MAX_RECEIVERS + 1,
      offset: 0,
    })
    return rows
      .filter(({ id }) => id !== user.id)
      .slice(0, MAX_RECEIVERS)
      .map(({ id, name, email }) => ({ id, name, email }))
  },

  async overview(
    caller: UserCaller,
    organization: { id: number },
    userId: number,
  ): Promise<OwnedObjectOverview> {
    const user = await getOwner(caller, organization, userId)
    const objects = await ownedObjectRepository.listAll(db, user.id)
    const total = OWNED_OBJECT_KINDS.reduce((count, kind) => count + objects[kind].length, 0)
    const blocking = sumCounts(blockingCounts(objects))
    return {
      user_id: user.id,
      total,
      blocking,
      possessions: objects,
      personal: await countPersonal(db, user.id),
    }
  },
})

const notInOrganization = () => new AppError('not_found', say('users.not_in_organization'))

function requireReceiver(from: UserAccount, to: UserAccount | undefined): UserAccount {
  if (to?.organization_id !== from.organization_id) throw notInOrganization()
  if (to.id === from.id) throw badRequest(say('hand_over.same_owner'))
  if (to.enabled !== 1) throw badRequest(say('hand_over.new_owner_disabled'))
  if (to.user_type !== 'creator') throw badRequest(say('hand_over.new_owner_chat_only'))
  return to
}

/** Settings saved after the check may refer to other objects. */
async function requireUnchanged(
  tx: Db,
  ownerId: number,
  selected: readonly OwnedObject[],
  checked: readonly OwnedAssistant[],
): Promise<void> {
  const currentById = new Map(
    (await ownedObjectRepository.assistantsOf(tx, ownerId)).map((row) => [row.id, row]),
  )
  const checkedById = new Map(checked.map((row) => [row.id, row]))
  const isSame = selected.every(({ id }) => {
    const [a, b] = [checkedById.get(Number(id)), currentById.get(Number(id))]
    return a && b && a.metadata === b.metadata && a.rag_collections === b.rag_collections
  })
  if (!isSame) throw conflict(say('hand_over.assistant_changed'))
}
