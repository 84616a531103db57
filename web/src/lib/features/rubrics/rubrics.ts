import type {
  ProposedRubric,
  RefusedProposal,
  RubricEvaluation,
  RubricLanguage,
  RubricList,
  RubricPreview,
  RubricRecord,
} from '@bellwether/wire'
import { untyped as api, upload } from '$lib/api'
import { i18n } from '$lib/i18n'
import { PAGE_SIZE } from '$lib/state/list-view.ts'
import { type Sheet, toRubricDraft } from './editor/rubric-sheet.ts'

/** API calls for rubrics. */
export const FILTERS = { scope: ['mine', 'public', 'showcase'] } as const
type Scope = (typeof FILTERS.scope)[number]

const BASE = '/creator/rubrics'
/** The server gives a model two attempts of 120 seconds in total. */
const MODEL_LIMIT_MS = 150_000

export const rubricPath = ({ rubric_id }: { rubric_id: string }): string => `/rubrics/${rubric_id}`

export const listRubrics = (
  scope: Scope,
  query: { search: string; offset: number },
  signal: AbortSignal,
): Promise<RubricList> =>
  api.get(scope === 'mine' ? BASE : `${BASE}/${scope}`, { query: { ...query, limit: PAGE_SIZE }, signal })

export const readRubric = (id: string, signal: AbortSignal): Promise<RubricRecord> =>
  api.get(`${BASE}/${id}`, { signal })
export const createRubric = async (sheet: Sheet): Promise<RubricRecord> =>
  (await api.post<{ rubric: RubricRecord }>(BASE, toRubricDraft(sheet))).rubric
export const saveRubric = (id: string, sheet: Sheet): Promise<RubricRecord> =>
  api.put(`${BASE}/${id}`, toRubricDraft(sheet))
export const deleteRubric = (id: string, isLeaving = false): Promise<unknown> =>
  api.delete(`${BASE}/${id}`, { outlivesPage: isLeaving })
/** The key for pending deletions. */
export const rubricKey = ({ rubric_id }: { rubric_id: string }): string => `rubric/${rubric_id}`
export const duplicateRubric = (id: string): Promise<RubricRecord> => api.post(`${BASE}/${id}/duplicate`)
export const setPublic = (id: string, isPublic: boolean): Promise<unknown> =>
  api.put(`${BASE}/${id}/visibility`, { is_public: isPublic })
export const setShowcase = (id: string, isShowcase: boolean): Promise<unknown> =>
  api.put(`${BASE}/${id}/showcase`, { is_showcase: isShowcase })

export const exportRubric = (id: string, format: 'json' | 'markdown'): Promise<void> =>
  api.download(`${BASE}/${id}/export/${format}`, format === 'json' ? 'rubric.json' : 'rubric.md')
export const readMarkdown = async (id: string, signal: AbortSignal): Promise<string> =>
  (await api.blob(`${BASE}/${id}/export/markdown`, { signal })).text()

/** The files that a rubric can be read from. */
export const RUBRIC_FILES = '.docx,.odt,.rtf,.pdf,.md,.markdown,.csv,.tsv,.xlsx,.ods,.html,.txt,.json'

/** Reads a rubric from a file or a pasted table. Saves nothing. */
export function previewRubric(
  source: { file?: File; text?: string },
  signal: AbortSignal,
): Promise<RubricPreview> {
  const form = new FormData()
  if (source.file) form.append('file', source.file)
  if (source.text !== undefined) form.append('text', source.text)
  form.append('language', i18n.language)
  return upload('/rubrics/preview', form, { signal })
}

export type RubricProposal = ProposedRubric | RefusedProposal
export interface Wish {
  prompt: string
  language: RubricLanguage
}

/** A new rubric, or a change to the one with this id. Saves nothing. */
export const propose = (id: string | undefined, wish: Wish, signal: AbortSignal): Promise<RubricProposal> =>
  api.post(id === undefined ? `${BASE}/ai-generate` : `${BASE}/${id}/ai-modify`, wish, {
    signal,
    limitMs: MODEL_LIMIT_MS,
  })

export const evaluate = (
  id: string,
  work: { text: string; language: RubricLanguage },
  signal: AbortSignal,
): Promise<RubricEvaluation> => api.post(`/rubrics/${id}/evaluate`, work, { signal, limitMs: MODEL_LIMIT_MS })
