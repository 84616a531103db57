import {
  type TestCheck,
  type TestMessage,
  type TestOutcome,
  testCheckSchema,
  toStoredText,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Outbox, OutboxWriter } from '../../platform/db/outbox/outbox.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { isAppError, messageOf } from '../../platform/errors.ts'
import { untilAvailable } from '../../platform/jobs/until-available.ts'
import { type CheckDeps, checkAnswer } from './checks/check-answer.ts'
import type { ResultDetails } from './records.ts'
import { resultRepository } from './result.repository.ts'
import type { TestRow } from './test.repository.ts'
import type { AnswerTest, TestedAnswer, TestedDraft } from './tested-answer.ts'

/** A result that is written once, whenever the database is available. */
interface SavedResult {
  row: NewRow<'test_results'>
  isDegraded: boolean
}

/** Keeps results while the database is unavailable, so that no test is asked and paid again. */
export const createResultWriter = (outbox: Pick<Outbox, 'writer'>): OutboxWriter<SavedResult> =>
  outbox.writer('test-results', async (tx, { row, isDegraded }) => {
    const isNew = await resultRepository.insert(tx, row)
    if (isNew && isDegraded) await resultRepository.markDegraded(tx, row.run_id)
  })

export interface RunTestDeps {
  results: ReturnType<typeof createResultWriter>
  answerTest: AnswerTest
  /** Points of a text by a rubric that the person may use. */
  scoreWithRubric(
    caller: UserCaller,
    rubricId: string,
    text: string,
    signal: AbortSignal,
  ): Promise<number | undefined>
}

/** What all tests of a run have in common. */
export interface RunContext {
  runId: number
  caller: UserCaller
  assistantId: number
  version: number
  model: string | undefined
  draft: TestedDraft | undefined
  /** The settings that are tested, for the result. */
  snapshot: TestedDraft
  debugBypass: boolean
  changesNothing: boolean
  /** Characters of the prompt that are kept of each test. */
  promptLimit: number
  /** A budget that is used up, or would change the model, ends the run, instead of being the result of each test. */
  endsWithoutBudget: boolean
  signal: AbortSignal
}

const checksSchema = z.array(testCheckSchema)

/**
 * Asks the question of one test, checks the answer and stores the result. Waits while the database is unavailable.
 * Throws when cancelled, and without a budget if that ends the run.
 */
export async function runTest(deps: RunTestDeps, context: RunContext, test: TestRow): Promise<void> {
  const messages: TestMessage[] = JSON.parse(test.messages)
  const { runId, caller, assistantId, version, model, draft, snapshot, debugBypass, signal } = context
  const started = performance.now()
  const common = {
    run_id: runId,
    assistant_id: assistantId,
    test_id: test.id,
    title: test.title,
    messages: test.messages,
    version,
    snapshot: JSON.stringify(snapshot),
  }
  try {
    const order = {
      caller,
      assistantId,
      messages,
      model,
      draft,
      debugBypass,
      changesNothing: context.changesNothing,
      refusesDegraded: context.endsWithoutBudget,
      promptLimit: context.promptLimit,
      signal,
    }
    const answer = await untilAvailable(() => deps.answerTest(order), signal)
    const checks = await checkAnswer(readChecks(test), answer, {
      score: (rubricId, text) =>
        untilAvailable(() => deps.scoreWithRubric(caller, rubricId, text, signal), signal),
    } satisfies CheckDeps)
    const { sources, calls, grade } = answer
    const details: ResultDetails = { sources, calls, grade, checks }
    const row = {
      ...common,
      ...toColumns(answer),
      details: JSON.stringify(details),
      outcome: toOutcome(checks),
      error: null,
      created_at: nowSeconds(),
    }
    await deps.results.write({ row, isDegraded: answer.isDegraded })
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error
    if (context.endsWithoutBudget && error.code === 'quota_exceeded') throw error
    const row = {
      ...common,
      answer: '',
      model: model ?? '',
      input_tokens: 0,
      output_tokens: 0,
      cost: null,
      milliseconds: Math.round(performance.now() - started),
      details: '{}',
      outcome: 'error' as const,
      error: toStoredText(messageOf(error)),
      created_at: nowSeconds(),
    }
    await deps.results.write({ row, isDegraded: false })
  }
}

const readChecks = ({ checks }: TestRow): TestCheck[] => checksSchema.parse(JSON.parse(checks))

const toColumns = (answer: TestedAnswer) => ({
  answer: answer.text,
  model: answer.model,
  input_tokens: answer.inputTokens,
  output_tokens: answer.outputTokens,
  cost: answer.cost,
  milliseconds: answer.milliseconds,
  prompt: answer.prompt && JSON.stringify(answer.prompt.messages),
  prompt_hash: answer.prompt?.hash ?? null,
  prompt_shortened: answer.prompt?.isShortened ? (1 as const) : (0 as const),
})

function toOutcome(checks: readonly { passed: boolean }[]): TestOutcome {
  if (checks.length === 0) return 'unchecked'
  return checks.every(({ passed }) => passed) ? 'passed' : 'failed'
}
