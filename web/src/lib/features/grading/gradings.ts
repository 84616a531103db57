import type { Grading, GradingKind } from '@bellwether/wire'
import { api, upload } from '$lib/api'
import { format } from '$lib/i18n'

/** Pages have the same paths as the API. */
export const gradingsPath = (rubric: string): string => `/rubrics/${rubric}/gradings`
export const gradingPath = (rubric: string, grading: number | string): string =>
  `${gradingsPath(rubric)}/${grading}`

/** Gradings without a name are named after their kind and date. */
export const titleOf = (
  { name, kind, created_at }: Pick<Grading, 'name' | 'kind' | 'created_at'>,
  kinds: Record<GradingKind, string>,
): string => name || `${kinds[kind]}, ${format.dateTime(created_at)}`

/** Without `max_cost`, the limit stays as it is. */
export const startGrading = (rubric: string, grading: number, limit: { max_cost?: number | null } = {}) =>
  api.post('/rubrics/{id}/gradings/{grading}/start', { params: { id: rubric, grading }, body: limit })
export const estimateGrading = (rubric: string, grading: number, signal?: AbortSignal) =>
  api.get('/rubrics/{id}/gradings/{grading}/estimate', {
    params: { id: rubric, grading },
    ...(signal && { signal }),
  })

/** A file or a pasted text. */
export type WorkSource = { file: File } | { name: string; text: string }

export function addWork(rubric: string, grading: number, source: WorkSource, signal: AbortSignal) {
  const params = { id: rubric, grading }
  if (!('file' in source))
    return api.post('/rubrics/{id}/gradings/{grading}/works', { params, body: source, signal })
  const form = new FormData()
  form.append('file', source.file)
  return upload('/rubrics/{id}/gradings/{grading}/works', { params, body: form, signal })
}

export const readWork = (rubric: string, grading: number, work: number, signal?: AbortSignal) =>
  api.get('/rubrics/{id}/gradings/{grading}/works/{work}', {
    params: { id: rubric, grading, work },
    ...(signal && { signal }),
  })
