import { type AssistantMetadata, parseJsonObject, parseMetadata, say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

/** What an assistant that was created without settings is given. */
export const FIRST_SETTINGS = JSON.stringify({ prompt_processor: 'simple_augment' })

export interface FirstModel {
  connector: string
  llm: string
}

const isNamed = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** The connector of a model that is named without one; LAMB's. */
const DEFAULT_CONNECTOR = 'openai'

/** The settings with a connector: a model that is named keeps its name, and only settings that name neither get the usual model. */
export async function withConnector(json: string, firstModel: () => Promise<FirstModel>): Promise<string> {
  const settings = parseJsonObject(json) ?? {}
  if (isNamed(settings.connector)) return json
  const model = isNamed(settings.llm) ? { connector: DEFAULT_CONNECTOR } : await firstModel()
  return JSON.stringify({ ...settings, ...model })
}

/** On save: the text is kept as it is, so it must be one that can be read again. */
export function requireReadableSettings(json: string): void {
  if (parseJsonObject(json) === undefined) throw badRequest(say('assistants.metadata_not_json'))
}

/** On use: what can't be read may be listed and repaired, but not run. */
export function getSettings(json: string): AssistantMetadata {
  const settings = parseMetadata(json)
  if (!settings) throw badRequest(say('assistants.metadata_unreadable'))
  return settings
}

const CLASSIC_PARTS = ['prompt_processor', 'connector', 'llm', 'rag_processor'] as const
/** An assistant made of tools has no single RAG processor, and its prompt processor follows from its type. */
const TOOL_PARTS = ['connector', 'llm'] as const

export function requireCompleteSettings(json: string): void {
  requireReadableSettings(json)
  const settings = parseJsonObject(json) ?? {}
  const isOfTools =
    (parseMetadata(json)?.assistant_type ?? 'classic') !== 'classic' || Array.isArray(settings.tools)
  const missing = (isOfTools ? TOOL_PARTS : CLASSIC_PARTS).filter((part) => {
    const value = settings[part]
    return typeof value !== 'string' || value.trim() === ''
  })
  if (missing.length > 0) {
    throw badRequest(say('assistants.metadata_incomplete', { fields: missing.join(', ') }))
  }
}

/** The spending limit that LAMB keeps among the settings: `{enabled, cost_limit_usd}`, or a bare yes or no. */
export function quotaOf(json: string): { enabled: boolean; cost_limit_usd: number | null } {
  const quota = parseJsonObject(json)?.quota
  if (typeof quota !== 'object' || quota === null) return { enabled: quota === true, cost_limit_usd: null }
  const { enabled, cost_limit_usd: limit } = quota as Record<string, unknown>
  return { enabled: enabled === true, cost_limit_usd: typeof limit === 'number' ? limit : null }
}
