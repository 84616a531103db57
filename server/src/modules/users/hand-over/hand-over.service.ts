import {
  type HandedOver,
  type HandOverRequest,
  POSSESSION_KINDS,
  type Possession,
  type PossessionKind,
  type PossessionOverview,
  type Possessions,
  parseJsonObject,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest, conflict, forbidden } from '../../platform/errors.ts'
import { requireMay } from '../access/policy.ts'
import { organizationRepository } from '../organizations/index.ts'
import { OWNED_TABLES, type OwnedAssistant, possessionRepository } from './possession.repository.ts'
import { type UserWithStanding, userRepository } from './user.repository.ts'

export interface Thing {
  kind: string
  id: string
}

export interface HandOverDeps {
  db: Db
  /** What an assistant's tools refer to. Handed in, because tools stand above people. */
  thingsNamedBy(assistant: OwnedAssistant): { things: Thing[]; secrets: string[] }
  /** Whether an assistant of this person could use the thing at run time. */
  mayUse(
    owner: { userId: number; organizationId: number },
    thing: Thing,
    assistantId: number,
  ): Promise<boolean>
  note(entry: { organizationId: number; userId: number; object: string; detail: string }): void
}

type Selection = Pick<HandOverRequest, 'kinds' | 'ids'>

/** What was checked before the transaction, to be found unchanged inside it. */
export interface CheckedHandOver {
  to: number
  selection: Selection
  assistants: readonly OwnedAssistant[]
}

/** Counts in words: "2 assistants, 1 knowledge base". */
const NOUNS: Record<PossessionKind, [one: string, many: string]> = {
  assistants: ['assistant', 'assistants'],
  knowledge_bases: ['knowledge base', 'knowledge bases'],
  rubrics: ['rubric', 'rubrics'],
  templates: ['prompt template', 'prompt templates'],
  files: ['file', 'files'],
  workspaces: ['workspace', 'workspaces'],
  tool_secrets: ['tool secret', 'tool secrets'],
  tool_templates: ['tool template', 'tool templates'],
  mcp_servers: ['MCP server', 'MCP servers'],
}

export function describeCounts(counts: Partial<Record<PossessionKind, number>>): string {
  const parts = POSSESSION_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`]
  })
  const last = parts.pop()
  return parts.length === 0 ? (last ?? 'nothing') : `${parts.join(', ')} and ${last}`
}

export const blockingCounts = (possessions: Possessions): Partial<Record<PossessionKind, number>> =>
  Object.fromEntries(
    POSSESSION_KINDS.filter((kind) => OWNED_TABLES[kind].blocksDeletion).map((kind) => [
      kind,
      possessions[kind].length,
    ]),
  )

const sum = (counts: Partial<Record<PossessionKind, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

export type HandOverService = ReturnType<typeof createHandOverService>

/** Gives what one person owns to a colleague of the same organization. */
export function createHandOverService({ db, thingsNamedBy, mayUse, note }: HandOverDeps) {
  /** The person themselves, an admin of their organization, or a system admin. */
  async function getOwner(caller: UserCaller, organization: { id: number }, userId: number) {
    const user = await userRepository.findById(db, userId)
    if (user?.organization_id !== organization.id) throw notInOrganization()
    if (caller.userId === user.id) return user
    requireMay(
      caller,
      'manage',
      { kind: 'user', organizationId: user.organization_id, ownerId: user.id },
      'User',
    )
    if (user.role === 'admin' && !caller.systemAdmin)
      throw forbidden('Only a system admin can manage what a system admin owns')
    return user
  }

  /**
   * An assistant acts with its owner's rights. Handed to a colleague, it must not reach anything of theirs that it could not reach before:
   * otherwise anybody could read a colleague's material by preparing an assistant and handing it to them.
   */
  async function requireNoGain(
    from: UserWithStanding,
    to: UserWithStanding,
    assistants: readonly OwnedAssistant[],
    handedSecrets: ReadonlySet<string>,
  ): Promise<void> {
    const ownSecrets = new Set(
      (await possessionRepository.list(db, 'tool_secrets', to.id)).map(({ name }) => name),
    )
    for (const assistant of assistants) {
      const { things, secrets } = thingsNamedBy(assistant)
      const clash = secrets.find((name) => ownSecrets.has(name) && !handedSecrets.has(name))
      if (clash !== undefined)
        throw conflict(
          `Assistant “${assistant.name}” refers to the tool secret ${clash}, and the new owner has a secret with the same name. Hand over that secret too, or change the assistant first.`,
        )
      for (const thing of things) {
        const couldBefore = await mayUse(toOwner(from), thing, assistant.id)
        if (!couldBefore && (await mayUse(toOwner(to), thing, assistant.id)))
          throw conflict(
            `Assistant “${assistant.name}” refers to ${wordFor(thing.kind)} ${thing.id}, which its present owner has no access to. Remove that reference before you hand it over.`,
          )
      }
    }
  }

  /** Everything that may refuse, before the transaction: other modules' queries would wait for the writer that it holds. */
  async function check(
    from: UserWithStanding,
    { to, ...selection }: HandOverRequest,
  ): Promise<CheckedHandOver> {
    const receiver = requireReceiver(from, await userRepository.findById(db, to))
    const chosen = select(await possessionRepository.listAll(db, from.id), selection)
    const assistants = (await possessionRepository.assistantsOf(db, from.id)).filter((assistant) =>
      chosen.assistants.some(({ id }) => id === assistant.id),
    )
    await requireNoGain(from, receiver, assistants, new Set(chosen.tool_secrets.map(({ name }) => name)))
    return { to, selection, assistants }
  }

  /** Within a transaction that holds the system organization's row, so that two hand-overs never wait for each other. */
  async function give(tx: Db, from: UserWithStanding, checked: CheckedHandOver) {
    const receiver = requireReceiver(from, await userRepository.lock(tx, checked.to))
    const chosen = select(await possessionRepository.listAll(tx, from.id), checked.selection)
    await requireUnchanged(tx, from.id, chosen.assistants, checked.assistants)
    const taken = await possessionRepository.listAll(tx, receiver.id)
    const renamed: HandedOver['renamed'] = []
    const now = nowSeconds()
    const lambNames = await possessionRepository.lambNamesOf(tx, from.id)
    const takenLambNames = new Set((await possessionRepository.lambNamesOf(tx, receiver.id)).values())
    for (const kind of POSSESSION_KINDS) {
      const names = new Set(taken[kind].map(({ name }) => name))
      for (const { id, name: old_name } of chosen[kind]) {
        const name = toFreeName(kind, old_name, names)
        names.add(name)
        if (name !== old_name) renamed.push({ kind, id, old_name, new_name: name })
        const wanted = kind === 'assistants' ? lambNames.get(Number(id)) : undefined
        const lambName = wanted && firstFree(wanted, (number) => `${wanted}_${number}`, takenLambNames)
        if (lambName !== undefined) takenLambNames.add(lambName)
        await possessionRepository.give(tx, kind, from.id, { id, to: receiver.id, name, lambName, now })
      }
    }
    await renameSecretsIn(tx, checked.assistants, renamed)
    const counts = Object.fromEntries(POSSESSION_KINDS.map((kind) => [kind, chosen[kind].length]))
    return { counts: counts as HandedOver['counts'], renamed, receiver }
  }

  /** After the transaction: what assistants use that their owners can no longer reach. */
  async function findUnavailable(
    from: UserWithStanding,
    to: UserWithStanding,
    handedOver: readonly OwnedAssistant[],
  ): Promise<HandedOver['unavailable']> {
    const handed = new Set(handedOver.map(({ id }) => id))
    const theirs = (await possessionRepository.assistantsOf(db, to.id)).filter(({ id }) => handed.has(id))
    const left = await possessionRepository.assistantsOf(db, from.id)
    const unavailable: HandedOver['unavailable'] = []
    for (const assistant of [...theirs, ...left]) {
      const owner = { userId: assistant.owner_id, organizationId: assistant.organization_id }
      const { things, secrets } = thingsNamedBy(assistant)
      const has = new Set(
        secrets.length === 0
          ? []
          : (await possessionRepository.list(db, 'tool_secrets', owner.userId)).map(({ name }) => name),
      )
      const add = (kind: string, id: string) =>
        unavailable.push({
          assistant_id: assistant.id,
          assistant_name: assistant.name,
          owner_id: owner.userId,
          kind,
          id,
        })
      for (const name of secrets) if (!has.has(name)) add('tool_secret', name)
      for (const thing of things) if (!(await mayUse(owner, thing, assistant.id))) add(thing.kind, thing.id)
    }
    return unavailable
  }

  const noteHandOver = (
    caller: UserCaller,
    from: UserWithStanding,
    to: UserWithStanding,
    counts: HandedOver['counts'],
  ): void =>
    note({
      organizationId: from.organization_id,
      userId: caller.userId,
      object: `user ${from.id} to user ${to.id}`,
      detail: describeCounts(counts),
    })

  return {
    check,
    give,
    noteHandOver,

    async overview(
      caller: UserCaller,
      organization: { id: number },
      userId: number,
    ): Promise<PossessionOverview> {
      const user = await getOwner(caller, organization, userId)
      const possessions = await possessionRepository.listAll(db, user.id)
      const total = POSSESSION_KINDS.reduce((count, kind) => count + possessions[kind].length, 0)
      return { user_id: user.id, total, blocking: sum(blockingCounts(possessions)), possessions }
    },

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
        return give(tx, locked, checked)
      })
      noteHandOver(caller, from, receiver, counts)
      const unavailable = await findUnavailable(from, receiver, checked.assistants)
      return { from: from.id, to: receiver.id, counts, renamed, unavailable }
    },
  }
}

const notInOrganization = () => new AppError('not_found', 'User not found in this organization')

const toOwner = ({ id, organization_id }: UserWithStanding) => ({
  userId: id,
  organizationId: organization_id,
})

const wordFor = (kind: string): string => kind.replaceAll('_', ' ')

function requireReceiver(from: UserWithStanding, to: UserWithStanding | undefined): UserWithStanding {
  if (to?.organization_id !== from.organization_id) throw notInOrganization()
  if (to.id === from.id) throw badRequest('Choose a colleague: this person already owns these things')
  if (to.enabled !== 1) throw badRequest('The account of the new owner is disabled')
  if (to.user_type !== 'creator')
    throw badRequest('The new owner’s account is for chatting only and cannot own anything')
  return to
}

function select(all: Possessions, { kinds, ids }: Selection): Possessions {
  if (ids === undefined) {
    const wanted = new Set<PossessionKind>(kinds ?? POSSESSION_KINDS)
    return byKind((kind) => (wanted.has(kind) ? all[kind] : []))
  }
  return byKind((kind) =>
    [...new Set((ids[kind] ?? []).map(String))].map((id) => {
      const found = all[kind].find((one) => String(one.id) === id)
      if (!found)
        throw new AppError(
          'not_found',
          `${capitalise(NOUNS[kind][0])} ${id} not found among this person’s things`,
        )
      return found
    }),
  )
}

const byKind = (choose: (kind: PossessionKind) => Possession[]): Possessions =>
  Object.fromEntries(POSSESSION_KINDS.map((kind) => [kind, choose(kind)])) as Possessions

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Settings that were saved after the check may refer to something else. */
async function requireUnchanged(
  tx: Db,
  ownerId: number,
  chosen: readonly Possession[],
  checked: readonly OwnedAssistant[],
): Promise<void> {
  const now = new Map((await possessionRepository.assistantsOf(tx, ownerId)).map((row) => [row.id, row]))
  const before = new Map(checked.map((row) => [row.id, row]))
  const isSame = chosen.every(({ id }) => {
    const [a, b] = [before.get(Number(id)), now.get(Number(id))]
    return a && b && a.metadata === b.metadata && a.rag_collections === b.rag_collections
  })
  if (!isSame) throw conflict('An assistant was changed in the meantime. Try again.')
}

const MAX_SECRET_NAME = 64

/** A secret's name has no room for more than `_2`; other names are text. */
function toFreeName(kind: PossessionKind, wanted: string, taken: ReadonlySet<string>): string {
  if (kind === 'tool_secrets') {
    const base = wanted.slice(0, MAX_SECRET_NAME - 4)
    return firstFree(wanted, (number) => `${base}_${number}`, taken)
  }
  if (kind === 'knowledge_bases' || kind === 'templates' || kind === 'assistants')
    return firstFree(wanted, (number) => `${wanted} (${number})`, taken)
  return wanted
}

function firstFree(wanted: string, numbered: (number: number) => string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(numbered(number))) number++
  return numbered(number)
}

/** An assistant goes on using the secret that came with it, under its new name. */
async function renameSecretsIn(
  tx: Db,
  assistants: readonly OwnedAssistant[],
  renamed: HandedOver['renamed'],
): Promise<void> {
  const names = new Map<string, string>(
    renamed.flatMap(({ kind, old_name, new_name }) =>
      kind === 'tool_secrets' ? [[`{secret:${old_name}}`, `{secret:${new_name}}`] as const] : [],
    ),
  )
  if (names.size === 0) return
  for (const { id, metadata } of assistants) {
    const settings = parseJsonObject(metadata)
    if (!settings) continue
    const next = JSON.stringify(settings, (_key, value: unknown) =>
      typeof value === 'string'
        ? value.replace(/\{secret:[A-Z0-9_]+\}/g, (mention) => names.get(mention) ?? mention)
        : value,
    )
    if (next !== JSON.stringify(settings)) await possessionRepository.setMetadata(tx, id, next)
  }
}
