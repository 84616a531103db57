import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { pageSize } from '../paging.ts'
import { TEST_LIMITS } from './assistant-limits.ts'
import { idSchema } from './assistants.ts'
import { draftAssistantSchema } from './previews.ts'

const phrase = z.string().trim().min(1, fieldText('fields.check_text_required')).max(TEST_LIMITS.text)

/** What a machine can check in an answer. */
export const testCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contains'), text: phrase }),
  z.object({ kind: z.literal('not_contains'), text: phrase }),
  z.object({
    kind: z.literal('matches'),
    pattern: z
      .string()
      .min(1, fieldText('fields.check_text_required'))
      .max(TEST_LIMITS.pattern)
      .refine(isPattern, fieldText('fields.check_pattern_invalid')),
  }),
  z.object({
    kind: z.literal('cites'),
    document: z
      .string()
      .trim()
      .max(300)
      .default('')
      .meta({ description: 'Part of its name; empty matches any' }),
    page: z.int().min(1).max(100_000).nullish(),
  }),
  z.object({ kind: z.literal('no_answer') }),
  z.object({
    kind: z.literal('calls'),
    tool: z.string().trim().min(1, fieldText('fields.check_text_required')).max(200),
    arguments: z
      .record(z.string().max(100), z.unknown())
      .nullish()
      .meta({ description: 'The call must contain these; others don’t matter' }),
  }),
  z.object({
    kind: z.literal('rubric_score'),
    rubric_id: z.string().min(1).max(100),
    at_least: z.number().min(0).max(1_000_000),
  }),
  z.object({ kind: z.literal('language'), language: z.string().regex(/^[a-z]{2}$/) }),
  z.object({
    kind: z.literal('length'),
    min_words: z.int().min(0).max(100_000).nullish(),
    max_words: z.int().min(1).max(100_000).nullish(),
  }),
  z.object({ kind: z.literal('latency'), max_ms: z.int().min(1).max(3_600_000) }),
  z.object({
    kind: z.literal('cost'),
    max: z.number().min(0).max(1_000_000).meta({ description: 'In the currency of the price list' }),
  }),
])
export type TestCheck = z.output<typeof testCheckSchema>

/** Stored checks may be impossible: they were saved before this was checked. */
const possibleCheckSchema = testCheckSchema.refine(
  (check) =>
    check.kind !== 'length' ||
    check.min_words == null ||
    check.max_words == null ||
    check.min_words <= check.max_words,
  { message: fieldText('fields.check_length_range'), path: ['min_words'] },
)

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'iu')
    return true
  } catch {
    return false
  }
}

const testMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().min(1, fieldText('fields.message_text_required')).max(TEST_LIMITS.message),
})
export type TestMessage = z.output<typeof testMessageSchema>

export const testDraftSchema = z.object({
  title: z.string().trim().max(200).default(''),
  description: z.string().trim().max(TEST_LIMITS.notes).default(''),
  kind: z.string().trim().max(50).default('single_turn'),
  messages: z
    .array(testMessageSchema)
    .min(1, fieldText('fields.message_text_required'))
    .max(TEST_LIMITS.messages)
    .refine((messages) => messages.at(-1)?.role === 'user', fieldText('fields.test_question_last')),
  expected: z.string().trim().max(TEST_LIMITS.notes).default('').meta({
    description: 'What a good answer contains, for the people who review it',
  }),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
  checks: z.array(possibleCheckSchema).max(TEST_LIMITS.checks).default([]),
})
export type TestDraft = z.output<typeof testDraftSchema>

export const testOutcomeSchema = z.enum(['passed', 'failed', 'error', 'unchecked'])
export type TestOutcome = z.infer<typeof testOutcomeSchema>

export const assistantTestSchema = testDraftSchema.extend({
  id: z.number(),
  assistant_id: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  last_outcome: testOutcomeSchema
    .nullable()
    .meta({ description: 'Of the newest result, without runs of drafts' }),
})
export type AssistantTest = z.output<typeof assistantTestSchema>
export const assistantTestListSchema = z.object({ tests: z.array(assistantTestSchema) })

export const checkResultSchema = z.object({
  check: testCheckSchema,
  passed: z.boolean(),
  found: z.string().meta({ description: 'What was found instead, or why it could not be checked' }),
})
export type CheckResult = z.output<typeof checkResultSchema>

export const testVerdictSchema = z.object({
  verdict: z.enum(['good', 'bad', 'mixed']),
  notes: z.string().trim().max(TEST_LIMITS.notes).default(''),
})
export type TestVerdict = z.output<typeof testVerdictSchema>

export const testResultSchema = z.object({
  id: z.number(),
  run_id: z.number(),
  test_id: z.number().nullable(),
  title: z.string(),
  messages: z.array(testMessageSchema),
  answer: z.string(),
  sources: z.array(z.object({ title: z.string(), page: z.number().nullable() })),
  calls: z.array(z.object({ tool: z.string(), arguments: z.unknown() })),
  grade: z.string().nullable(),
  checks: z.array(checkResultSchema),
  outcome: testOutcomeSchema,
  error: z.string().nullable(),
  ...messageFields,
  verdict: z.enum(['good', 'bad', 'mixed']).nullable(),
  model: z.string(),
  version: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number().nullable(),
  milliseconds: z.number(),
  created_at: z.number(),
})
export type TestResult = z.output<typeof testResultSchema>

export const testResultWithPromptSchema = testResultSchema.extend({
  prompt: z
    .array(z.object({ role: z.string(), content: z.string() }))
    .nullable()
    .meta({ description: 'null if it was not stored' }),
  prompt_shortened: z.boolean().meta({ description: 'Whether only the start of the prompt was stored' }),
})
export type TestResultWithPrompt = z.output<typeof testResultWithPromptSchema>

export const runTestsSchema = z.object({
  tests: z.array(z.int().positive()).min(1).max(TEST_LIMITS.perAssistant).nullish().meta({
    description: 'The ids of the tests; omitted: all tests of the assistant',
  }),
  model: z.string().trim().min(1).max(200).nullish().meta({ description: 'Replaces the assistant’s model' }),
  version: z.int().positive().nullish().meta({ description: 'An earlier version of the assistant' }),
  draft: draftAssistantSchema.nullish().meta({
    description: 'Unsaved settings to use instead of the assistant’s. The run is marked as `draft`',
  }),
})
export type RunTests = z.output<typeof runTestsSchema>

export const testRunSchema = z.object({
  id: z.number(),
  assistant_id: z.number(),
  status: z.enum(['running', 'completed', 'cancelled', 'interrupted', 'skipped']),
  total: z.number(),
  done: z.number(),
  passed: z.number(),
  failed: z.number(),
  complete: z.boolean().meta({ description: 'Whether all tests ran with the assistant as it is' }),
  model: z.string().nullable(),
  version: z.number(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  scheduled: z.boolean().meta({ description: 'Whether a schedule started it' }),
  draft: z.boolean().meta({ description: 'Whether it tested unsaved settings' }),
  degraded: z.boolean().meta({
    description:
      'Whether a nearly used-up budget changed the model or left out tools. Not compared with other runs, and doesn’t count for publishing',
  }),
  reason: z
    .object({ message: z.string(), ...messageFields })
    .nullable()
    .meta({ description: 'Why a scheduled run was skipped or ended early' }),
})
export type TestRun = z.output<typeof testRunSchema>
export const testRunListSchema = z.object({ runs: z.array(testRunSchema) })
export const testRunDetailSchema = testRunSchema.extend({
  results: z.array(
    testResultSchema.extend({
      previous: testResultSchema
        .nullable()
        .meta({ description: 'Result of the same test in an earlier run' }),
      prompt_changed: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether the model got a different prompt than before; null if unknown' }),
    }),
  ),
})
export type TestRunDetail = z.output<typeof testRunDetailSchema>

export const testRunQuerySchema = z.object({
  compare_with: idSchema.optional().meta({ description: 'A run whose results become `previous`' }),
})
export const testListQuerySchema = z.object({ limit: pageSize(20, 100) })

export const testGateSchema = z.object({
  required: z.boolean().meta({ description: 'Whether the assistant itself requires passing tests' }),
  required_by_organization: z.boolean(),
  state: z.enum(['passed', 'failed', 'unreviewed', 'not_run', 'changed', 'no_tests']).meta({
    description:
      '`changed`: the assistant or its tests changed after the last complete run. `unreviewed`: there are answers without checks that no one has rated',
  }),
  failed: z.number(),
})
export type TestGate = z.output<typeof testGateSchema>
export const testGateChangeSchema = z.object({ required: z.boolean() })
