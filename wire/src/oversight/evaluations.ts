import * as z from 'zod'
import { counted, KNOWLEDGE_LIMITS, text, whole } from '../knowledge/knowledge-limits.ts'
import { fieldText } from '../messages/fields.ts'

export const EVALUATION_LIMITS = {
  questionsPerBase: 1000,
  expected: 10,
  quote: 1000,
  note: 1000,
  /** Size of a file or list to import. */
  importBytes: 8 * 1024 * 1024,
  /** Older runs of a knowledge base are deleted. */
  runsPerBase: 50,
  /** The number of passages stored per question. */
  passagesShown: 10,
  passageText: 120,
} as const

const nonEmpty = (max: number) => text(max).refine((value) => value.trim() !== '', fieldText('fields.empty'))
const place = (least: number) => z.int(fieldText('fields.whole_number')).min(least).max(2_000_000_000)

/**
 * What a question should find. A passage matches if it belongs to this file and contains the quote (ignoring spaces),
 * overlaps the characters from `start` to `end`, or is on the page; if only the file is given, any passage of the
 * file matches.
 */
export const expectedPassageSchema = z
  .object({
    /** As in the list of files. The name is stored too, so that the file can be uploaded again. */
    file_id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, fieldText('fields.file_id'))
      .optional(),
    filename: nonEmpty(KNOWLEDGE_LIMITS.fileName).optional(),
    quote: nonEmpty(EVALUATION_LIMITS.quote).optional(),
    start: place(0).optional(),
    end: place(1).optional(),
    /** Or the slide. */
    page: place(1).optional(),
  })
  .refine(({ file_id, filename }) => file_id !== undefined || filename !== undefined, {
    message: fieldText('fields.file_required'),
    path: ['filename'],
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), {
    message: fieldText('fields.start_and_end'),
    path: ['start'],
  })
  .refine(({ start, end }) => start === undefined || end === undefined || start < end, {
    message: fieldText('fields.end_before_start'),
    path: ['end'],
  })
export type ExpectedPassage = z.output<typeof expectedPassageSchema>

export const retrievalQuestionDraftSchema = z.object({
  question: nonEmpty(KNOWLEDGE_LIMITS.question).trim(),
  expected: z
    .array(expectedPassageSchema)
    .min(1, fieldText('fields.at_least_one_passage'))
    .max(EVALUATION_LIMITS.expected, fieldText('fields.max_passages', { limit: EVALUATION_LIMITS.expected })),
  note: text(EVALUATION_LIMITS.note).default(''),
})
export type RetrievalQuestionDraft = z.output<typeof retrievalQuestionDraftSchema>

export const retrievalQuestionSchema = retrievalQuestionDraftSchema.extend({
  id: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
})
export type RetrievalQuestion = z.infer<typeof retrievalQuestionSchema>

export const retrievalQuestionListQuerySchema = z.object({
  limit: counted(1, EVALUATION_LIMITS.questionsPerBase, EVALUATION_LIMITS.questionsPerBase),
  offset: counted(0, 1_000_000_000, 0),
})
export const retrievalQuestionListSchema = z.object({
  questions: z.array(retrievalQuestionSchema),
  total: z.int(),
})

/**
 * A list, or a file with one: JSON, or CSV with the columns question, filename, quote, start, end, page, note. CSV
 * rows with the same question are its expected passages.
 */
export const importRetrievalQuestionsSchema = z
  .object({
    // Checked one at a time, so that an error can name its row.
    questions: z.array(z.unknown()).optional(),
    file: z.union([z.file(), z.string()]).optional(),
    /** Replaces the saved questions. */
    replace: z.union([z.boolean(), z.stringbool()]).default(false),
  })
  .refine(({ questions, file }) => (questions === undefined) !== (file === undefined), {
    message: fieldText('fields.questions_or_file'),
    path: ['questions'],
  })
export type RetrievalQuestionImport = z.output<typeof importRetrievalQuestionsSchema>
export const importedRetrievalQuestionsSchema = z.object({ imported: z.int(), total: z.int() })

export const retrievalSettingsSchema = z.object({
  top_k: whole(1, KNOWLEDGE_LIMITS.topK).default(5),
  threshold: z.number().min(0).max(1).default(0),
  sections: z.boolean().default(false),
})
export type RetrievalSettings = z.output<typeof retrievalSettingsSchema>

export const runEvaluationSchema = z.object({
  settings: retrievalSettingsSchema,
  compare_with: retrievalSettingsSchema.optional(),
})
export type EvaluationOrder = z.output<typeof runEvaluationSchema>

const measures = {
  /** The share of the expected passages among the `top_k` found. */
  recall: z.number(),
  /** nDCG@10: 1 when the expected passages come first. */
  ndcg: z.number(),
  /** 1 ÷ the rank of the first expected passage; over all questions, MRR. */
  reciprocal_rank: z.number(),
}
export const retrievalMeasuresSchema = z.object(measures)
export type RetrievalMeasures = z.infer<typeof retrievalMeasuresSchema>

export const foundPassageSchema = z.object({
  rank: z.int(),
  file_id: z.string(),
  filename: z.string(),
  page: z.int().nullable(),
  start: z.int(),
  end: z.int(),
  similarity: z.number(),
  /** The expected passages that it matches, by index. */
  expected: z.array(z.int()),
  /** The beginning of the text. */
  text: z.string(),
})
export const questionOutcomeSchema = z.object({
  ...measures,
  /** The rank of the first expected passage that was found. */
  found_rank: z.int().nullable(),
  /** The rank of each expected passage. */
  ranks: z.array(z.int().nullable()),
  /** At most ten. */
  passages: z.array(foundPassageSchema),
})
export type QuestionOutcome = z.infer<typeof questionOutcomeSchema>

export const questionResultSchema = questionOutcomeSchema.extend({
  question_id: z.string(),
  question: z.string(),
  /** With the settings of `compare_with`. */
  compared: questionOutcomeSchema.nullable(),
})
export type QuestionResult = z.infer<typeof questionResultSchema>

/** Means over all questions. */
export const retrievalSummarySchema = z.object({
  recall: z.number(),
  ndcg: z.number(),
  mrr: z.number(),
  /** Questions that found at least one expected passage. */
  answered: z.int(),
})
export type RetrievalSummary = z.infer<typeof retrievalSummarySchema>

export const retrievalComparisonSchema = z.object({
  settings: retrievalSettingsSchema,
  summary: retrievalSummarySchema,
  /** `settings` minus `compare_with`: above 0, the former are better. */
  difference: z.object({ recall: z.number(), ndcg: z.number(), mrr: z.number() }),
  /**
   * 95 % of the paired bootstrap's nDCG differences; null for a single question. An interval that contains 0 is
   * inconclusive.
   */
  ndcg_interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Ids of the questions whose nDCG is better, worse or the same with `settings`. */
  wins: z.array(z.string()),
  losses: z.array(z.string()),
  ties: z.array(z.string()),
})
export type RetrievalComparison = z.infer<typeof retrievalComparisonSchema>

/** Searches that did not run as the settings say. If one is not 0, the means may be misleading. */
export const evaluationCautionsSchema = z.object({
  /** The embedding provider failed, so only words were searched. */
  vectors_unavailable: z.int(),
  /** The order is that of the search. */
  rerank_failed: z.int(),
  /** The knowledge base is so small that assistants get all of it, in its own order. */
  whole_documents: z.int(),
})
export type EvaluationCautions = z.infer<typeof evaluationCautionsSchema>

export const evaluationSchema = z.object({
  id: z.string(),
  created_at: z.int(),
  /** Version of the index: runs with the same version searched the same passages. */
  index_version: z.int(),
  /** Files were added or removed while it ran. */
  index_changed: z.boolean(),
  questions: z.int(),
  settings: retrievalSettingsSchema,
  summary: retrievalSummarySchema,
  compare_with: retrievalComparisonSchema.nullable(),
  /** Files that questions expect but that this knowledge base does not have. */
  missing_files: z.array(z.string()),
  cautions: evaluationCautionsSchema,
})
export type Evaluation = z.infer<typeof evaluationSchema>
export const evaluationListSchema = z.object({ evaluations: z.array(evaluationSchema) })
export const evaluationDetailSchema = evaluationSchema.extend({ results: z.array(questionResultSchema) })
export type EvaluationDetail = z.infer<typeof evaluationDetailSchema>
