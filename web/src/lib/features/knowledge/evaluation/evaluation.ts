import type {
  Evaluation,
  EvaluationDetail,
  RetrievalQuestion,
  RetrievalQuestionDraft,
  RetrievalSettings,
} from '@bellwether/wire'
import { untyped as api, upload } from '$lib/api'

/** A thousand questions mean a thousand searches. */
const RUN_LIMIT_MS = 10 * 60_000

const of = (base: string): string => `/knowledge-bases/${base}`

export const listQuestions = async (base: string, signal: AbortSignal): Promise<RetrievalQuestion[]> =>
  (await api.get<{ questions: RetrievalQuestion[] }>(`${of(base)}/questions`, { signal })).questions
export const addQuestion = (base: string, draft: RetrievalQuestionDraft): Promise<RetrievalQuestion> =>
  api.post(`${of(base)}/questions`, draft)
export const changeQuestion = (
  base: string,
  id: string,
  draft: RetrievalQuestionDraft,
): Promise<RetrievalQuestion> => api.put(`${of(base)}/questions/${id}`, draft)
export const deleteQuestion = (base: string, id: string): Promise<unknown> =>
  api.delete(`${of(base)}/questions/${id}`)

export function importQuestions(base: string, file: File): Promise<{ imported: number }> {
  const form = new FormData()
  form.append('file', file)
  return upload('/knowledge-bases/{id}/questions/import', form, { params: { id: base } })
}

export const listRuns = async (base: string, signal: AbortSignal): Promise<Evaluation[]> =>
  (await api.get<{ evaluations: Evaluation[] }>(`${of(base)}/evaluations`, { signal })).evaluations
export const readRun = (base: string, id: string): Promise<EvaluationDetail> =>
  api.get(`${of(base)}/evaluations/${id}`)
export const runEvaluation = (
  base: string,
  settings: RetrievalSettings,
  compareWith: RetrievalSettings | undefined,
  signal: AbortSignal,
): Promise<EvaluationDetail> =>
  api.post(
    `${of(base)}/evaluations`,
    { settings, ...(compareWith ? { compare_with: compareWith } : {}) },
    { signal, limitMs: RUN_LIMIT_MS },
  )
