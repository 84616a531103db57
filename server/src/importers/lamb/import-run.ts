import { type Message, readMessage, say } from '@bellwether/wire'
import type { Knowledge } from '../../modules/knowledge/index.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/errors.ts'
import type { OutboundClient } from '../../platform/outbound/outbound.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { itemRepository, MAPPED_KINDS, type MappedKind } from './items.repository.ts'
import type { KbSource } from './knowledge/kb-source.ts'
import type { LibraryFolder } from './libraries/library-folder.ts'
import type { Note, Reporter } from './report.ts'
import type { LegacySource } from './source/open-source.ts'

export interface ImportOptions {
  /** Reports what would happen, and changes nothing. */
  dryRun: boolean
  /** Assistants whose id is taken here. */
  onConflict: 'refuse' | 'skip' | 'new-id'
  /** Organizations and people with the slug or e-mail address of existing ones. */
  existing: 'refuse' | 'link' | 'skip'
  /** Lets organizations use private addresses for their model providers. */
  trustAddresses: boolean
  /** Distinguishes installations that started as copies of each other. */
  source?: string | undefined
}

export interface ImportDeps {
  db: Db
  databaseKind: DatabaseKind
  box: SecretBox
  storage: Storage
  config: Config
  knowledge: Pick<Knowledge, 'bases' | 'documents'>
  /** For addresses that the operator gives. */
  client: OutboundClient
  onProgress(progress: Progress): void
  signal?: AbortSignal | undefined
}

export interface Progress {
  step: Message
  done: number
  total: number
}

/** Everything that the steps of one import share. */
export interface ImportRun extends ImportDeps {
  options: ImportOptions
  lamb: LegacySource
  webui: LegacySource | undefined
  /** A folder with LAMB's `static/public`. */
  staticFolder: string | undefined
  kb: KbSource | undefined
  libraryFolder: LibraryFolder | undefined
  sourceId: string
  report: Reporter
  ids: IdMap
  /** Of all knowledge bases in LAMB. */
  knowledgeIds: Set<string>
  /** Of our activities, by id. */
  activityOrganizations: Map<number, number>
  /** For dry runs: what later steps would find in the database. */
  planned: Planned
}

export interface Planned {
  users: Map<number, PlannedUser>
  /** Of those users. */
  emails: Set<string>
  /** Their organizations. */
  assistants: Map<number, number>
  /** Names and providers of organizations. */
  organizations: Map<number, { name: string; providers: ReadonlySet<string> }>
  /** Names that are taken, by owner. */
  names: Map<string, Set<string>>
  /** The paths of imported files, by kind and LAMB's id. */
  files: Map<string, string>
  /** By LAMB's id. */
  libraries: Map<string, { owner_id: number; organization_id: number; is_shared: 0 | 1 }>
}

export interface PlannedUser {
  organizationId: number
  userType: 'creator' | 'end_user'
  isSystemAdmin: boolean
}

export interface IdMap {
  /** Our id of an imported object that still exists. */
  find(kind: MappedKind, legacyId: string | number | undefined): string | undefined
  number(kind: MappedKind, legacyId: string | number | undefined): number | undefined
  /** Undefined if no run has imported it. */
  earlier(kind: MappedKind, legacyId: string | number): EarlierItem | undefined
  set(kind: MappedKind, legacyId: string | number, ourId: string | number): void
}

export interface EarlierItem {
  ourId: string
  notes: Note[]
  exists: boolean
}

/** Earlier versions stored only the texts. */
const readNotes = (stored: string): Note[] =>
  (JSON.parse(stored) as unknown[]).flatMap((note) => readMessage(note) ?? [])

export async function loadIds(db: Db, source: string): Promise<IdMap> {
  const idsByKind = new Map<string, Map<string, string>>()
  const earlier = new Map<string, EarlierItem>()
  for (const kind of MAPPED_KINDS) {
    const ids = new Map<string, string>()
    for (const { legacyId, ourId, notes, exists } of await itemRepository.listMapped(db, source, kind)) {
      earlier.set(`${kind}/${legacyId}`, { ourId, exists, notes: readNotes(notes) })
      if (exists) ids.set(legacyId, ourId)
    }
    idsByKind.set(kind, ids)
  }
  const find = (kind: MappedKind, legacyId: string | number | undefined) =>
    legacyId === undefined ? undefined : idsByKind.get(kind)?.get(String(legacyId))
  return {
    find,
    number(kind, legacyId) {
      const id = find(kind, legacyId)
      return id === undefined ? undefined : Number(id)
    },
    earlier: (kind, legacyId) => earlier.get(`${kind}/${legacyId}`),
    set: (kind, legacyId, ourId) => void idsByKind.get(kind)?.set(String(legacyId), String(ourId)),
  }
}

/** An object to import. */
export interface Draft {
  kind: string
  legacyId: string
  name: string
  notes: readonly Note[]
  /** Our id of the object that was here before and is used instead. */
  linkTo?: string | number
  /** Returns our id. Runs again, alone, if another object of its batch fails. */
  insert(tx: Db): Promise<string | number>
  /** In a dry run, instead of `insert`: adds the notes that it would add. */
  plan?(): Promise<void>
  /** Frequent objects are only counted. */
  isCounted?: boolean
}

/** Returns our ids. For objects that are too many to be inserted one by one. */
export type InsertMany = (tx: Db, drafts: readonly Draft[]) => Promise<string[]>

const insertEach: InsertMany = async (tx, drafts) => {
  const ourIds: string[] = []
  for (const draft of drafts) ourIds.push(String(await draft.insert(tx)))
  return ourIds
}

const isMapped = (kind: string): kind is MappedKind => (MAPPED_KINDS as string[]).includes(kind)

/** Writes objects with the records that they were imported: all together, or one by one if one of them fails. */
export async function saveAll(
  run: ImportRun,
  drafts: readonly Draft[],
  insertMany: InsertMany = insertEach,
): Promise<void> {
  if (drafts.length === 0) return
  run.signal?.throwIfAborted()
  if (run.options.dryRun) {
    for (const draft of drafts) {
      await draft.plan?.()
      note(run, draft, String(draft.linkTo ?? toPlannedId(draft.legacyId)))
    }
    return
  }
  try {
    await saveTogether(run, drafts, insertMany)
  } catch (error) {
    // If the database is away, the import ends. Another one continues.
    if (isUnavailable(error)) throw error
    if (drafts.length > 1) {
      for (const draft of drafts) await saveAll(run, [draft], insertMany)
      return
    }
    const [draft] = drafts
    if (draft) reportFailure(run, draft, error)
  }
}

export function reportFailure(run: ImportRun, draft: Omit<Draft, 'insert'>, error: unknown): void {
  run.report.add({
    kind: draft.kind,
    id: draft.legacyId,
    name: draft.name,
    outcome: 'failed',
    notes: [...draft.notes, say('imports.not_saved', { reason: reasonOf(error) })],
  })
}

/** A name that is free. In a dry run, the names of earlier objects are not in the database. */
export function takeName(
  { options, planned }: ImportRun,
  owner: string,
  taken: ReadonlySet<string>,
  choose: (taken: ReadonlySet<string>) => string,
): string {
  if (!options.dryRun) return choose(taken)
  const names = planned.names.get(owner) ?? new Set()
  const name = choose(new Set([...taken, ...names]))
  planned.names.set(owner, names.add(name))
  return name
}

/** In a dry run, an object that would be imported must not be mistaken for one that is here. */
const toPlannedId = (legacyId: string): string => (/^\d+$/.test(legacyId) ? `-${legacyId}` : legacyId)

async function saveTogether(run: ImportRun, drafts: readonly Draft[], insertMany: InsertMany): Promise<void> {
  const ids = await run.db.transaction().execute(async (tx) => {
    const ourIds = await insertMany(tx, drafts)
    await insertRecords(run, tx, drafts, ourIds)
    return ourIds
  })
  drafts.forEach((draft, at) => {
    note(run, draft, ids[at] ?? '')
  })
}

/** That these objects were imported. Has to be saved together with them: what has no record is imported again. */
export async function insertRecords(
  run: ImportRun,
  tx: Db,
  drafts: readonly Omit<Draft, 'insert'>[],
  ourIds: readonly string[],
): Promise<void> {
  const created_at = nowSeconds()
  await itemRepository.insertMany(
    tx,
    drafts.map(({ kind, legacyId, notes }, at) => ({
      source: run.sourceId,
      kind,
      legacy_id: legacyId,
      our_id: ourIds[at] ?? '',
      notes: JSON.stringify(notes),
      created_at,
    })),
  )
}

/** Adds an object that was saved to the report. */
export function note(run: ImportRun, draft: Omit<Draft, 'insert'>, ourId: string): void {
  if (isMapped(draft.kind)) run.ids.set(draft.kind, draft.legacyId, ourId)
  const outcome = draft.linkTo === undefined ? 'imported' : 'linked'
  if (draft.isCounted && draft.notes.length === 0) run.report.count(draft.kind, outcome)
  else
    run.report.add({
      kind: draft.kind,
      id: draft.legacyId,
      name: draft.name,
      outcome,
      ...(run.options.dryRun && draft.linkTo === undefined ? {} : { to: ourId }),
      notes: draft.notes,
    })
}

/** The text of a database error may contain the values of the row, which may be secrets. */
const reasonOf = (error: unknown): Message =>
  error instanceof Error && 'code' in error
    ? say('parts.import_database_error', { code: String(error.code) })
    : say('parts.import_unknown_database_error')

export function skip(run: ImportRun, kind: string, id: string, name: string, reason: Note): void {
  run.report.add({ kind, id, name, outcome: 'skipped', notes: [reason] })
}

/** True, and reported, if an earlier run has imported it. */
export function isImported(
  run: ImportRun,
  kind: MappedKind,
  id: string,
  name: string,
  notes?: readonly Note[],
): boolean {
  const item = run.ids.earlier(kind, id)
  if (!item) return false
  run.report.add({
    kind,
    id,
    name,
    outcome: 'unchanged',
    to: item.ourId,
    notes: item.exists ? (notes ?? item.notes) : [say('imports.deleted_here')],
  })
  return true
}

/** In a dry run, conflicts have been reported before. */
export const isUndecided = ({ options }: ImportRun, choice: string): boolean =>
  options.dryRun && choice === 'refuse'
