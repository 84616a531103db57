import {
  KNOWLEDGE_LIMITS,
  type KnowledgeBaseChange,
  knowledgeSettingsSchema,
  type NewKnowledgeBase,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { lockUser } from '../../../platform/db/with-lock.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { may, requireMay, type Verb } from '../../access/index.ts'
import { removalRepository } from '../../files/index.ts'
import { type BaseWithOwner, baseRepository } from '../records/base.repository.ts'
import { fileRepository } from '../records/file.repository.ts'
import { readSettings, toFacts } from '../records/records.ts'

export interface BaseDeps {
  db: Db
  /** Whether the caller's organization and the caller's own settings allow sharing with colleagues. */
  maySharePeople(caller: UserCaller): Promise<boolean>
  /** How many assistants of other people search this base. */
  usedByOthers(base: {
    id: number
    owner_id: number
    organization_id: number
  }): Promise<{ name: string; owner: string }[]>
  removeOriginals(base: number): Promise<void>
  /** Called when work on its files should stop. */
  abandon(files: readonly number[]): void
}

const THING = 'Knowledge base'

export function createBaseService(deps: BaseDeps) {
  const lookup = createLookup(deps)
  const sharing = createSharing(deps)

  return {
    ...lookup,
    ...readMethods(deps, lookup),
    ...changeMethods(deps, sharing, lookup),
  }
}

function createLookup({ db }: BaseDeps) {
  async function getFor(caller: UserCaller, verb: Verb, id: number): Promise<BaseWithOwner> {
    const base = await baseRepository.find(db, caller, id)
    if (!base) throw notFound(THING)
    requireMay(caller, verb, toFacts(base), THING)
    return base
  }

  return {
    getFor,
  }
}

type Lookup = ReturnType<typeof createLookup>

function createSharing({ maySharePeople, usedByOthers }: BaseDeps) {
  /** Refuses before anything is changed. */
  async function requireSharing(
    caller: UserCaller,
    base: BaseWithOwner,
    isShared: boolean,
    force: boolean,
  ): Promise<void> {
    if (isShared && base.is_shared === 0) await requireMayShare(caller)
    if (isShared || base.is_shared === 0 || force) return
    const others = await usedByOthers(base)
    if (others.length > 0)
      throw conflict(say('knowledge.in_use_by_colleagues', { assistants: listOf(others) }))
  }

  async function requireMayShare(caller: UserCaller): Promise<void> {
    if (!(await maySharePeople(caller))) throw forbidden(say('sharing.disabled'))
  }

  return { requireMayShare, requireSharing }
}

type Sharing = ReturnType<typeof createSharing>

const changeMethods = (
  { db, removeOriginals, abandon }: BaseDeps,
  { requireMayShare, requireSharing }: Sharing,
  { getFor }: Lookup,
) => ({
  async create(
    caller: UserCaller,
    draft: NewKnowledgeBase,
    externalOwner: string | null = null,
  ): Promise<BaseWithOwner> {
    if (draft.is_shared) await requireMayShare(caller)
    const now = nowSeconds()
    const id = await withUniqueName(draft.name, () =>
      insertWithinLimit(db, caller, {
        organization_id: caller.organizationId,
        owner_id: caller.userId,
        name: draft.name.trim(),
        description: draft.description,
        is_shared: draft.is_shared ? 1 : 0,
        external_owner: externalOwner,
        settings: JSON.stringify(knowledgeSettingsSchema.parse(draft.settings ?? {})),
        created_at: now,
        updated_at: now,
      }),
    )
    return getFor(caller, 'see', id)
  },

  async update(caller: UserCaller, id: number, change: KnowledgeBaseChange): Promise<BaseWithOwner> {
    const base = await getFor(caller, 'edit', id)
    if (change.is_shared !== undefined) {
      requireMay(caller, 'manage', toFacts(base), THING)
      await requireSharing(caller, base, change.is_shared, change.force === true)
    }
    const settings = change.settings && { ...readSettings(base.settings), ...change.settings }
    await withUniqueName(change.name ?? '', () =>
      baseRepository.update(db, id, {
        ...(change.name === undefined ? {} : { name: change.name.trim() }),
        ...(change.description === undefined ? {} : { description: change.description }),
        ...(change.is_shared === undefined ? {} : { is_shared: change.is_shared ? 1 : 0 }),
        ...(settings ? { settings: JSON.stringify(settings) } : {}),
        updated_at: nowSeconds(),
      }),
    )
    return getFor(caller, 'see', id)
  },

  async setShared(caller: UserCaller, id: number, isShared: boolean, force = false): Promise<void> {
    const base = await getFor(caller, 'manage', id)
    await requireSharing(caller, base, isShared, force)
    await baseRepository.update(db, id, { is_shared: isShared ? 1 : 0, updated_at: nowSeconds() })
  },

  /** Its documents and passages are deleted with it. */
  async remove(
    caller: UserCaller,
    id: number,
  ): Promise<{ base: BaseWithOwner; files: number; passages: number }> {
    const base = await getFor(caller, 'manage', id)
    const sums = await fileRepository.sumsOf(db, id)
    const underWay = await fileRepository.idsUnderWay(db, id)
    await db.transaction().execute(async (tx) => {
      await baseRepository.delete(tx, id)
      await removalRepository.add(tx, 'knowledge', id)
    })
    abandon(underWay)
    await removeOriginals(id)
    return { base, ...sums }
  },
})

const readMethods = ({ db }: BaseDeps, { getFor }: Lookup) => ({
  mayEdit: (caller: UserCaller, base: BaseWithOwner): boolean => may(caller, 'edit', toFacts(base)),
  listOwn: (caller: UserCaller): Promise<BaseWithOwner[]> => baseRepository.listOwn(db, caller),
  listShared: async (caller: UserCaller): Promise<BaseWithOwner[]> =>
    (await baseRepository.listShared(db, caller)).filter((base) => may(caller, 'see', toFacts(base))),

  /** Its size. */
  async countsOf(caller: UserCaller, id: number) {
    await getFor(caller, 'see', id)
    const byStatus = await fileRepository.countByStatus(db, id)
    return { ...(await fileRepository.sumsOf(db, id)), by_status: Object.fromEntries(byStatus) }
  },
})

export type BaseService = ReturnType<typeof createBaseService>

const MAX_LISTED = 10

function listOf(assistants: readonly { name: string; owner: string }[]): string {
  const names = assistants.slice(0, MAX_LISTED).map(({ name, owner }) => `${name} (${owner})`)
  const more = assistants.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

async function withUniqueName<T>(name: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(say('knowledge.name_taken', { name: name.trim() }))
    throw error
  }
}

const insertWithinLimit = (
  db: Db,
  caller: UserCaller,
  row: NewRow<'knowledge_bases'>,
): ReturnType<typeof baseRepository.insert> =>
  db.transaction().execute(async (tx) => {
    await lockUser(tx, caller.userId)
    if ((await baseRepository.listOwn(tx, caller)).length >= KNOWLEDGE_LIMITS.basesPerUser)
      throw badRequest(say('knowledge.too_many', { limit: KNOWLEDGE_LIMITS.basesPerUser }))
    return baseRepository.insert(tx, row)
  })
