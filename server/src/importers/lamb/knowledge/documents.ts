import { say, TAG_LIMITS } from '@bellwether/wire'
import {
  addFiles,
  addRemote,
  INGESTION_PLUGINS,
  parsePluginParams,
  type SaveWith,
  tagRepository,
  toTagKey,
} from '../../../modules/knowledge/index.ts'
import { toCaller, userRepository } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError, isUnavailable, messageOf } from '../../../platform/errors.ts'
import { type ImportRun, insertRecords, note, reportFailure, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import { targetRepository } from '../target.repository.ts'
import type { KbFile, KbSource } from './kb-source.ts'

const KIND = 'document'
/** Reads everything that LAMB's plugins for files read. */
const DEFAULT_PLUGIN = 'markitdown_ingest'
const PAGE_PLUGIN = 'url_ingest'
const VIDEO_PLUGIN = 'youtube_transcript_ingest'

/** Where documents are added. */
export interface Place {
  baseId: number
  caller: UserCaller
  /** Of the documents that are here: one with the same name would replace them. */
  names: Set<string>
}

/** The documents of knowledge bases. They are stored now and read by the server, like any upload. */
export async function importDocuments(run: ImportRun): Promise<void> {
  const { kb } = run
  if (!kb) {
    if (run.lamb.count('kb_registry') > 0) run.report.notice(say('imports.knowledge_without_documents'))
    return
  }
  const total = run.knowledgeIds.size
  let done = 0
  for (const kbId of run.knowledgeIds) {
    const baseId = run.ids.number('knowledge base', kbId)
    if (baseId !== undefined) await importBase(run, kb, kbId, baseId)
    run.onProgress({ step: say('imports.step_documents'), done: ++done, total })
  }
}

async function importBase(run: ImportRun, kb: KbSource, kbId: string, baseId: number): Promise<void> {
  const place = run.options.dryRun ? undefined : await placeOf(run, baseId)
  for await (const file of kb.filesOf(kbId)) {
    run.signal?.throwIfAborted()
    const legacyId = `${kbId}/${file.id}`
    const known = await itemRepository.findMany(run.db, run.sourceId, KIND, [legacyId])
    if (known.size > 0) run.report.count(KIND, 'unchanged')
    else if (run.options.dryRun) {
      if (await file.isThere()) run.report.count(KIND, 'imported')
      else skip(run, KIND, legacyId, file.name, say('imports.file_missing'))
    } else if (!place) skip(run, KIND, legacyId, file.name, say('imports.document_owner'))
    else await importDocument(run, { kind: KIND, legacyId }, file, place)
  }
}

/** Undefined if the owner of the knowledge base can't add documents. */
export async function placeOf(run: ImportRun, baseId: number): Promise<Place | undefined> {
  const caller = await ownerOf(run, baseId)
  return caller && { baseId, caller, names: await targetRepository.documentNames(run.db, baseId) }
}

/** Documents are added in the name of the owner, with the owner's rights and limits. */
async function ownerOf(run: ImportRun, baseId: number): Promise<UserCaller | undefined> {
  const ownerId = await targetRepository.ownerOfKnowledgeBase(run.db, baseId)
  const user = ownerId === undefined ? undefined : await userRepository.findById(run.db, ownerId)
  try {
    return user && toCaller(user, { credential: 'session', onlyAssistants: null, trustedForwarder: false })
  } catch {
    return undefined
  }
}

export async function importDocument(
  run: ImportRun,
  { kind, legacyId }: { kind: string; legacyId: string },
  file: KbFile,
  place: Place,
): Promise<void> {
  const draft = { kind, legacyId, name: file.name, notes: [] as Note[], isCounted: true }
  let isRecorded = false
  const saveWith: SaveWith = async (tx, files) => {
    const tag = file.tag?.slice(0, TAG_LIMITS.tag).trim()
    const ids = files.map(({ id }) => id)
    if (tag) await tagRepository.add(tx, place.baseId, ids, [{ key: toTagKey(tag), tag }])
    await insertRecords(run, tx, [draft], [String(files.at(-1)?.id ?? '')])
    isRecorded = true
  }
  try {
    const id =
      (await addContent(run, file, place, draft.notes, saveWith)) ??
      (await readAgain(run, file, place, draft.notes, saveWith))
    if (id === undefined) return skip(run, kind, legacyId, file.name, say('imports.file_missing'))
    if (isRecorded) note(run, draft, String(id))
    // All of an archive was here before.
    else await saveAll(run, [{ ...draft, insert: async () => id }])
  } catch (error) {
    // If the database is away, the import ends. Another one continues.
    if (isUnavailable(error) || run.signal?.aborted) throw error
    if (isAppError(error)) skip(run, kind, legacyId, file.name, messageOf(error))
    else reportFailure(run, draft, error)
  }
}

/** Web pages and videos without a stored text. */
async function readAgain(
  run: ImportRun,
  file: KbFile,
  place: Place,
  notes: Note[],
  saveWith: SaveWith,
): Promise<number | undefined> {
  if (file.url === undefined) return undefined
  const plugin = file.plugin.startsWith('youtube') ? VIDEO_PLUGIN : PAGE_PLUGIN
  const address = plugin === PAGE_PLUGIN ? { url: file.url } : { video_url: file.url }
  notes.push(say('imports.document_read_again', { address: file.url.slice(0, 200) }))
  const { caller, baseId } = place
  const params = { ...settingsOf(plugin, file.params), ...address }
  const { title } = file
  return (await addRemote(run.knowledge, caller, baseId, plugin, params, { title, saveWith })).file.id
}

async function addContent(
  run: ImportRun,
  file: KbFile,
  place: Place,
  notes: Note[],
  saveWith: SaveWith,
): Promise<number | undefined> {
  const opened = await file.open()
  if (!opened) return undefined
  if (opened.isRebuilt) notes.push(say('imports.document_rebuilt'))
  const name = freeName(opened.isRebuilt ? toTextName(file.name) : file.name, place.names)
  const { documents } = run.knowledge
  const received = await documents.receive(place.caller, place.baseId, name, opened.content)
  const contentType = opened.isRebuilt ? 'text/markdown' : file.contentType || 'application/octet-stream'
  const plugin = INGESTION_PLUGINS.some((one) => one.name === file.plugin && one.kind === 'file-ingest')
    ? file.plugin
    : DEFAULT_PLUGIN
  const usable = opened.isRebuilt ? DEFAULT_PLUGIN : plugin
  const added = await addFiles(
    run.knowledge,
    place.caller,
    place.baseId,
    [{ name, contentType, received }],
    usable,
    await withDescriber(run, place.caller, settingsOf(usable, file.params), notes),
    { title: file.title, saveWith },
  )
  return added.files[0]?.id
}

/** The settings with which LAMB read the document, as far as the plugin has them here. */
const settingsOf = (plugin: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).filter(([key, value]) => {
      const read = parsePluginParams(plugin, { [key]: value }, { isChange: true })
      return key !== 'password' && read.ok && Object.hasOwn(read.params, key)
    }),
  )

/** Without a model that describes images, the document is read without their descriptions. */
async function withDescriber(
  { knowledge: { documents } }: ImportRun,
  { organizationId }: UserCaller,
  settings: Record<string, unknown>,
  notes: Note[],
): Promise<Record<string, unknown>> {
  const { image_descriptions, image_model, ...others } = settings
  if (image_descriptions !== 'llm') return settings
  try {
    await documents.requireDescriber(
      organizationId,
      typeof image_model === 'string' ? image_model : undefined,
    )
    return settings
  } catch (error) {
    if (!isAppError(error) || isUnavailable(error)) throw error
    notes.push(say('imports.images_not_described'))
    return others
  }
}

const toTextName = (name: string): string => (/\.(md|txt)$/i.test(name) ? name : `${name || 'document'}.md`)

function freeName(wanted: string, taken: Set<string>): string {
  const dot = wanted.lastIndexOf('.')
  const [start, end] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${start} (${number})${end}`
  taken.add(name)
  return name
}
