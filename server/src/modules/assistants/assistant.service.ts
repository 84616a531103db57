import {
  ASSISTANT_LIMITS,
  type AssistantFields,
  type AssistantRecord,
  type AssistantSnapshot,
  type AssistantSummary,
  type ImportCheck,
  type importAssistantSchema,
  type ReadAssistant,
  type SavedAssistant,
  say,
} from '@bellwether/wire'
import type * as z from 'zod'
import { isOrganizationAdmin, type UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { badRequest, forbidden, notFound } from '../../platform/errors.ts'
import { may, requireMay, type Verb } from '../access/index.ts'
import { type AssistantInContext, assistantRepository } from './assistant.repository.ts'
import type { AssistantChange, AssistantDeps } from './assistant-deps.ts'
import { requireAuthor } from './authors.ts'
import { softDelete, undelete } from './deletion.ts'
import { type AssistantFilter, assistantListRepository } from './lists/assistant-list.repository.ts'
import { withFreeNames } from './names/free-name.ts'
import { cutName, toLambName } from './names/names.ts'
import { pictureRepository } from './pictures/picture.repository.ts'
import { type NewPicture, toImportedPicture } from './pictures/picture-file.ts'
import { publicationRepository } from './publication/publication.repository.ts'
import { createPublications } from './publication/publications.ts'
import { factsOf, toListedRecord, toRecord, toSnapshot, toSummary } from './records.ts'
import { saveForm } from './save.ts'
import { createSettingChecks, type SettingChecks, toCheck } from './setting-checks.ts'
import {
  FIRST_SETTINGS,
  requireCompleteSettings,
  requireReadableSettings,
  requireTexts,
  withConnector,
} from './settings.ts'
import { readExport } from './transfer/export-file.ts'
import { createExports } from './transfer/exports.ts'
import { aboutServer, findImportedObjects, toOrigin, withChosenObjects } from './transfer/imported-objects.ts'

export function createAssistantService(deps: AssistantDeps) {
  const settingChecks = createSettingChecks(deps)
  const reading = createReading(deps, settingChecks)
  const creation = createCreation(deps, reading, settingChecks)

  return {
    ...reading,
    create: creation.create,
    duplicate: creation.duplicate,
    importFile: creation.importFile,
    checkImport: creation.checkImport,
    ...createChanges(deps, reading, creation, settingChecks),
    ...createExports(deps, reading),
    ...createPublications(deps, reading, settingChecks),
    warningsOf: settingChecks.warningsOf,
  }
}

function createReading(
  { db, findUnavailable, migrate, countFailingTests, budgetUsedUpUntil, importedObjects }: AssistantDeps,
  { warningsOf }: SettingChecks,
) {
  /** The only way to get an assistant by its id. */
  async function getRow(caller: UserCaller, verb: Verb, id: number): Promise<AssistantInContext> {
    const row = await assistantRepository.findById(db, caller, id)
    if (!row) throw notFound('Assistant')
    requireMay(caller, verb, factsOf(row), 'Assistant')
    return row
  }

  async function get(caller: UserCaller, id: number): Promise<AssistantRecord> {
    const row = await getRow(caller, 'see', id)
    const isNew = await migrate(row)
    const record = toRecord(isNew ? await getRow(caller, 'see', id) : row, caller)
    return { ...record, unavailable_tools: findUnavailable(record.metadata) }
  }

  /** Objects it refers to may have been deleted or reassigned; people who can fix that get a warning. */
  async function read(caller: UserCaller, id: number): Promise<ReadAssistant> {
    const record = await get(caller, id)
    const row = await getRow(caller, 'see', id)
    const { objects } = await toOrigin(importedObjects, row)
    if (!may(caller, 'edit', factsOf(row))) return { ...record, objects }
    const failing = (await countFailingTests(caller, [id])).get(id) ?? 0
    const until = (await budgetUsedUpUntil([row])).get(id) ?? null
    const warnings = await warningsOf(caller, row)
    return { ...record, objects, warnings, failing_tests: failing, budget_used_up_until: until }
  }

  async function listOwn(caller: UserCaller, page: { limit: number; offset: number }) {
    const { rows, total } = await assistantListRepository.list(db, caller, {
      scope: 'mine',
      search: '',
      type: '',
      ...page,
    })
    return { assistants: rows.map(toListedRecord), total_count: total }
  }

  async function list(
    caller: UserCaller,
    filter: AssistantFilter,
  ): Promise<{ assistants: AssistantSummary[]; total_count: number }> {
    if (filter.scope === 'organization' && !caller.systemAdmin && !isOrganizationAdmin(caller)) {
      throw forbidden(say('assistants.list_all_forbidden'))
    }
    const { rows, total } = await assistantListRepository.list(db, caller, filter)
    const ids = rows.map(({ id }) => id)
    const failing = await countFailingTests(caller, ids)
    const until = await budgetUsedUpUntil(rows)
    const assistants = rows.map((row) => toSummary(row, caller, failing.get(row.id), until.get(row.id)))
    return { assistants, total_count: total }
  }

  return {
    get,
    read,
    getRow,
    listOwn,
    list,
  }
}

type Reading = ReturnType<typeof createReading>

function createCreation(
  { db, checkSettings, firstModel, importedObjects }: AssistantDeps,
  { get, getRow }: Reading,
  { warningsOf, warningsFor }: SettingChecks,
) {
  async function insert(
    caller: UserCaller,
    form: AssistantSnapshot,
    picture?: NewPicture,
  ): Promise<AssistantRecord> {
    requireAuthor(caller)
    const { organizationId, userId: ownerId } = caller
    const now = nowSeconds()
    const requestedNames = { name: form.name, lambName: toLambName(ownerId, form.name) }
    const id = await withFreeNames(db, { organizationId, ownerId }, requestedNames, async (tx, names) => {
      const times = { created_at: now, updated_at: now, deleted_at: null }
      const namedForm = { ...form, name: names.name, lamb_name: names.lambName }
      const row = { ...namedForm, ...times, organization_id: organizationId, owner_id: ownerId }
      const id = await assistantRepository.insert(tx, row)
      await publicationRepository.insertUnpublished(tx, id, now)
      if (picture) await pictureRepository.save(tx, id, picture)
      return id
    })
    return get(caller, id)
  }

  const withModel = (metadata: string, organizationId: number): Promise<string> =>
    withConnector(metadata, () => firstModel(organizationId))

  /** `isStrict` is for our own clients. */
  async function create(
    caller: UserCaller,
    fields: AssistantFields,
    { isStrict = false } = {},
  ): Promise<SavedAssistant> {
    const first = toFirstForm(fields)
    requireReadableSettings(first.metadata)
    if (isStrict) requireTexts(first.metadata)
    const form = { ...first, metadata: await withModel(first.metadata, caller.organizationId) }
    const { organizationId, userId: ownerId } = caller
    const { metadata, warnings } = await checkSettings(caller, {
      ownerId,
      organizationId,
      assistantId: undefined,
      form,
      isStrict,
    })
    return { ...(await insert(caller, { ...form, metadata })), warnings }
  }

  async function duplicate(caller: UserCaller, id: number, name?: string): Promise<AssistantRecord> {
    const row = await getRow(caller, 'see', id)
    const copyName = name || `${cutName(row.name, ASSISTANT_LIMITS.name - ' copy'.length)} copy`
    return insert(caller, { ...toSnapshot(row), name: copyName }, await pictureRepository.find(db, id))
  }

  return {
    withModel,
    create,
    duplicate,
    /** Tools are not checked: a file may refer to objects of another server, and is repaired by hand. */
    async importFile(
      caller: UserCaller,
      { use_objects: choices = [], ...file }: ImportedFile,
    ): Promise<SavedAssistant> {
      const form = withChosenObjects(importedObjects, file, choices, toFirstForm(readExport(file)))
      const record = await insert(caller, form, toImportedPicture(file))
      return { ...record, warnings: await warningsOf(caller, await getRow(caller, 'edit', record.id)) }
    },

    /** What has to be chosen before the file is imported, and what the server lacks. */
    async checkImport(caller: UserCaller, file: Record<string, unknown>): Promise<ImportCheck> {
      requireAuthor(caller)
      const form = toFirstForm(readExport(file))
      const { organizationId, userId: ownerId } = caller
      const warnings = await warningsFor(caller, { ownerId, organizationId, assistantId: undefined, form })
      return {
        objects: await findImportedObjects(importedObjects, caller, file, form),
        warnings: aboutServer(warnings),
      }
    },
  }
}

type ImportedFile = z.output<typeof importAssistantSchema>

type Creation = ReturnType<typeof createCreation>

function createChanges(
  { db, checkSettings }: AssistantDeps,
  { getRow, get }: Reading,
  { withModel }: Creation,
  { warningsOf }: SettingChecks,
) {
  /** `complete` is LAMB's rule that a saved assistant names all of its parts, even unchanged ones. */
  async function update(
    caller: UserCaller,
    id: number,
    { version, lamb_name: lambName, ...fields }: AssistantChange,
    { complete = false, isStrict = false } = {},
  ): Promise<SavedAssistant> {
    const row = await getRow(caller, 'edit', id)
    if (fields.metadata !== undefined) {
      requireReadableSettings(fields.metadata)
      if (isStrict) requireTexts(fields.metadata)
    }
    const change = {
      ...fields,
      // As in `create`.
      ...(fields.metadata === undefined
        ? {}
        : { metadata: await withModel(fields.metadata, row.organization_id) }),
    }
    if (change.name !== undefined && change.name.trim() === '')
      throw badRequest(say('assistants.name_required'))
    const form = merge(toSnapshot(row), change)
    if (complete) requireCompleteSettings(form.metadata)
    // Settings that are not part of this save stay unchanged: another request may be changing them, and a setting
    // that has become invalid is no reason to refuse a new name.
    const checked =
      change.metadata === undefined
        ? { metadata: undefined, warnings: await warningsOf(caller, { ...row, ...form }) }
        : await checkSettings(caller, { ...toCheck({ ...row, ...form }), earlier: row.metadata, isStrict })
    const metadata = checked.metadata ?? change.metadata
    await saveForm(db, caller, id, (current) => merge(current, { ...change, metadata }), {
      expected: version,
      lambName,
    })
    return { ...(await get(caller, id)), warnings: checked.warnings }
  }

  return {
    update,
    async remove(caller: UserCaller, id: number): Promise<void> {
      await getRow(caller, 'retire', id)
      await softDelete(db, id)
    },
    async undelete(caller: UserCaller, id: number): Promise<AssistantRecord> {
      await undelete(db, caller, id)
      return get(caller, id)
    },
  }
}

export type AssistantService = ReturnType<typeof createAssistantService>

function toFirstForm(fields: AssistantFields): AssistantSnapshot {
  if (!fields.name?.trim()) throw badRequest(say('assistants.name_required'))
  return {
    name: fields.name.trim(),
    description: fields.description ?? '',
    metadata: fields.metadata?.trim() ? fields.metadata : FIRST_SETTINGS,
    system_prompt: fields.system_prompt ?? '',
    prompt_template: fields.prompt_template ?? '',
    rag_collections: fields.rag_collections ?? '',
    rag_top_k: fields.rag_top_k ?? 3,
  }
}

const merge = (form: AssistantSnapshot, change: AssistantFields): AssistantSnapshot => ({
  name: change.name ?? form.name,
  description: change.description ?? form.description,
  metadata: change.metadata ?? form.metadata,
  system_prompt: change.system_prompt ?? form.system_prompt,
  prompt_template: change.prompt_template ?? form.prompt_template,
  rag_collections: change.rag_collections ?? form.rag_collections,
  rag_top_k: change.rag_top_k ?? form.rag_top_k,
})
