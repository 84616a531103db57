import type { TemplateList, TemplateRecord } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { PAGE_SIZE } from '$lib/state/list-view.ts'

/** Prompts are LAMB's prompt templates: a prompt for a chat is one whose text has no placeholders of an assistant. */
const PROMPTS = '/creator/prompt-templates'

const SCOPES = ['mine', 'shared'] as const
export type Scope = (typeof SCOPES)[number]
/** Students have only their own. */
export const scopesFor = (isStudent: boolean): readonly Scope[] => (isStudent ? ['mine'] : SCOPES)

export const listPrompts = (
  scope: Scope,
  query: { search: string; offset: number; limit?: number },
  signal?: AbortSignal,
): Promise<TemplateList> =>
  api.get(`${PROMPTS}/${scope === 'mine' ? 'list' : 'shared'}`, {
    query: { limit: PAGE_SIZE, ...query },
    ...(signal ? { signal } : {}),
  })

export interface PromptDraft {
  name: string
  description: string
  prompt_template: string
  is_shared: boolean
}

export const createPrompt = (draft: PromptDraft): Promise<TemplateRecord> =>
  api.post(`${PROMPTS}/create`, draft)
export const updatePrompt = (id: number, draft: Partial<PromptDraft>): Promise<TemplateRecord> =>
  api.put(`${PROMPTS}/${id}`, draft)
export const sharePrompt = (id: number, isShared: boolean): Promise<TemplateRecord> =>
  api.put(`${PROMPTS}/${id}/share`, { is_shared: isShared })
export const duplicatePrompt = (id: number): Promise<TemplateRecord> => api.post(`${PROMPTS}/${id}/duplicate`)
export const deletePrompt = (id: number, isLeaving = false): Promise<unknown> =>
  api.delete(`${PROMPTS}/${id}`, { outlivesPage: isLeaving })

/** The key for pending deletions. */
export const promptKey = ({ id }: Pick<TemplateRecord, 'id'>): string => `prompt/${id}`

/** Whether it can be inserted into a chat: it has a text, and no placeholder that only an assistant fills. Pure. */
export const isForChat = ({ prompt_template }: Pick<TemplateRecord, 'prompt_template'>): boolean =>
  prompt_template.trim() !== '' && !/\{(user_input|context)\}/.test(prompt_template.replaceAll('{{', ''))

const MAX_OFFERED = 500

/** One's own prompts and, for educators, those that colleagues share, for a chat. */
export async function promptsForChat(
  scopes: readonly Scope[],
  signal?: AbortSignal,
): Promise<TemplateRecord[]> {
  const all = { search: '', offset: 0, limit: MAX_OFFERED }
  const lists = await Promise.all(scopes.map((scope) => listPrompts(scope, all, signal)))
  return lists.flatMap(({ templates }) => templates).filter(isForChat)
}
