import type { TemplateRecord } from '@bellwether/wire'
import { api } from '$lib/api'
import { PAGE_SIZE } from '$lib/state/list-view.ts'

const SCOPES = ['mine', 'shared'] as const
export type Scope = (typeof SCOPES)[number]
/** Students have only their own. */
export const scopesFor = (isStudent: boolean): readonly Scope[] => (isStudent ? ['mine'] : SCOPES)

export const listPrompts = (scope: Scope, query: { search: string; offset: number }, signal: AbortSignal) =>
  api.get('/prompt-templates', { query: { scope, limit: PAGE_SIZE, ...query }, signal })

/** The key for pending deletions. */
export const promptKey = ({ id }: Pick<TemplateRecord, 'id'>): string => `prompt/${id}`

/** Whether it can be inserted into a chat: it has a text, and no placeholder that only an assistant fills. Pure. */
export const isForChat = ({ prompt_template }: Pick<TemplateRecord, 'prompt_template'>): boolean =>
  prompt_template.trim() !== '' && !/\{(user_input|context)\}/.test(prompt_template.replaceAll('{{', ''))

/** One's own prompts and, for educators, those that colleagues share, for a chat. */
export const promptsForChat = async (signal: AbortSignal): Promise<TemplateRecord[]> =>
  (await api.get('/prompt-templates', { query: { scope: 'usable', limit: 500 }, signal })).templates
    // One's own first.
    .toSorted((a, b) => Number(b.is_owner) - Number(a.is_owner))
    .filter(isForChat)

const VARIABLE = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,59}?)\s*\}\}/gu

/** The names in `{{…}}`, each once, in their order. Pure. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? '')),
]

/** The text with the values of its variables. Variables in values are left as they are. Pure. */
export const fillVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
