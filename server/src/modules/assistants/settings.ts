import {
  type AssistantMetadata,
  assistantMetadataSchema,
  parseJsonObject,
  parseMetadata,
  say,
} from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

/** The settings of an assistant that was created without any. */
export const FIRST_SETTINGS = JSON.stringify({ prompt_processor: 'simple_augment' })

export interface FirstModel {
  connector: string
  llm: string
}

const isNamed = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** The connector for a model that is named without one, as in LAMB. */
const DEFAULT_CONNECTOR = 'openai'

/** Adds a connector to the settings. A named model stays; settings that name neither get the default model. */
export async function withConnector(json: string, firstModel: () => Promise<FirstModel>): Promise<string> {
  const settings = parseJsonObject(json) ?? {}
  if (isNamed(settings.connector)) return json
  const model = isNamed(settings.llm) ? { connector: DEFAULT_CONNECTOR } : await firstModel()
  return JSON.stringify({ ...settings, ...model })
}

/** On save: the text is stored unchanged, so it must be valid. */
export function requireReadableSettings(json: string): void {
  if (parseJsonObject(json) === undefined) throw badRequest(say('assistants.metadata_not_json'))
}

/** On use: assistants with invalid settings can be listed and repaired, but not run. */
export function getSettings(json: string): AssistantMetadata {
  const settings = parseMetadata(json)
  if (!settings) throw badRequest(say('assistants.metadata_unreadable'))
  return settings
}

const CLASSIC_PARTS = ['prompt_processor', 'connector', 'llm', 'rag_processor'] as const
/** A multi-tool assistant has no single RAG processor, and its prompt processor follows from its type. */
const TOOL_PARTS = ['connector', 'llm'] as const

/** For our own clients. Elsewhere, a part that is not a text counts as missing. */
export function requireTexts(json: string): void {
  const settings = parseJsonObject(json) ?? {}
  const wrong = (['assistant_type', ...CLASSIC_PARTS] as const).find(
    (part) => !['string', 'undefined'].includes(typeof (settings[part] ?? undefined)),
  )
  if (wrong !== undefined)
    throw badRequest(
      say('requests.field_invalid', { path: `metadata.${wrong}`, problem: say('fields.text') }),
    )
}

export function requireCompleteSettings(json: string): void {
  requireReadableSettings(json)
  const settings = parseJsonObject(json) ?? {}
  const usesToolList =
    (parseMetadata(json)?.assistant_type ?? 'classic') !== 'classic' || Array.isArray(settings.tools)
  const missing = (usesToolList ? TOOL_PARTS : CLASSIC_PARTS).filter((part) => {
    const value = settings[part]
    return typeof value !== 'string' || value.trim() === ''
  })
  if (missing.length > 0) {
    throw badRequest(say('assistants.metadata_incomplete', { fields: missing.join(', ') }))
  }
}

/** The spending limit of LAMB, also of an assistant whose settings are invalid. */
export const quotaOf = (json: string): AssistantMetadata['quota'] =>
  (parseMetadata(json) ?? assistantMetadataSchema.parse({})).quota
