import {
  type AssistantTest,
  checkResultSchema,
  type Message,
  parseJsonObject,
  readMessage,
  readStoredText,
  type TestDraft,
  type TestMessage,
  type TestOutcome,
  type TestResult,
  type TestRun,
  textOf,
  toMessageBody,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import type { JudgedHead, JudgedResult, RunRow } from './result.repository.ts'
import type { TestRow } from './test.repository.ts'

/** A run without a result for this long was interrupted by a restart. */
const INTERRUPTED_SECONDS = 900

export const toDraftColumns = (draft: TestDraft) => ({
  title: draft.title === '' ? titleFrom(draft.messages) : draft.title,
  description: draft.description,
  kind: draft.kind,
  messages: JSON.stringify(draft.messages),
  expected: draft.expected,
  tags: JSON.stringify(draft.tags),
  checks: JSON.stringify(draft.checks),
})

const MAX_TITLE = 80

function titleFrom(messages: readonly TestMessage[]): string {
  const question = (messages.at(-1)?.content ?? '').replaceAll(/\s+/g, ' ').trim()
  return question.length <= MAX_TITLE ? question : `${question.slice(0, MAX_TITLE - 1)}…`
}

export const toTest = (row: TestRow, lastOutcome: TestOutcome | null): AssistantTest => ({
  id: row.id,
  assistant_id: row.assistant_id,
  title: row.title,
  description: row.description,
  kind: row.kind,
  messages: JSON.parse(row.messages),
  expected: row.expected,
  tags: JSON.parse(row.tags),
  checks: JSON.parse(row.checks),
  created_at: row.created_at,
  updated_at: row.updated_at,
  last_outcome: lastOutcome,
})

const resultDetailsSchema = z.object({
  sources: z.array(z.object({ title: z.string(), page: z.number().nullable() })).default([]),
  calls: z.array(z.object({ tool: z.string(), arguments: z.unknown() })).default([]),
  grade: z.string().nullable().default(null),
  checks: z.array(checkResultSchema).default([]),
})
export type ResultDetails = z.output<typeof resultDetailsSchema>

export const toResult = (row: JudgedResult): TestResult => ({
  id: row.id,
  run_id: row.run_id,
  test_id: row.test_id,
  title: row.title,
  messages: JSON.parse(row.messages),
  answer: row.answer,
  ...resultDetailsSchema.parse(JSON.parse(row.details)),
  outcome: row.outcome,
  ...toError(row.error),
  verdict: row.verdict,
  model: row.model,
  version: row.version,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  cost: row.cost === null ? null : row.cost / 1_000_000,
  milliseconds: row.milliseconds,
  created_at: row.created_at,
})

function toError(stored: string | null) {
  if (stored === null) return { error: null }
  const message = readStoredText(stored)
  return { error: textOf(message), ...(typeof message === 'object' ? toMessageFields(message) : {}) }
}

/** A reviewer's “bad” overrules passed checks. */
export const isFailure = ({ outcome, verdict }: Pick<JudgedResult, 'verdict' | 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'error' || verdict === 'bad'

/** Nothing has checked the answer, and no one has rated it. */
export const isUnreviewed = ({ outcome, verdict }: Pick<JudgedResult, 'verdict' | 'outcome'>): boolean =>
  outcome === 'unchecked' && verdict === null

export function toRun(
  row: RunRow,
  results: readonly Pick<JudgedHead, 'outcome' | 'verdict'>[],
  now: number,
): TestRun {
  const failed = results.filter(isFailure).length
  const isInterrupted = row.state === 'running' && row.active_at < now - INTERRUPTED_SECONDS
  return {
    id: row.id,
    assistant_id: row.assistant_id,
    status: isInterrupted ? 'interrupted' : row.state,
    total: row.total,
    done: results.length,
    passed: results.length - failed,
    failed,
    complete: row.complete === 1,
    model: row.model,
    version: row.version,
    created_at: row.created_at,
    finished_at: row.finished_at,
    scheduled: row.scheduled === 1,
    draft: row.draft === 1,
    degraded: row.degraded === 1,
    reason: readStoredMessage(row.reason),
  }
}

/** A message for a column. */
export const toStoredMessage = (message: string | Message): string =>
  JSON.stringify(
    typeof message === 'string'
      ? { text: message }
      : { text: message.text, code: message.code, params: message.params },
  )

/** As the fields of a JSON body. */
export function readStoredMessage(stored: string | null) {
  const message = stored === null ? undefined : readMessage(parseJsonObject(stored))
  return message === undefined ? null : toMessageBody(message)
}
