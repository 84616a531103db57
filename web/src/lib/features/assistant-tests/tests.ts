import type {
  AssistantTest,
  RunTests,
  TestCheck,
  TestDraft,
  TestGate,
  TestResultWithPrompt,
  TestRun,
  TestRunDetail,
  TestSchedule,
  TestScheduleDraft,
  TestVerdict,
} from '@bellwether/wire'
import { untyped as api } from '$lib/api'

const at = (assistant: number, path = '') => `/assistants/${assistant}/tests${path}`

export const listTests = async (assistant: number, signal?: AbortSignal): Promise<AssistantTest[]> =>
  (await api.get<{ tests: AssistantTest[] }>(at(assistant), signal ? { signal } : {})).tests
export const addTest = (assistant: number, draft: TestDraft): Promise<AssistantTest> =>
  api.post(at(assistant), draft)
export const changeTest = (assistant: number, id: number, draft: TestDraft): Promise<AssistantTest> =>
  api.put(at(assistant, `/${id}`), draft)
export const deleteTest = (assistant: number, id: number): Promise<void> =>
  api.delete(at(assistant, `/${id}`))

export const startRun = (assistant: number, order: Partial<RunTests>): Promise<TestRun> =>
  api.post(at(assistant, '/runs'), order)
export const listRuns = async (assistant: number, signal?: AbortSignal): Promise<TestRun[]> =>
  (await api.get<{ runs: TestRun[] }>(at(assistant, '/runs'), signal ? { signal } : {})).runs
/** `compareWith`: the run whose results become the previous ones. */
export const readRun = (
  assistant: number,
  run: number,
  signal: AbortSignal,
  compareWith?: number,
): Promise<TestRunDetail> =>
  api.get(at(assistant, `/runs/${run}`), {
    signal,
    ...(compareWith === undefined ? {} : { query: { compare_with: compareWith } }),
  })
export const readResult = (
  assistant: number,
  result: number,
  signal: AbortSignal,
): Promise<TestResultWithPrompt> => api.get(at(assistant, `/results/${result}`), { signal })
export const cancelRun = (assistant: number, run: number): Promise<void> =>
  api.post(at(assistant, `/runs/${run}/cancel`))
export const judgeResult = (
  assistant: number,
  result: number,
  verdict: TestVerdict['verdict'],
): Promise<unknown> => api.put(at(assistant, `/results/${result}/verdict`), { verdict })

export const readGate = (assistant: number, signal?: AbortSignal): Promise<TestGate> =>
  api.get(at(assistant, '/gate'), signal ? { signal } : {})
export const saveGate = (assistant: number, required: boolean): Promise<TestGate> =>
  api.put(at(assistant, '/gate'), { required })

export const readSchedule = (assistant: number, signal?: AbortSignal): Promise<TestSchedule> =>
  api.get(at(assistant, '/schedule'), signal ? { signal } : {})
export const saveSchedule = (assistant: number, draft: TestScheduleDraft): Promise<TestSchedule> =>
  api.put(at(assistant, '/schedule'), draft)
export const deleteSchedule = (assistant: number): Promise<void> => api.delete(at(assistant, '/schedule'))
export const dismissNotice = (assistant: number): Promise<void> =>
  api.delete(at(assistant, '/schedule/notice'))

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
