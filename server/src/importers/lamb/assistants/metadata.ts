import { type Message, say } from '@bellwether/wire'
import { isObject } from '../../../platform/is-object.ts'
import { parseLegacyJson } from '../source/legacy-row.ts'

type Json = Record<string, unknown>

/** Finds our id of an object that LAMB's settings name. Undefined if it was not imported. */
export interface References {
  knowledgeBase(legacyId: string): string | undefined
  rubric(legacyId: string): string | undefined
  /** `<userId>/<file>` with our user id; undefined if it is not a path of an imported user. */
  file(path: string): string | undefined
  /** The path of a file with the text of an item. */
  libraryText(library: string, item: string): string | undefined
}

export interface LegacySettings {
  /** LAMB's `api_callback`. */
  metadata: string
  collections: string
  /** Of `assistant_quota_alerts`, for settings without a quota. */
  costLimit?: number | undefined
}

export interface ImportedSettings {
  metadata: string
  collections: string
  notes: Message[]
}

const KNOWN_RAG: ReadonlySet<string> = new Set([
  '',
  'no_rag',
  'simple_rag',
  'context_aware_rag',
  'hierarchical_rag',
  'single_file_rag',
  'rubric_rag',
])
/** Their ids are those of knowledge stores or libraries, which are other objects than knowledge bases. */
const STORE_RAG: ReadonlySet<string> = new Set([
  'knowledge_store_rag',
  'query_rewriting_ks_rag',
  'library_file_rag',
])
const KNOWN_CONNECTORS: ReadonlySet<string> = new Set([
  'openai',
  'openai_tools',
  'openai_tool_use',
  'ollama',
  'bypass',
  'banana_img',
  'anthropic',
])
const PROMPT_PROCESSORS: ReadonlySet<string> = new Set([
  // LAMB's word for a missing one.
  'default',
  'simple_augment',
  'multi_augment',
  'tool_augment',
  'context_aware_augment',
  'moodle_augment',
  'kvcache_augment',
])

/**
 * An assistant's settings with our ids. Everything else stays as it is, so that prompts stay the same; settings that
 * would not work here are replaced and reported. Ids that can't be mapped are removed: they could be those of another
 * object here. Pure.
 */
export function readLegacySettings(legacy: LegacySettings, references: References): ImportedSettings {
  const notes: Message[] = []
  const settings = parseLegacyJson(legacy.metadata)
  if (!settings) {
    notes.push(say('imports.settings_not_json'))
    return { metadata: legacy.metadata.slice(0, 10_000), collections: '', notes }
  }
  const isStore = STORE_RAG.has(nameOf(settings['rag_processor']))
  keepQuota(settings, legacy.costLimit, notes)
  const isFile = keepLibraryText(settings, references, notes)
  keepProcessors(settings, notes)
  keepModel(settings, notes)
  keepRubric(settings, references, notes)
  if (!isFile) keepFile(settings, references, notes)
  removeForeign(settings, ['library_id', 'item_id', 'document_rag', 'workspace_id'], notes)
  if (Array.isArray(settings['tools']))
    settings['tools'] = settings['tools'].map((tool, at) => keepTool(tool, at, references, notes))
  const collections = isStore ? '' : mapCollections(legacy.collections, references, notes)
  if (isStore && legacy.collections.trim() !== '')
    notes.push(say('imports.knowledge_stores_removed', { ids: legacy.collections.trim().slice(0, 100) }))
  return { metadata: JSON.stringify(settings), collections, notes }
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** A number is an id too; a list or an object is not one, but must not stay. */
const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim()

function keepProcessors(settings: Json, notes: Message[]): void {
  const rag = nameOf(settings['rag_processor'])
  const normalized = rag.toLowerCase() === 'no rag' ? 'no_rag' : rag
  if (!KNOWN_RAG.has(normalized)) {
    settings['rag_processor'] = 'no_rag'
    notes.push(say('imports.rag_processor_unknown', { name: rag.slice(0, 60) }))
  }
  const prompt = nameOf(settings['prompt_processor'])
  if (prompt !== '' && !PROMPT_PROCESSORS.has(prompt)) {
    settings['prompt_processor'] = 'simple_augment'
    notes.push(say('imports.prompt_processor_unknown', { name: prompt.slice(0, 60) }))
  }
}

function keepModel(settings: Json, notes: Message[]): void {
  const connector = nameOf(settings['connector'])
  if (connector !== '' && !KNOWN_CONNECTORS.has(connector)) {
    settings['connector'] = 'openai'
    notes.push(say('imports.connector_unknown', { name: connector.slice(0, 60) }))
  }
  // LAMB's default.
  if (connector === '' && nameOf(settings['llm']) === '') settings['llm'] = 'gpt-4'
}

function keepQuota(settings: Json, costLimit: number | undefined, notes: Message[]): void {
  if (costLimit === undefined || settings['quota'] !== undefined) return
  settings['quota'] = { enabled: true, cost_limit_usd: costLimit }
  notes.push(say('imports.quota_from_alerts', { limit: costLimit }))
}

const LIBRARY_RAG: ReadonlySet<string> = new Set(['library_file_rag', 'single_file_rag'])

/** One item of a library as a whole, which is a file here. True if the settings name that file now. */
function keepLibraryText(settings: Json, references: References, notes: Message[]): boolean {
  const [library, item] = [idOf(settings['library_id']), idOf(settings['item_id'])]
  if (library === '' || item === '') return false
  const rag = nameOf(settings['rag_processor'])
  // Newer versions name it beside another processor, which may be one that does nothing here.
  const isBeside = nameOf(settings['document_rag']) === 'library_file_rag'
  const isFree = !KNOWN_RAG.has(rag) || ['', 'no_rag'].includes(rag)
  if (!LIBRARY_RAG.has(rag) && !(isBeside && isFree)) return false
  const path = references.libraryText(library, item)
  if (path === undefined) return false
  settings['rag_processor'] = 'single_file_rag'
  settings['file_path'] = path
  for (const name of ['library_id', 'item_id', 'document_rag']) delete settings[name]
  notes.push(say('imports.library_text_is_file', { path }))
  return true
}

function keepRubric(settings: Json, references: References, notes: Message[]): void {
  const id = idOf(settings['rubric_id'])
  if (id === '') return
  const ourId = references.rubric(id)
  if (ourId !== undefined) settings['rubric_id'] = ourId
  else {
    settings['rubric_id'] = ''
    notes.push(say('imports.rubric_removed', { id: id.slice(0, 60) }))
  }
}

function keepFile(settings: Json, references: References, notes: Message[]): void {
  const path = idOf(settings['file_path'])
  if (path === '') return
  const ourPath = references.file(path)
  settings['file_path'] = ourPath ?? ''
  if (ourPath === undefined) notes.push(say('imports.file_removed', { path: path.slice(0, 100) }))
}

function removeForeign(settings: Json, names: readonly string[], notes: Message[]): void {
  for (const name of names) {
    if (settings[name] === undefined) continue
    if (settings[name] !== '' && settings[name] !== null)
      notes.push(say('imports.setting_removed', { setting: name }))
    delete settings[name]
  }
}

const COLLECTION_FIELDS = ['collections', 'collection_ids', 'kb_ids', 'knowledge_base_ids', 'rag_collections']
const COLLECTION_FIELD = ['kb_id', 'collection', 'collection_id', 'knowledge_base_id', 'knowledge_base']
const OTHER_FIELDS = [
  'assistant_id',
  'assistant_ids',
  'workspace_id',
  'server_id',
  'mcp_server_id',
  'library_id',
  'item_id',
  'file_id',
  'file_ids',
  'file_paths',
  'files',
  'rubric_ids',
]

/** A tool of an assistant: settings may be inside `config` or beside it. */
function keepTool(tool: unknown, at: number, references: References, notes: Message[]): unknown {
  if (!isObject(tool)) return tool
  const toolNotes: Message[] = []
  const settings = keepToolSettings({ ...tool }, references, toolNotes)
  if (isObject(settings['config']))
    settings['config'] = keepToolSettings({ ...settings['config'] }, references, toolNotes)
  notes.push(...toolNotes.map((problem) => say('imports.tool', { number: at + 1, problem })))
  return settings
}

function keepToolSettings(settings: Json, references: References, notes: Message[]): Json {
  for (const field of COLLECTION_FIELDS) {
    const value = settings[field]
    if (value === undefined) continue
    const list = Array.isArray(value) ? value.map(String) : String(value).split(',')
    const mapped = mapCollections(list.join(','), references, notes)
    settings[field] = Array.isArray(value) ? mapped.split(',').filter((id) => id !== '') : mapped
  }
  for (const field of COLLECTION_FIELD) {
    const value = settings[field]
    if (value === undefined || value === null || value === '') continue
    const mapped = mapCollections(String(value), references, notes)
    settings[field] = typeof value === 'number' && mapped !== '' ? Number(mapped) : mapped
  }
  keepRubric(settings, references, notes)
  keepFile(settings, references, notes)
  removeForeign(settings, OTHER_FIELDS, notes)
  return settings
}

/** `5, 7` with our ids. */
function mapCollections(text: string, references: References, notes: Message[]): string {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const lost: string[] = []
  const mapped = ids.flatMap((id) => {
    const ourId = references.knowledgeBase(id)
    if (ourId === undefined) lost.push(id.slice(0, 60))
    return ourId ?? []
  })
  if (lost.length > 0)
    notes.push(say('imports.knowledge_bases_removed', { ids: lost.slice(0, 20).join(', ') }))
  return mapped.join(',')
}
