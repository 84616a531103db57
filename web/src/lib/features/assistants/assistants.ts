import type { AssistantRecord, AssistantSummary } from '@bellwether/wire'
import { parseJsonObject } from '@bellwether/wire/assistants/assistant-texts'
import type { QueryOf } from '@bellwether/wire/client/operations'
import { api, download } from '$lib/api'

/** API calls for assistants. */
export interface AssistantPage {
  assistants: AssistantSummary[]
  total_count: number
}

export type AssistantQuery = QueryOf<'get', '/assistants'>

export const listAssistants = (query: AssistantQuery, signal?: AbortSignal): Promise<AssistantPage> =>
  api.get('/assistants', { query, signal })

export const deleteAssistant = (id: number): Promise<unknown> =>
  api.delete('/assistants/{id}', { params: { id } })
export const undeleteAssistant = (id: number): Promise<AssistantRecord> =>
  api.post('/assistants/{id}/undelete', { params: { id } })
/** Whether it answers with quotes from its documents because there was no model when it was created. */
export const quotesOnly = ({ metadata }: Pick<AssistantSummary, 'metadata'>): boolean =>
  metadata !== null && parseJsonObject(metadata)?.['connector'] === 'quotes'

export const useModelIn = (
  { id, metadata, version }: Pick<AssistantSummary, 'id' | 'metadata' | 'version'>,
  model: { connector: string; llm: string },
): Promise<AssistantRecord> =>
  api.put('/assistants/{id}', {
    params: { id },
    body: { metadata: { ...parseJsonObject(metadata ?? ''), ...model }, version },
  })

export const duplicateAssistant = (id: number): Promise<AssistantRecord> =>
  api.post('/assistants/{id}/duplicate', { params: { id } })
export const exportAssistant = (id: number, name: string): Promise<void> =>
  download('get', '/assistants/{id}/export', `${name}.json`, { params: { id } })

interface Reader {
  email: string
  name: string
}
export const readShares = async (id: number, signal: AbortSignal): Promise<Reader[]> =>
  (await api.get('/assistants/{id}/shares', { params: { id }, signal })).map(
    ({ user_email: email, user_name: name }) => ({ email, name }),
  )
export const writeShares = (id: number, readers: readonly Reader[]): Promise<unknown> =>
  api.put('/assistants/{id}/shares', {
    params: { id },
    body: { user_emails: readers.map(({ email }) => email) },
  })

const TYPES_OF_TOOLS: readonly unknown[] = ['multi_tool', 'orchestrator', 'agent']

/**
 * The form in which an assistant opens. Unknown types are classic, as on the server; tools in the prompt make it a
 * multi-tool assistant.
 */
export function typeOfSettings({ assistant_type: stored, tools }: Record<string, unknown>): string {
  if (TYPES_OF_TOOLS.includes(stored)) return String(stored)
  const fillsPrompt = (entry: unknown): boolean =>
    typeof entry === 'object' &&
    entry !== null &&
    Reflect.get(entry, 'use') !== 'call' &&
    Reflect.get(entry, 'enabled') !== false
  return Array.isArray(tools) && tools.some(fillsPrompt) ? 'multi_tool' : 'classic'
}

/** Classic assistants have their own form; all others have tools. */
export const editPath = (assistant: { id: number; assistant_type: string }): string =>
  assistant.assistant_type === 'classic'
    ? `/assistants/${assistant.id}`
    : `/multi-tool-assistants/${assistant.id}`

export const activityPath = (assistant: { id: number | string }): string =>
  `/assistants/${assistant.id}/activity`
export const chatPath = (assistant: { id: number }): string => `/c/${assistant.id}`
