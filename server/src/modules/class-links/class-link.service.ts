import {
  CLASS_LINK_LIMITS,
  type ClassLink,
  type ClassLinkChange,
  type ClassLinkKind,
  type Message,
  type NewClassLink,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { may, requireMay, type Verb } from '../access/index.ts'
import { assistantRepository, factsOf, toFacts } from '../assistants/index.ts'
import type { AuditNote } from '../audit/index.ts'
import { type LinkLimits, linkBudgets } from '../budgets/index.ts'
import { hashPassword } from '../users/index.ts'
import { classLinkRepository, type LinkRow } from './class-link.repository.ts'
import { newLinkCode } from './link-code.ts'
import { createLinkRecords, type LinkRecordDeps } from './link-records.ts'

export interface ClassLinkDeps extends LinkRecordDeps {
  /** In the transaction of the change. */
  note(tx: Db, entry: AuditNote): Promise<void>
  /** Ends answers that are running if guests may no longer use the link. */
  tellOfChange(linkId: number): Promise<void>
}

/** How long a deleted link can be restored. After that, its guests and their chats are deleted. */
export const RESTORE_SECONDS = 86_400

type Dates = Pick<LinkRow, 'starts_at' | 'ends_at'>

/** For the people who manage an assistant: its owner creates links, organization admins can also change and delete them. */
export function createClassLinkService(deps: ClassLinkDeps) {
  const { db } = deps
  const toRecords = createLinkRecords(deps)
  const lookup = createLookup(db)
  const note = createNote(deps)
  const setDeleted = createSetDeleted(deps)

  async function recordOf(id: number): Promise<ClassLink> {
    const row = await classLinkRepository.findById(db, id)
    const [record] = row ? await toRecords([row]) : []
    if (!record) throw notFound('Link')
    return record
  }

  return {
    async list(caller: UserCaller, assistantId: number): Promise<ClassLink[]> {
      await lookup.assistantFor(caller, 'edit', assistantId)
      return toRecords(await classLinkRepository.ofAssistant(db, assistantId))
    },

    async create(caller: UserCaller, assistantId: number, draft: NewClassLink): Promise<ClassLink> {
      const assistant = await lookup.assistantFor(caller, 'manage', assistantId)
      if (!factsOf(assistant).published) throw conflict(say('class_links.not_published'))
      const limits = limitsOf(draft.kind, draft, defaultLimits(draft.kind))
      const dates = datesOf(draft, { starts_at: null, ends_at: null })
      const passphrase_hash = await passphraseOf(draft.kind, draft.passphrase, null)
      const now = nowSeconds()
      const id = await db.transaction().execute(async (tx) => {
        await assistantRepository.lock(tx, assistantId)
        if ((await classLinkRepository.count(tx, assistantId)) >= CLASS_LINK_LIMITS.perAssistant)
          throw conflict(say('class_links.too_many', { limit: CLASS_LINK_LIMITS.perAssistant }))
        const linkId = await classLinkRepository.insert(tx, {
          assistant_id: assistantId,
          code: newLinkCode(),
          kind: draft.kind,
          passphrase_hash,
          ...dates,
          paused: draft.paused ? 1 : 0,
          sites: JSON.stringify(draft.sites ?? []),
          created_by: caller.userId,
          created_at: now,
          updated_at: now,
        })
        const organizationId = assistant.organization_id
        await linkBudgets.write(tx, { linkId, assistantId, organizationId }, limits)
        await note(tx, caller, organizationId, 'link.create', linkId, createdFor(assistantId, draft.kind))
        return linkId
      })
      return recordOf(id)
    },

    async change(caller: UserCaller, id: number, change: ClassLinkChange): Promise<ClassLink> {
      const link = await lookup.linkFor(caller, id)
      const kind = change.kind ?? link.kind
      const passphrase_hash = await passphraseOf(kind, change.passphrase, link.passphrase_hash)
      const before = (await linkBudgets.read(db, [id])).get(id)
      const limits = limitsOf(kind, change, before ?? { daily_questions: null, max_cost: null })
      const dates = datesOf(change, link)
      await db.transaction().execute(async (tx) => {
        await classLinkRepository.update(tx, id, {
          kind,
          passphrase_hash,
          ...dates,
          ...(change.paused === undefined ? {} : { paused: change.paused ? 1 : 0 }),
          ...(change.sites === undefined ? {} : { sites: JSON.stringify(change.sites) }),
          updated_at: nowSeconds(),
        })
        const { assistant_id: assistantId, organization_id: organizationId } = link
        await linkBudgets.write(tx, { linkId: id, assistantId, organizationId }, limits)
        // Only the names of the fields: the passphrase must not be in the log.
        await note(tx, caller, organizationId, 'link.change', id, Object.keys(change).join(', '))
      })
      await deps.tellOfChange(id)
      return recordOf(id)
    },

    async delete(caller: UserCaller, id: number): Promise<void> {
      const link = await lookup.linkFor(caller, id)
      await setDeleted(caller, link, nowSeconds())
      await deps.tellOfChange(id)
    },

    async restore(caller: UserCaller, id: number): Promise<ClassLink> {
      const link = await lookup.linkFor(caller, id, { isDeleted: true })
      if (link.deleted_at !== null && link.deleted_at < nowSeconds() - RESTORE_SECONDS)
        throw conflict(say('class_links.restore_expired'))
      await setDeleted(caller, link, null)
      return recordOf(id)
    },
  }
}

export type ClassLinkService = ReturnType<typeof createClassLinkService>

function createLookup(db: Db) {
  return {
    async assistantFor(caller: UserCaller, verb: Verb, id: number) {
      const assistant = await assistantRepository.findById(db, caller, id)
      if (!assistant) throw notFound('Assistant')
      requireMay(caller, verb, factsOf(assistant), 'Assistant')
      return assistant
    },

    async linkFor(caller: UserCaller, id: number, { isDeleted = false } = {}): Promise<LinkRow> {
      const link = await classLinkRepository.findById(db, id)
      if (!link || link.assistant_deleted_at !== null) throw notFound('Link')
      const facts = { id: link.assistant_id, organization_id: link.organization_id, owner_id: link.owner_id }
      if (!may(caller, 'edit', toFacts(facts, { sharedWithCaller: false, published: false })))
        throw notFound('Link')
      if (link.deleted_at !== null && !isDeleted) throw notFound('Link')
      return link
    },
  }
}

const createNote =
  ({ note }: ClassLinkDeps) =>
  (
    tx: Db,
    caller: UserCaller,
    organizationId: number,
    action: string,
    id: number,
    detail: string | Message,
  ): Promise<void> =>
    note(tx, {
      organizationId,
      userId: caller.userId,
      action,
      object: say('parts.audit_link', { link: id }),
      detail,
      outcome: 'ok',
    })

const createSetDeleted = (deps: ClassLinkDeps) => (caller: UserCaller, link: LinkRow, at: number | null) =>
  deps.db.transaction().execute(async (tx) => {
    await classLinkRepository.update(tx, link.id, { deleted_at: at })
    const action = at === null ? 'link.restore' : 'link.delete'
    await createNote(deps)(tx, caller, link.organization_id, action, link.id, ofAssistant(link.assistant_id))
  })

const ofAssistant = (assistant: number): Message => say('parts.audit_assistant', { assistant })
const createdFor = (assistant: number, kind: ClassLink['kind']): Message =>
  say(`parts.audit_link_${kind}`, { assistant })

/** Undefined keeps the value, null removes it. */
const chosen = <T>(value: T | null | undefined, before: T | null): T | null =>
  value === undefined ? before : value

function datesOf(change: ClassLinkChange, before: Dates): Dates {
  const starts_at = chosen(change.starts_at, before.starts_at)
  const ends_at = chosen(change.ends_at, before.ends_at)
  if (starts_at !== null && ends_at !== null && ends_at <= starts_at)
    throw badRequest(say('class_links.ends_before_start'))
  return { starts_at, ends_at }
}

const defaultLimits = (kind: ClassLinkKind): LinkLimits => ({
  daily_questions: kind === 'organization' ? null : CLASS_LINK_LIMITS.defaultDailyQuestions,
  max_cost: null,
})

function limitsOf(kind: ClassLinkKind, change: ClassLinkChange, before: LinkLimits): LinkLimits {
  if (kind !== 'organization')
    return {
      daily_questions: chosen(change.daily_questions, before.daily_questions),
      max_cost: chosen(change.max_cost, before.max_cost),
    }
  if (typeof change.daily_questions === 'number' || typeof change.max_cost === 'number')
    throw badRequest(say('class_links.limits_need_guests'))
  return { daily_questions: null, max_cost: null }
}

/** Hashing takes tens of milliseconds, so it happens before the transaction. */
async function passphraseOf(
  kind: ClassLinkKind,
  passphrase: string | null | undefined,
  before: string | null,
): Promise<string | null> {
  if (kind !== 'passphrase') {
    if (typeof passphrase === 'string') throw badRequest(say('class_links.passphrase_not_used'))
    return null
  }
  const hash = typeof passphrase === 'string' ? await hashPassword(passphrase) : before
  if (hash === null || passphrase === null) throw badRequest(say('class_links.passphrase_required'))
  return hash
}
