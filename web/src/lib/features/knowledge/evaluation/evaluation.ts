import type {
  Evaluation,
  EvaluationDetail,
  RetrievalQuestion,
  RetrievalQuestionDraft,
  RetrievalSettings,
} from '@bellwether/wire'
import { api, upload } from '$lib/api'
import { i18n, localeOf } from '$lib/i18n'

/** A thousand questions mean a thousand searches. */
const RUN_LIMIT_MS = 10 * 60_000

const QUESTIONS = '/knowledge-bases/{id}/questions'
const QUESTION = '/knowledge-bases/{id}/questions/{question}'
const RUNS = '/knowledge-bases/{id}/evaluations'

export const listQuestions = async (id: string, signal: AbortSignal): Promise<RetrievalQuestion[]> =>
  (await api.get(QUESTIONS, { params: { id }, signal })).questions
export const addQuestion = (id: string, body: RetrievalQuestionDraft): Promise<RetrievalQuestion> =>
  api.post(QUESTIONS, { params: { id }, body })
export const changeQuestion = (
  id: string,
  question: string,
  body: RetrievalQuestionDraft,
): Promise<RetrievalQuestion> => api.put(QUESTION, { params: { id, question }, body })
export const deleteQuestion = (id: string, question: string): Promise<unknown> =>
  api.delete(QUESTION, { params: { id, question } })

export function importQuestions(id: string, file: File): Promise<{ imported: number }> {
  const form = new FormData()
  form.append('file', file)
  return upload(`${QUESTIONS}/import`, { params: { id }, body: form })
}

export const listRuns = async (id: string, signal: AbortSignal): Promise<Evaluation[]> =>
  (await api.get(RUNS, { params: { id }, signal })).evaluations
export const readRun = (id: string, run: string): Promise<EvaluationDetail> =>
  api.get(`${RUNS}/{run}`, { params: { id, run } })
export const runEvaluation = (
  id: string,
  settings: RetrievalSettings,
  compare_with: RetrievalSettings | undefined,
  signal: AbortSignal,
): Promise<EvaluationDetail> =>
  api.post(RUNS, { params: { id }, body: { settings, compare_with }, signal, limitMs: RUN_LIMIT_MS })

/** A metric from 0 to 1 with two digits, formatted for the language. */
export const measure = (value: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)

/** `share` is from 0 to 1. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent' }).format(share)
