import {
  EVALUATION_LIMITS,
  type Evaluation,
  type EvaluationDetail,
  type EvaluationOrder,
  evaluationSchema,
  type QuestionResult,
  questionResultSchema,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest, notFound, unavailable } from '../../platform/errors.ts'
import { inTime, isTimeout } from '../../platform/time-limit.ts'
import type { Knowledge } from '../knowledge/index.ts'
import { compare } from './compare.ts'
import { missingFiles } from './expected-files.ts'
import { summarizeOutcomes } from './measure.ts'
import { questionRepository } from './question.repository.ts'
import { readExpected } from './question.service.ts'
import { type RunHead, runRepository } from './run.repository.ts'
import { type AskedQuestion, toShown } from './try-question.ts'
import { type Ask, type TriedQuestion, tryQuestions } from './try-questions.ts'

export interface EvaluationDeps {
  db: Db
  getBase: Knowledge['bases']['getFor']
  search: Knowledge['query']
  /** Time limit for all questions together. */
  limitMs?: number
}

const LIMIT_MS = 60_000

/** Runs the questions of a knowledge base and stores the results. */
export function createEvaluationService(deps: EvaluationDeps) {
  const { db, getBase, search, limitMs = LIMIT_MS } = deps

  /** The people with an evaluation in progress on this instance. */
  const busy = new Set<number>()

  async function questionsOf(base: number): Promise<AskedQuestion[]> {
    const page = { limit: EVALUATION_LIMITS.questionsPerBase, offset: 0 }
    const rows = await questionRepository.list(db, base, page)
    if (rows.length === 0) throw badRequest(say('evaluations.no_questions'))
    return rows.map(({ id, question, expected }) => ({
      id: String(id),
      question,
      expected: readExpected(expected),
    }))
  }

  async function run(
    caller: UserCaller,
    baseId: number,
    order: EvaluationOrder,
    signal: AbortSignal,
  ): Promise<EvaluationDetail> {
    const before = await getBase(caller, 'edit', baseId)
    const questions = await questionsOf(before.id)
    const ask: Ask = (question, { top_k, threshold, sections }) =>
      search(caller, before.id, question, { topK: top_k, threshold, sections }, signal)
    const { tried, cautions } = await tryQuestions(questions, order, ask, signal)
    const files = await questionRepository.fileNames(db, before.id)
    const after = await getBase(caller, 'edit', baseId)
    const second = order.compare_with
    const head = {
      index_changed: after.index_version !== before.index_version,
      questions: tried.length,
      summary: summarizeOutcomes(tried.map(({ first }) => first)),
      compare_with: second ? compare(toPairs(tried), second) : null,
      missing_files: missingFiles(
        questions.flatMap(({ expected }) => expected),
        files,
      ),
      cautions,
    }
    const results = tried.map(
      ({ question, first, second: other }): QuestionResult => ({
        question_id: question.id,
        question: question.question,
        ...toShown(first),
        compared: other ? toShown(other) : null,
      }),
    )
    signal.throwIfAborted()
    const row = await db.transaction().execute(async (tx) => {
      const saved = await runRepository.insert(tx, {
        knowledge_base_id: before.id,
        settings: JSON.stringify(order.settings),
        results: JSON.stringify(results),
        summary: JSON.stringify(head),
        index_version: before.index_version,
        created_by: caller.userId,
        created_at: nowSeconds(),
      })
      await runRepository.forgetOlder(tx, before.id, EVALUATION_LIMITS.runsPerBase)
      return saved
    })
    return { ...toEvaluation(row), results }
  }
  return {
    /** Runs every question and stores the result. A run that is stopped stores nothing. */
    async run(
      caller: UserCaller,
      baseId: number,
      order: EvaluationOrder,
      signal: AbortSignal,
    ): Promise<EvaluationDetail> {
      await getBase(caller, 'edit', baseId)
      if (busy.has(caller.userId)) throw alreadyRunning()
      busy.add(caller.userId)
      try {
        return await inTime(signal, limitMs, (limit) => run(caller, baseId, order, limit))
      } catch (error) {
        if (isTimeout(error) && !signal.aborted) throw tookTooLong(limitMs)
        throw error
      } finally {
        busy.delete(caller.userId)
      }
    },
    ...createReading(deps),
  }
}

const createReading = ({ db, getBase }: EvaluationDeps) => ({
  /** Newest first. */
  async list(caller: UserCaller, baseId: number): Promise<Evaluation[]> {
    const base = await getBase(caller, 'see', baseId)
    return (await runRepository.list(db, base.id, EVALUATION_LIMITS.runsPerBase)).map(toEvaluation)
  },

  async get(caller: UserCaller, baseId: number, id: number): Promise<EvaluationDetail> {
    const base = await getBase(caller, 'see', baseId)
    const row = await runRepository.find(db, base.id, id)
    if (!row) throw notFound('Evaluation')
    return { ...toEvaluation(row), results: storedResults.parse(JSON.parse(row.results)) }
  },
})

export type EvaluationService = ReturnType<typeof createEvaluationService>

const toPairs = (tried: readonly TriedQuestion[]) =>
  tried.flatMap(({ question, first, second }) => (second ? [{ questionId: question.id, first, second }] : []))

const alreadyRunning = () =>
  new AppError('too_many_requests', say('evaluations.already_running'), {
    retryAfter: 5,
  })

const tookTooLong = (limitMs: number) =>
  unavailable(say('evaluations.took_too_long', { seconds: limitMs / 1000 }))

const storedHead = evaluationSchema.omit({ id: true, created_at: true, index_version: true, settings: true })
const storedResults = questionResultSchema.array()

const toEvaluation = (row: RunHead): Evaluation => ({
  id: String(row.id),
  created_at: row.created_at,
  index_version: row.index_version,
  settings: evaluationSchema.shape.settings.parse(JSON.parse(row.settings)),
  ...storedHead.parse(JSON.parse(row.summary)),
})
