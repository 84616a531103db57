import { RUBRIC_LIMITS, type RubricData, say } from '@bellwether/wire'
import { isOrganizationAdmin, type UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { lockUser } from '../../platform/db/with-lock.ts'
import { badRequest, forbidden, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { requireMay, type Verb } from '../access/index.ts'
import { toExportMarkdown } from './markdown/export-markdown.ts'
import {
  type ReadableRubric,
  type RubricRecord,
  type StoredRubric,
  toFacts,
  toReadable,
  toRecord,
} from './records.ts'
import {
  type RubricFilter,
  type RubricOwner,
  type RubricScope,
  type RubricWithOwner,
  rubricRepository,
} from './rubric.repository.ts'
import {
  type RubricFields,
  readStored,
  renewed,
  toChangedData,
  toDataFromMarkdown,
  toImportedData,
  toNewData,
  toSlug,
} from './rubric-data.ts'

export interface RubricDeps {
  db: Db
  /** Whether the caller's organization and the caller's own settings allow sharing with colleagues. */
  maySharePeople(caller: UserCaller): Promise<boolean>
  /** Maximum number of rubrics per person. */
  maxPerPerson?: number
}

/** The uuid or the number. */
export type RubricKey = string | number

/** Formats of an exported file. */
type RubricFormat = 'json' | 'markdown'

const THING = 'Rubric'
const MAX_PER_PERSON = 2000
const EVERY = { search: '', subject: '', gradeLevel: '' } as const

export function createRubricService(deps: RubricDeps) {
  const lookup = createLookup(deps)

  return {
    ...readMethods(deps, lookup),
    ...creationMethods(deps, lookup),
    ...changeMethods(deps, lookup),
  }
}

function createLookup({ db }: RubricDeps) {
  async function getFor(
    caller: UserCaller,
    verb: Verb,
    key: RubricKey,
    from: Db = db,
  ): Promise<RubricWithOwner> {
    const row = await rubricRepository.findByKey(from, caller, key)
    if (!row) throw notFound(THING)
    requireMay(caller, verb, toFacts(row, caller), THING)
    return row
  }

  const reread = async (caller: UserCaller, key: RubricKey): Promise<RubricRecord> =>
    toRecord(await getFor(caller, 'see', key))

  return { reread, getFor }
}

type Lookup = ReturnType<typeof createLookup>

const readMethods = ({ db }: RubricDeps, { reread, getFor }: Lookup) => ({
  get: reread,

  /** For display and export. */
  read: async (caller: UserCaller, key: RubricKey): Promise<ReadableRubric> =>
    toReadable(await getFor(caller, 'see', key)),

  /** For proposing changes, which only the owner can request. */
  readToChange: async (caller: UserCaller, key: RubricKey): Promise<ReadableRubric> =>
    toReadable(await getFor(caller, 'edit', key)),

  async list(
    caller: UserCaller,
    scope: RubricScope,
    filter: RubricFilter,
    page: { limit: number; offset: number },
  ): Promise<{ rubrics: RubricRecord[]; total: number }> {
    const rows = await rubricRepository.list(db, caller, scope, filter, page)
    const total = await rubricRepository.count(db, caller, scope, filter)
    return { rubrics: rows.map(toRecord), total }
  },

  async exportFile(caller: UserCaller, key: RubricKey, format: RubricFormat) {
    const { title, stored, sheet } = toReadable(await getFor(caller, 'see', key))
    const isJson = format === 'json'
    // Such as `essay-20260131.json`. A slug is ASCII, so the name needs no encoding.
    const name = `${toSlug(title)}-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
    return {
      text: isJson ? JSON.stringify(stored, null, 2) : toExportMarkdown(sheet, new Date()),
      headers: {
        'content-type': isJson ? 'application/json' : 'text/markdown; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.${isJson ? 'json' : 'md'}"`,
        'x-content-type-options': 'nosniff',
      },
    }
  },

  /** The owner and the title of the rubric, if an assistant of this person may use it. */
  async findForTool(
    owner: RubricOwner,
    key: RubricKey,
  ): Promise<{ ownerId: number; name: string } | undefined> {
    const row = await rubricRepository.findForOwner(db, owner, key)
    return row && { ownerId: row.owner_id, name: row.title }
  },

  /**
   * The rubric if this person owns it or it is public in their organization. For assistants, which read with their
   * owner's rights.
   */
  async findForOwner(owner: RubricOwner, key: RubricKey): Promise<StoredRubric | undefined> {
    const row = await rubricRepository.findForOwner(db, owner, key)
    return row && toReadable(row)
  },
})

function creationMethods({ db, maxPerPerson = MAX_PER_PERSON }: RubricDeps, { reread, getFor }: Lookup) {
  const insertWithinLimit = (row: NewRow<'rubrics'>): ReturnType<typeof rubricRepository.insert> =>
    db.transaction().execute(async (tx) => {
      await lockUser(tx, row.owner_id)
      const owner = { userId: row.owner_id, organizationId: row.organization_id }
      if ((await rubricRepository.count(tx, owner, 'mine', EVERY)) >= maxPerPerson)
        throw badRequest(say('rubrics.too_many', { limit: maxPerPerson }))
      return rubricRepository.insert(tx, row)
    })

  /** A new rubric belongs to the caller and is not public. */
  async function add(
    caller: UserCaller,
    data: Readonly<Record<string, unknown>>,
    texts: { title: string; description: string },
    parent: string | null = null,
  ): Promise<RubricRecord> {
    const now = nowSeconds()
    const id = await insertWithinLimit({
      rubric_id: newUuid(),
      organization_id: caller.organizationId,
      owner_id: caller.userId,
      title: texts.title,
      description: texts.description,
      rubric_data: JSON.stringify(data),
      parent_rubric_id: parent,
      created_at: now,
      updated_at: now,
    })
    return reread(caller, id)
  }

  return {
    async create(caller: UserCaller, draft: RubricFields & { title: string }): Promise<RubricRecord> {
      const data = toNewData(draft)
      return add(caller, data, data)
    },

    /** Anyone who can read a rubric can copy it. */
    async duplicate(caller: UserCaller, key: RubricKey): Promise<RubricRecord> {
      const row = await getFor(caller, 'see', key)
      const title = toCopyTitle(row.title)
      const data = renewed(readStored(row.rubric_data), title)
      return add(caller, data, { title, description: row.description }, row.rubric_id)
    },

    /** `text` is the content of an exported file. */
    async importFile(caller: UserCaller, text: string, format: RubricFormat): Promise<RubricRecord> {
      const data = format === 'markdown' ? toDataFromMarkdown(text) : toImportedData(text)
      return add(caller, data, data)
    },
  }
}

function changeMethods({ db, maySharePeople }: RubricDeps, { getFor, reread }: Lookup) {
  /** Concurrent changes run one after the other, each on the result of the previous one, so that none is lost. */
  async function changeOne(
    caller: UserCaller,
    verb: Verb,
    key: RubricKey,
    toChange: (row: RubricWithOwner) => Partial<NewRow<'rubrics'>>,
  ): Promise<RubricRecord> {
    const { id } = await getFor(caller, verb, key)
    await db.transaction().execute(async (tx) => {
      await rubricRepository.lock(tx, id)
      await rubricRepository.update(tx, id, toChange(await getFor(caller, verb, id, tx)))
    })
    return reread(caller, id)
  }

  return {
    /** What is left out stays the same. */
    async update(
      caller: UserCaller,
      key: RubricKey,
      { is_public: isPublic, ...change }: RubricFields & { is_public?: boolean | undefined },
    ): Promise<RubricRecord> {
      const maySwitchOn = !isPublic || (await maySharePeople(caller))
      return changeOne(caller, isPublic === undefined ? 'edit' : 'manage', key, (row) => {
        // Only making it public needs permission; making it private is always allowed.
        if (row.is_public === 0 && !maySwitchOn) throw forbidden(say('sharing.disabled'))
        const { title, description, rubric_data: stored } = row
        return {
          ...(Object.values(change).every((value) => value === undefined)
            ? {}
            : toColumns(toChangedData({ ...readStored(stored), title, description }, change))),
          ...(isPublic === undefined ? {} : { is_public: isPublic ? 1 : 0 }),
          // The showcase contains only public rubrics.
          ...(isPublic === false ? { is_showcase: 0 } : {}),
          updated_at: nowSeconds(),
        }
      })
    },

    async delete(caller: UserCaller, key: RubricKey): Promise<void> {
      const row = await getFor(caller, 'manage', key)
      await rubricRepository.delete(db, row.id)
    },

    /** An admin recommends a public rubric to the organization; the owner stays the same. */
    setShowcase: (caller: UserCaller, key: RubricKey, isShowcase: boolean): Promise<RubricRecord> =>
      changeOne(caller, 'see', key, (row) => {
        const isOurs = row.organization_id === caller.organizationId
        if (!caller.systemAdmin && !(isOurs && isOrganizationAdmin(caller)))
          throw forbidden(say('rubrics.showcase_forbidden'))
        if (isShowcase && row.is_public === 0) throw badRequest(say('rubrics.showcase_needs_public'))
        return { is_showcase: isShowcase ? 1 : 0 }
      }),
  }
}

export type RubricService = ReturnType<typeof createRubricService>

const toColumns = (data: RubricData) => ({
  title: data.title,
  description: data.description,
  rubric_data: JSON.stringify(data),
})

const COPY = ' (Copy)'
const toCopyTitle = (title: string): string =>
  title.slice(0, RUBRIC_LIMITS.title - COPY.length).trimEnd() + COPY
