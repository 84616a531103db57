import type { Rubric, RubricLanguage } from '@bellwether/wire'
import { api, download, fetchBlob, upload } from '$lib/api'
import { i18n } from '$lib/i18n'
import { PAGE_SIZE } from '$lib/state/list-view.ts'
import { type Sheet, toSheet } from './editor/rubric-sheet.ts'

/** API calls for rubrics. */
export const FILTERS = { scope: ['mine', 'public', 'showcase'] } as const
type Scope = (typeof FILTERS.scope)[number]

/** The server gives a model two attempts of 120 seconds in total. */
const MODEL_LIMIT_MS = 150_000

export const rubricPath = ({ id }: Pick<Rubric, 'id'>): string => `/rubrics/${id}`
/** The key for pending deletions. */
export const rubricKey = ({ id }: Pick<Rubric, 'id'>): string => `rubric/${id}`

export const listRubrics = (
  scope: Scope,
  { search, offset }: { search: string; offset: number },
  signal: AbortSignal,
) => api.get('/rubrics', { query: { scope, search, offset, limit: PAGE_SIZE }, signal })
export const readRubric = (id: string, signal: AbortSignal) =>
  api.get('/rubrics/{id}', { params: { id }, signal })
export const createRubric = (sheet: Sheet) => api.post('/rubrics', { body: toSheet(sheet) })
export const saveRubric = (id: string, sheet: Sheet) =>
  api.patch('/rubrics/{id}', { params: { id }, body: toSheet(sheet) })

export const exportRubric = (id: string, format: 'json' | 'markdown') =>
  download('get', '/rubrics/{id}/export', format === 'json' ? 'rubric.json' : 'rubric.md', {
    params: { id },
    query: { format },
  })
export const readMarkdown = async (id: string, signal: AbortSignal): Promise<string> =>
  (await fetchBlob('/rubrics/{id}/export', { params: { id }, query: { format: 'markdown' }, signal })).text()

/** The files that a rubric can be read from. */
export const RUBRIC_FILES = '.docx,.odt,.rtf,.pdf,.md,.markdown,.csv,.tsv,.xlsx,.ods,.html,.txt,.json'

/** Reads a rubric from a file or a pasted table. Saves nothing. */
export function previewRubric(source: { file?: File; text?: string }, signal: AbortSignal) {
  const form = new FormData()
  if (source.file) form.append('file', source.file)
  if (source.text !== undefined) form.append('text', source.text)
  form.append('language', i18n.language)
  return upload('/rubrics/preview', { body: form, signal })
}

/** A new rubric, or a change to the one with this id. Saves nothing. */
export function propose(
  id: string | undefined,
  body: { prompt: string; language: RubricLanguage },
  signal: AbortSignal,
) {
  const wish = { body, signal, limitMs: MODEL_LIMIT_MS }
  return id === undefined
    ? api.post('/rubrics/proposals', wish)
    : api.post('/rubrics/{id}/proposals', { ...wish, params: { id } })
}

export const evaluate = (id: string, body: { text: string; language: RubricLanguage }, signal: AbortSignal) =>
  api.post('/rubrics/{id}/evaluate', { params: { id }, body, signal, limitMs: MODEL_LIMIT_MS })
