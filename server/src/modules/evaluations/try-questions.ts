import type {
  EvaluationCautions,
  EvaluationOrder,
  QuestionOutcome,
  RetrievalSettings,
} from '@bellwether/wire'
import { orAborted } from '../../platform/time-limit.ts'
import type { Knowledge } from '../knowledge/index.ts'
import { type AskedQuestion, measureQuestion } from './try-question.ts'

type Found = Awaited<ReturnType<Knowledge['query']>>
export type Ask = (question: string, settings: RetrievalSettings) => Promise<Found>

/** A question with the settings to evaluate and those to compare them with. */
export interface TriedQuestion {
  question: AskedQuestion
  first: QuestionOutcome
  second: QuestionOutcome | undefined
}

/** Low, because people use the same search at the same time. */
const CONCURRENCY = 4

/** Runs all questions with one or two settings. Stops when the signal aborts. */
export async function tryQuestions(
  questions: readonly AskedQuestion[],
  { settings, compare_with }: EvaluationOrder,
  ask: Ask,
  signal: AbortSignal,
): Promise<{ tried: TriedQuestion[]; cautions: EvaluationCautions }> {
  const cautions: EvaluationCautions = { vectors_unavailable: 0, rerank_failed: 0, whole_documents: 0 }
  const tryWith = async (question: AskedQuestion, by: RetrievalSettings): Promise<QuestionOutcome> => {
    signal.throwIfAborted()
    const result = await ask(question.question, by)
    if (result.vectors === 'unavailable') cautions.vectors_unavailable++
    if (result.reranked === 'failed') cautions.rerank_failed++
    if (result.reason === 'whole_documents') cautions.whole_documents++
    return measureQuestion(question, result.passages)
  }
  const tried = await runAll(questions, CONCURRENCY, signal, async (question) => ({
    question,
    first: await tryWith(question, settings),
    // Directly after the first, so that both see the same files.
    second: compare_with && (await tryWith(question, compare_with)),
  }))
  return { tried, cautions }
}

/**
 * Runs `work` for each item, some at a time, keeping their order. Stops at the first failure or when the signal
 * aborts.
 */
export async function runAll<T, R>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  let failed = false
  const takeTurns = async () => {
    // All workers share one iterator, so that each item is processed once.
    for (const [at, item] of queue) {
      if (failed) return
      signal.throwIfAborted()
      results[at] = await orAborted(signal, work(item))
    }
  }
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, () =>
      takeTurns().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  return results
}
