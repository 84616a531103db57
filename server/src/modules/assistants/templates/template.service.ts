import {
  say,
  TEMPLATE_LIMITS,
  type TemplateChange,
  type TemplateDraft,
  type TemplateExport,
  type TemplateRecord,
  type TemplatesToImport,
} from '@bellwether/wire'
import { isStudent, type UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { badRequest, forbidden, notFound } from '../../../platform/errors.ts'
import { tryParseObject } from '../../../platform/json.ts'
import { type ObjectFacts, requireMay, type Verb } from '../../access/index.ts'
import { type TemplateScope, type TemplateWithOwner, templateRepository } from './template.repository.ts'

export interface TemplateDeps {
  db: Db
  /** Whether the caller's organization and the caller's own settings allow sharing with colleagues. */
  maySharePeople(caller: UserCaller): Promise<boolean>
}

const THING = 'Template'
type Contents = Pick<TemplateDraft, 'name' | 'description' | 'system_prompt' | 'prompt_template' | 'metadata'>

export function createTemplateService(deps: TemplateDeps) {
  const lookup = createLookup(deps)

  return {
    ...readMethods(deps, lookup),
    ...changeMethods(deps, lookup),
  }
}

function createLookup({ db, maySharePeople }: TemplateDeps) {
  async function getFor(caller: UserCaller, verb: Verb, id: number, tx: Db = db): Promise<TemplateWithOwner> {
    const row = await templateRepository.findById(tx, caller, id)
    if (!row) throw notFound(THING)
    requireMay(caller, verb, toFacts(row), THING)
    return row
  }

  async function requireSharing(caller: UserCaller): Promise<void> {
    if (isStudent(caller)) throw forbidden(say('requests.account_cannot_build'))
    if (await maySharePeople(caller)) return
    throw forbidden(say('sharing.disabled'))
  }

  const reread = async (caller: UserCaller, id: number, tx: Db = db): Promise<TemplateRecord> =>
    toRecord(await getFor(caller, 'see', id, tx), caller)

  return { reread, getFor, requireSharing }
}

type Lookup = ReturnType<typeof createLookup>

const readMethods = ({ db }: TemplateDeps, { reread }: Lookup) => ({
  get: (caller: UserCaller, id: number): Promise<TemplateRecord> => reread(caller, id),

  async list(
    caller: UserCaller,
    scope: TemplateScope,
    page: { limit: number; offset: number; search: string },
  ): Promise<{ templates: TemplateRecord[]; total: number }> {
    const rows = await templateRepository.list(db, caller, scope, page)
    return {
      templates: rows.map((row) => toRecord(row, caller)),
      total: await templateRepository.count(db, caller, scope, page.search),
    }
  },

  /**
   * Anyone who can read a template (the policy's `see`) can export it. One inaccessible template refuses the whole
   * export.
   */
  async export(caller: UserCaller, ids: readonly number[]): Promise<TemplateExport> {
    const rows = await templateRepository.findByIds(db, caller, ids)
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    const templates = ids.map((id) => {
      const row = rowsById.get(id)
      if (!row) throw notFound(THING)
      requireMay(caller, 'see', toFacts(row), THING)
      return toContents(row)
    })
    return { export_version: '1.0', exported_at: new Date().toISOString(), templates }
  },
})

function changeMethods({ db }: TemplateDeps, { getFor, requireSharing, reread }: Lookup) {
  /** Uses the wanted name or, if the caller already has it, the next free one, and adds it to `takenNames`. */
  async function insertFreely(
    tx: Db,
    caller: UserCaller,
    contents: Contents,
    takenNames: Set<string>,
  ): Promise<number> {
    for (;;) {
      const name = toFreeName(contents.name, takenNames)
      takenNames.add(name)
      const id = await templateRepository.insert(tx, toRow(caller, { ...contents, name }))
      // Undefined: a concurrent request took the name. It counts as taken now, so the next attempt uses another.
      if (id !== undefined) return id
    }
  }

  async function update(
    caller: UserCaller,
    id: number,
    change: Partial<TemplateChange>,
  ): Promise<TemplateRecord> {
    const row = await getFor(caller, 'edit', id)
    // Only sharing needs permission; it can always be undone.
    if (change.is_shared && row.is_shared === 0) await requireSharing(caller)
    try {
      await templateRepository.update(db, id, { ...toColumns(change), updated_at: nowSeconds() })
    } catch (error) {
      if (isUniqueViolation(error)) throw nameTaken(change.name ?? row.name)
      throw error
    }
    return reread(caller, id)
  }

  return {
    async create(caller: UserCaller, draft: TemplateDraft): Promise<TemplateRecord> {
      if (draft.is_shared) await requireSharing(caller)
      const row = { ...toRow(caller, draft), is_shared: draft.is_shared ? (1 as const) : (0 as const) }
      const id = await templateRepository.insert(db, row)
      if (id === undefined) throw nameTaken(draft.name)
      return reread(caller, id)
    },

    update,

    async delete(caller: UserCaller, id: number): Promise<void> {
      await getFor(caller, 'manage', id)
      await templateRepository.delete(db, id)
    },

    /** The copy is the caller's own and not shared. */
    async duplicate(caller: UserCaller, id: number, newName: string | undefined): Promise<TemplateRecord> {
      const original = toContents(await getFor(caller, 'see', id))
      const contents = { ...original, name: newName ?? toCopyName(original.name) }
      const copyId =
        newName === undefined
          ? await insertFreely(db, caller, contents, await templateRepository.namesOf(db, caller))
          : await templateRepository.insert(db, toRow(caller, contents))
      if (copyId === undefined) throw nameTaken(contents.name)
      return reread(caller, copyId)
    },

    /** All or none. Imported templates belong to the caller and are not shared. */
    import: (caller: UserCaller, templates: TemplatesToImport): Promise<TemplateRecord[]> =>
      db.transaction().execute(async (tx) => {
        const takenNames = await templateRepository.namesOf(tx, caller)
        const ids: number[] = []
        for (const template of templates) ids.push(await insertFreely(tx, caller, template, takenNames))
        return Promise.all(ids.map((id) => reread(caller, id, tx)))
      }),
  }
}

export type TemplateService = ReturnType<typeof createTemplateService>

const nameTaken = (name: string) => badRequest(say('templates.name_taken', { name }))

function toRow(caller: UserCaller, contents: Contents): NewRow<'prompt_templates'> {
  const now = nowSeconds()
  return {
    organization_id: caller.organizationId,
    owner_id: caller.userId,
    name: contents.name,
    description: contents.description ?? '',
    system_prompt: contents.system_prompt ?? '',
    prompt_template: contents.prompt_template ?? '',
    metadata: JSON.stringify(contents.metadata ?? {}),
    created_at: now,
    updated_at: now,
  }
}

function toColumns(change: Partial<TemplateChange>): Partial<NewRow<'prompt_templates'>> {
  const { metadata, is_shared: isShared, ...texts } = change
  const changes = Object.entries(texts).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(changes),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    ...(isShared === undefined ? {} : { is_shared: isShared ? 1 : 0 }),
  }
}

/** The facts about a template that the access policy needs. */
export const toFacts = (row: {
  organization_id: number
  owner_id: number
  is_shared: 0 | 1
}): ObjectFacts => ({
  kind: 'prompt_template',
  organizationId: row.organization_id,
  ownerId: row.owner_id,
  sharedInOrganization: row.is_shared === 1,
})

export const toRecord = (row: TemplateWithOwner, caller: UserCaller): TemplateRecord => ({
  id: row.id,
  organization_id: row.organization_id,
  owner_email: row.owner_email,
  ...toContents(row),
  is_shared: row.is_shared === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
  owner_name: row.owner_name,
  is_owner: row.owner_id === caller.userId,
})

/** The content of an export: no ids, no people. */
export const toContents = (row: TemplateWithOwner): TemplateExport['templates'][number] => ({
  name: row.name,
  description: row.description,
  system_prompt: row.system_prompt,
  prompt_template: row.prompt_template,
  // Imported rows may contain anything; values that are not objects count as empty.
  metadata: tryParseObject(row.metadata) ?? {},
})

/** The name itself, or with the first free number: `Essay (2)`. Never longer than the maximum. Pure. */
export function toFreeName(requested: string, taken: ReadonlySet<string>): string {
  if (!taken.has(requested)) return requested
  for (let number = 2; ; number++) {
    const name = withEnding(requested, ` (${number})`)
    if (!taken.has(name)) return name
  }
}

/** The default name of a copy. */
export const toCopyName = (name: string): string => withEnding(name, ' (Copy)')

const withEnding = (name: string, ending: string): string =>
  name.slice(0, TEMPLATE_LIMITS.name - ending.length).trimEnd() + ending
