import type { RunTests, TestCheck, TestDraft, TestScheduleDraft, TestVerdict } from '@bellwether/wire'
import { api } from '$lib/api'

export const listTests = async (id: number, signal?: AbortSignal) =>
  (await api.get('/assistants/{id}/tests', { params: { id }, signal })).tests
export const addTest = (id: number, body: TestDraft) =>
  api.post('/assistants/{id}/tests', { params: { id }, body })
export const changeTest = (id: number, test: number, body: TestDraft) =>
  api.put('/assistants/{id}/tests/{test}', { params: { id, test }, body })
export const deleteTest = (id: number, test: number) =>
  api.delete('/assistants/{id}/tests/{test}', { params: { id, test } })

export const startRun = (id: number, body: Partial<RunTests>) =>
  api.post('/assistants/{id}/tests/runs', { params: { id }, body })
export const listRuns = async (id: number, signal?: AbortSignal) =>
  (await api.get('/assistants/{id}/tests/runs', { params: { id }, signal })).runs
/** `compareWith`: the run whose results become the previous ones. */
export const readRun = (id: number, run: number, signal: AbortSignal, compareWith?: number) =>
  api.get('/assistants/{id}/tests/runs/{run}', {
    params: { id, run },
    signal,
    ...(compareWith === undefined ? {} : { query: { compare_with: compareWith } }),
  })
export const readResult = (id: number, result: number, signal: AbortSignal) =>
  api.get('/assistants/{id}/tests/results/{result}', { params: { id, result }, signal })
export const cancelRun = (id: number, run: number) =>
  api.post('/assistants/{id}/tests/runs/{run}/cancel', { params: { id, run } })
export const judgeResult = (id: number, result: number, verdict: TestVerdict['verdict']) =>
  api.put('/assistants/{id}/tests/results/{result}/verdict', { params: { id, result }, body: { verdict } })

export const readGate = (id: number, signal?: AbortSignal) =>
  api.get('/assistants/{id}/tests/gate', { params: { id }, signal })
export const saveGate = (id: number, required: boolean) =>
  api.put('/assistants/{id}/tests/gate', { params: { id }, body: { required } })

export const readSchedule = (id: number, signal?: AbortSignal) =>
  api.get('/assistants/{id}/tests/schedule', { params: { id }, signal })
export const saveSchedule = (id: number, body: TestScheduleDraft) =>
  api.put('/assistants/{id}/tests/schedule', { params: { id }, body })
export const deleteSchedule = (id: number) =>
  api.delete('/assistants/{id}/tests/schedule', { params: { id } })
export const dismissNotice = (id: number) =>
  api.delete('/assistants/{id}/tests/schedule/notice', { params: { id } })

/** A test of one question. */
export const newTest = (question: string, checks: TestCheck[]): TestDraft => ({
  title: '',
  description: '',
  kind: 'single_turn',
  messages: [{ role: 'user', content: question }],
  expected: '',
  tags: [],
  checks,
})

export type CheckKind = TestCheck['kind']

/** In the order in which the form offers them. */
export const CHECK_KINDS: readonly CheckKind[] = [
  'contains',
  'not_contains',
  'matches',
  'cites',
  'no_answer',
  'calls',
  'rubric_score',
  'language',
  'length',
  'latency',
  'cost',
]

export function newCheck(kind: CheckKind): TestCheck {
  switch (kind) {
    case 'contains':
    case 'not_contains':
      return { kind, text: '' }
    case 'matches':
      return { kind, pattern: '' }
    case 'cites':
      return { kind, document: '', page: null }
    case 'no_answer':
      return { kind }
    case 'calls':
      return { kind, tool: '', arguments: null }
    case 'rubric_score':
      return { kind, rubric_id: '', at_least: 0 }
    case 'language':
      return { kind, language: 'en' }
    case 'length':
      return { kind, min_words: null, max_words: 200 }
    case 'latency':
      return { kind, max_ms: 10_000 }
    case 'cost':
      return { kind, max: 0.05 }
  }
}
