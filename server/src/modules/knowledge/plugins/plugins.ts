import { type KnowledgeSettings, type Message, type MessageCode, say } from '@bellwether/wire'
import type { Grouping, SplitSettings } from '../../../documents/chunking/split-settings.ts'
import { DEFAULT_SPLIT } from '../../../documents/chunking/split-text.ts'
import { PICTURE_MODES } from '../../../documents/readers/pictures/picture-finder.ts'
import type { ReadOptions } from '../../../documents/readers/read-document.ts'
import {
  INGESTION_PLUGINS,
  type KnowledgePlugin,
  MAX_CHUNK,
  MIN_CHUNK,
  type PluginParameter,
  type PluginValue,
  QUERY_PLUGINS,
} from './plugin-list.ts'

export { INGESTION_PLUGINS, type KnowledgePlugin, QUERY_PLUGINS } from './plugin-list.ts'

export const findPlugin = (plugins: readonly KnowledgePlugin[], name: string): KnowledgePlugin | undefined =>
  plugins.find((plugin) => plugin.name === name)

export type PluginParams = Record<string, PluginValue>

/** The settings, converted to the plugin's types, or all faults as text for the caller. */
export type ParsedParams =
  | { ok: true; params: PluginParams /** Settings that the plugin does not have. */; ignored: string[] }
  | { ok: false; faults: Message[] }

/**
 * Forms send texts and JSON any type, so values are converted to the plugin's types. `isChange`: required settings
 * may be omitted and stay unchanged.
 */
export function parsePluginParams(
  name: string,
  rawParams: Readonly<Record<string, unknown>>,
  { isChange = false } = {},
): ParsedParams {
  const plugin = findPlugin([...INGESTION_PLUGINS, ...QUERY_PLUGINS], name)
  if (!plugin) return { ok: false, faults: [say('parts.no_plugin', { name: name.slice(0, 100) })] }
  const { parameters } = plugin
  const params: PluginParams = {}
  const faults: Message[] = []
  for (const [key, parameter] of Object.entries(parameters)) {
    // The source of a document, such as its URL, is not a processing setting.
    if (isChange && parameter.required) continue
    const value = Object.hasOwn(rawParams, key) ? rawParams[key] : undefined
    if (value === undefined || value === null || value === '') {
      if (parameter.required) faults.push(say('parts.setting_required', { plugin: name, setting: key }))
      continue
    }
    const read = readValue(parameter, value)
    const fault =
      read === undefined
        ? say(TYPE_FAULTS[parameter.type], { setting: key })
        : findFault(key, parameter, read)
    if (fault !== undefined) faults.push(fault)
    else if (read !== undefined) params[key] = read
  }
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    params,
    ignored: Object.keys(rawParams).filter((key) => !Object.hasOwn(parameters, key)),
  }
}

const TYPE_FAULTS = {
  integer: 'parts.setting_whole_number',
  number: 'parts.setting_number',
  boolean: 'parts.setting_boolean',
  array: 'parts.setting_list',
  string: 'parts.setting_text',
  'long-string': 'parts.setting_text',
} as const satisfies Record<PluginParameter['type'], MessageCode>

function readValue({ type }: PluginParameter, value: unknown): PluginValue | undefined {
  switch (type) {
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
      return type === 'number' || Number.isSafeInteger(number) ? number : undefined
    }
    case 'boolean': {
      const text = String(value).toLowerCase()
      return text === 'true' ? true : text === 'false' ? false : undefined
    }
    case 'array': {
      const list: unknown[] = Array.isArray(value) ? value : [value]
      return list.every((entry) => typeof entry === 'string') ? list : undefined
    }
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

const MAX_TEXT = 2000
const MAX_LIST = 50
const MAX_ENTRY = 200

function findFault(
  setting: string,
  { enum: choices, min, max }: PluginParameter,
  value: PluginValue,
): Message | undefined {
  if (typeof value === 'number') {
    if (min !== null && value < min) return say('parts.setting_minimum', { setting, limit: min })
    if (max !== null && value > max) return say('parts.setting_maximum', { setting, limit: max })
  }
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return say('parts.setting_max_characters', { setting, limit: MAX_TEXT })
  if (Array.isArray(value)) {
    if (value.length > MAX_LIST) return say('parts.setting_max_entries', { setting, limit: MAX_LIST })
    if (value.some((entry) => entry.length > MAX_ENTRY))
      return say('parts.setting_entry_characters', { setting, limit: MAX_ENTRY })
  }
  const texts = Array.isArray(value) ? value : [String(value)]
  if (choices && texts.some((text) => !choices.includes(text)))
    return say('parts.setting_choice', { setting, choices: choices.join(', ') })
  return undefined
}

/**
 * Settings for the splitter. Omitted ones come from the base, because those were measured to be better than the
 * plugins' defaults.
 */
export function toSplitSettings(
  pluginName: string,
  params: Readonly<Record<string, unknown>>,
  base: Pick<KnowledgeSettings, 'chunk_size' | 'chunk_overlap'>,
): SplitSettings {
  const isHierarchical = pluginName.endsWith('hierarchical_ingest')
  const unit = params['splitter_type'] === 'TokenTextSplitter' ? 4 : 1
  const countOf = (name: string): number | undefined =>
    toCount(params[isHierarchical ? `child_${name}` : name])
  const requested = { size: countOf('chunk_size'), overlap: countOf('chunk_overlap') }
  const grouping = toGrouping(isHierarchical, params)
  const isWhole = grouping !== undefined && grouping.by !== 'size'
  const size = isWhole
    ? MAX_CHUNK
    : within(requested.size === undefined ? base.chunk_size : requested.size * unit, MIN_CHUNK, MAX_CHUNK)
  const overlap = isWhole
    ? 0
    : requested.overlap === undefined
      ? base.chunk_overlap
      : requested.overlap * unit
  return {
    size,
    most: Math.floor(size * 1.5),
    overlap: within(overlap, 0, Math.floor(size / 2)),
    parent: Math.max(size, toCount(params['parent_chunk_size']) ?? DEFAULT_SPLIT.parent),
    ...(grouping ? { grouping } : {}),
  }
}

/** Pages and sections that were requested whole stay whole, up to the maximum size of a passage. */
function toGrouping(
  isHierarchical: boolean,
  params: Readonly<Record<string, unknown>>,
): Grouping | undefined {
  if (isHierarchical) return params['split_by_headers'] === false ? { by: 'size' } : undefined
  const count = (name: string, fallback: number) => Math.max(1, toCount(params[name]) ?? fallback)
  switch (params['chunking_mode']) {
    case 'by_page':
      return { by: 'page', count: count('pages_per_chunk', 1) }
    case 'by_section':
      return {
        by: 'heading',
        level: count('split_on_heading', 2),
        count: count('headings_per_chunk', 1),
      }
    default:
      return undefined
  }
}

const toCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

type OcrLanguage = KnowledgeSettings['ocr_languages'][number]
const OCR: readonly string[] = ['eng', 'spa', 'cat', 'eus'] satisfies OcrLanguage[]

/** The settings for reading a file. OCR is used if the file or else its base asks for it. */
export function readOptionsOf(
  params: Readonly<Record<string, unknown>>,
  base: Partial<Pick<KnowledgeSettings, 'ocr_languages'>> = {},
): Pick<ReadOptions, 'password' | 'ocr' | 'ocrPictures' | 'pictures' | 'keepRunningHeads'> {
  const { password, ocr_languages: requested, image_descriptions: mode } = params
  const pictures = PICTURE_MODES.find((candidate) => candidate === mode)
  const languages = (Array.isArray(requested) ? requested : (base.ocr_languages ?? [])).filter(isOcrLanguage)
  return {
    ...(typeof password === 'string' && password !== '' ? { password } : {}),
    ...(languages.length > 0 ? { ocr: { languages } } : {}),
    ...(pictures === undefined ? {} : { pictures }),
    ...(params['ocr_pictures'] === true ? { ocrPictures: true } : {}),
    ...(params['keep_running_heads'] === true ? { keepRunningHeads: true } : {}),
  }
}

/** Whether a model should describe the images of a file. */
export const wantsDescriptions = (params: Readonly<Record<string, unknown>>): boolean =>
  params['image_descriptions'] === 'llm'

/** The chosen model; undefined for the organization's default. */
export const imageModelOf = ({
  image_model: model,
}: Readonly<Record<string, unknown>>): string | undefined =>
  typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined

const isOcrLanguage = (value: unknown): value is OcrLanguage =>
  typeof value === 'string' && OCR.includes(value)

/** The settings of a file without its password. */
export function shownParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { password: _password, ...rest } = params
  return rest
}
