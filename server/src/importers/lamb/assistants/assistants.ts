import { say, toReadableName } from '@bellwether/wire'
import {
  assistantRepository,
  cutName,
  publicationRepository,
  toFreeLambName,
  toFreeName,
} from '../../../modules/assistants/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  type Draft,
  type ImportRun,
  isImported,
  isUndecided,
  saveAll,
  skip,
  takeName,
} from '../import-run.ts'
import { isKeepable, toEmail } from '../legacy-ids.ts'
import { isFileHere } from '../material/files.ts'
import { isDeleted } from '../preflight.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'
import { readLegacySettings } from './metadata.ts'
import { createMissingProviders, type MissingProviders } from './missing-providers.ts'
import { createOwners, type Owner, type Owners } from './owners.ts'
import { type Publication, readCostLimits, readPublications } from './publications.ts'
import { awaitedFile, createReferences, type FindReferences } from './references.ts'

const KIND = 'assistant'
const MAX_TEXT = 1_000_000
const MAX_METADATA = 1_000_000

interface Parts {
  run: ImportRun
  owners: Owners
  publications: Map<number, Publication>
  costLimits: Map<number, number>
  references: FindReferences
  providers: MissingProviders
  takenIds: Set<number>
  /** The settings of assistants that were imported before, by our id. */
  earlier: Awaited<ReturnType<typeof targetRepository.findAssistantSettings>>
  seen: { ids: Set<number>; consumerNames: Set<string> }
}

/** Assistants with their ids, and whether they are published. */
export async function importAssistants(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const publications = readPublications(run)
  const costLimits = readCostLimits(run)
  const references = createReferences(run)
  const total = run.lamb.count('assistants')
  const providers = createMissingProviders(run)
  const seen = { ids: new Set<number>(), consumerNames: new Set<string>() }
  let done = 0
  for (const { rows } of run.lamb.pages('assistants', 100)) {
    const ids = rows.map((row) => row.integer('id')).filter(isKeepable)
    const takenIds = await targetRepository.findTakenAssistants(run.db, ids)
    const earlier = await targetRepository.findAssistantSettings(
      run.db,
      ids.flatMap((id) => (run.ids.earlier(KIND, id) && run.ids.number(KIND, id)) ?? []),
    )
    const parts = { run, owners, publications, costLimits, references, providers, takenIds, earlier, seen }
    const drafts: Draft[] = []
    for (const row of rows) {
      const draft = await toDraft(parts, row)
      if (draft) drafts.push(draft)
    }
    await saveAll(run, drafts)
    done += rows.length
    run.onProgress({ step: say('imports.step_assistants'), done, total })
  }
  providers.report()
  reportEnvironment(run, publications)
}

/** Settings of LAMB's environment that its links and clients need. */
function reportEnvironment(run: ImportRun, publications: ReadonlyMap<number, Publication>): void {
  const published = [...publications].filter(
    ([id, { consumerName }]) => consumerName !== null && run.ids.find(KIND, id) !== undefined,
  )
  const unset = (['LTI_SECRET', 'LAMB_BEARER_TOKEN'] as const).filter((name) => !run.config[name])
  if (published.length > 0 && unset.length > 0)
    run.report.notice(
      say('imports.environment_missing', { count: published.length, settings: unset.join(', ') }),
    )
}

async function toDraft(parts: Parts, row: LegacyRow): Promise<Draft | undefined> {
  const { run, owners, takenIds, seen } = parts
  const name = row.text('name').trim()
  const id = row.integer('id')
  const legacyId = id === undefined ? `“${row.text('id').slice(0, 40)}”` : String(id)
  const leave = (reason: Note) => void skip(run, KIND, legacyId, name, reason)
  if (id === undefined) return leave(say('imports.id_not_a_number'))
  if (isDeleted(row)) return leave(say('imports.deleted_in_lamb'))
  if (run.ids.earlier(KIND, legacyId)) return void (await reportEarlier(parts, row, legacyId))
  if (seen.ids.has(id)) return leave(say('imports.assistant_id_twice'))
  seen.ids.add(id)
  const email = toEmail(row.text('owner'))
  const owner = await owners.find(row.text('owner'))
  if (!owner) return leave(say('imports.owner_with_email_not_imported', { email: email.slice(0, 100) }))
  for (const column of ['system_prompt', 'prompt_template', 'description'])
    if (row.text(column).length > MAX_TEXT)
      return leave(say('imports.text_too_long', { column, limit: MAX_TEXT }))
  if (metadataOf(row).length > MAX_METADATA) return leave(say('imports.settings_too_large'))
  const { onConflict } = run.options
  if (takenIds.has(id) && isUndecided(run, onConflict)) return undefined
  if (takenIds.has(id) && onConflict !== 'new-id') return leave(say('imports.assistant_id_taken'))
  return newAssistant(parts, row, id, owner)
}

const settingsOf = ({ costLimits }: Parts, row: LegacyRow, id: number | undefined) => ({
  metadata: metadataOf(row),
  collections: row.text('rag_collections'),
  costLimit: id === undefined ? undefined : costLimits.get(id),
})

/** It stays as it is, but files that it waits for may come now. */
async function reportEarlier(parts: Parts, row: LegacyRow, legacyId: string): Promise<void> {
  const { run, owners, providers } = parts
  const here = parts.earlier.get(run.ids.number(KIND, legacyId) ?? 0)
  const notes: Note[] = []
  if (here) await providers.note(here.organization_id, here.metadata)
  const stored = run.ids.earlier(KIND, legacyId)?.notes ?? []
  const awaited = stored.flatMap((note) => awaitedFile(run, note) ?? [])
  const owner = await owners.find(row.text('owner'))
  if (owner && here && awaited.some((path) => here.metadata.includes(path)))
    await parts.references(settingsOf(parts, row, row.integer('id')), owner)
  for (const note of stored) {
    const path = awaitedFile(run, note)
    if (path === undefined || !(await isFileHere(run, path))) notes.push(note)
  }
  isImported(run, KIND, legacyId, row.text('name').trim(), notes)
}

async function newAssistant(parts: Parts, row: LegacyRow, id: number, owner: Owner): Promise<Draft> {
  const { run, publications, references, takenIds } = parts
  const legacySettings = settingsOf(parts, row, id)
  const lookup = await references(legacySettings, owner)
  const settings = readLegacySettings(legacySettings, lookup.references)
  const notes = [...settings.notes, ...lookup.notes]
  await parts.providers.note(owner.organizationId, settings.metadata)
  const keepsId = isKeepable(id) && !takenIds.has(id)
  if (!keepsId) notes.push(say('imports.assistant_new_id'))
  const legacyOrganization = run.ids.number('organization', row.integer('organization_id'))
  if (legacyOrganization !== undefined && legacyOrganization !== owner.organizationId)
    notes.push(say('imports.assistant_of_owner'))
  if (owner.userType !== 'creator') notes.push(say('imports.assistant_owner_is_student'))
  const publication = await checkPublication(parts, publications.get(id), notes)
  const now = nowSeconds()
  const topK = topKOf(row, notes)
  run.planned.assistants.set(-id, owner.organizationId)
  const firstNotes = notes.length
  async function chooseNames(db: Db) {
    const names = await namesFor(run, db, owner, row.text('name'))
    notes.length = firstNotes
    if (names.lamb_name !== row.text('name').trim())
      notes.push(say('imports.lamb_name_changed', { name: names.lamb_name }))
    return names
  }
  return {
    kind: KIND,
    legacyId: String(id),
    name: row.text('name'),
    notes,
    plan: async () => void (await chooseNames(run.db)),
    async insert(tx) {
      const names = await chooseNames(tx)
      const ourId = await assistantRepository.insert(tx, {
        ...(keepsId ? { id } : {}),
        organization_id: owner.organizationId,
        owner_id: owner.id,
        ...names,
        description: row.text('description'),
        metadata: settings.metadata,
        system_prompt: row.text('system_prompt'),
        prompt_template: row.text('prompt_template'),
        rag_collections: settings.collections,
        rag_top_k: topK,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
        deleted_at: null,
      })
      if (publication) await insertPublication(tx, ourId, publication, keepsId)
      return ourId
    },
  }
}

/** The column is named `api_callback`, the field in LAMB's API `metadata`. */
const metadataOf = (row: LegacyRow): string => row.text('api_callback') || row.text('metadata')

const DEFAULT_TOP_K = 3

function topKOf(row: LegacyRow, notes: Note[]): number {
  const topK = row.integer('rag_top_k')
  if (topK !== undefined && topK >= 1 && topK <= 1000) return topK
  if (row.has('rag_top_k')) notes.push(say('imports.top_k_changed', { number: DEFAULT_TOP_K }))
  return DEFAULT_TOP_K
}

/** Clients know an assistant as `LAMB:<name>`, so LAMB's name stays exactly as it is. */
async function namesFor(
  run: ImportRun,
  db: Db,
  owner: Owner,
  stored: string,
): Promise<{ name: string; lamb_name: string }> {
  const lambName = stored.trim().slice(0, 200) || 'untitled'
  const name = cutName(toReadableName(lambName))
  const existing = await assistantRepository.takenNames(
    db,
    { organizationId: owner.organizationId, ownerId: owner.id },
    { name, lambName },
  )
  const lamb_name = takeName(run, `assistant/${owner.id}`, existing.lambNames, (taken) =>
    toFreeLambName(lambName, taken),
  )
  return { name: toFreeName(name, existing.names), lamb_name }
}

async function checkPublication(
  { run, seen }: Parts,
  publication: Publication | undefined,
  notes: Note[],
): Promise<Publication | undefined> {
  const name = publication?.consumerName ?? null
  if (!publication || name === null) return publication
  if (!seen.consumerNames.has(name) && !(await publicationRepository.isNameTaken(run.db, name))) {
    seen.consumerNames.add(name)
    return publication
  }
  notes.push(say('imports.publication_name_taken', { name: name.slice(0, 100) }))
  return { ...publication, consumerName: null }
}

const insertPublication = (tx: Db, id: number, publication: Publication, keepsId: boolean): Promise<void> =>
  targetRepository.insertPublication(tx, {
    assistant_id: id,
    group_id: keepsId && publication.groupId ? publication.groupId : `assistant_${id}`,
    group_name: `assistant_${id}`,
    oauth_consumer_name: publication.consumerName,
    published_at: publication.consumerName === null ? null : publication.createdAt,
    created_at: publication.createdAt,
  })
