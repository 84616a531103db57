import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields, messageSchema } from '../messages/message-fields.ts'
import { LANGUAGES, type Language } from '../people/languages.ts'
import { rubricContentSchema } from './rubrics.ts'

export const RUBRIC_AI_LIMITS = {
  /** The person's request. */
  prompt: 10_000,
  /** The text to evaluate. */
  text: 100_000,
  model: 200,
} as const

export type RubricLanguage = Language

const words = (max: number, missing: string) => z.string(missing).trim().min(1, missing).max(max)

export const rubricLanguageSchema = z.enum(LANGUAGES)
const language = rubricLanguageSchema.optional()
const model = z.string().trim().max(RUBRIC_AI_LIMITS.model).optional()

export const generateRubricSchema = z.object({
  prompt: words(RUBRIC_AI_LIMITS.prompt, fieldText('fields.rubric_purpose_required')),
  language,
  model,
})
export type RubricWish = z.output<typeof generateRubricSchema>

export const modifyRubricSchema = generateRubricSchema.extend({
  prompt: words(RUBRIC_AI_LIMITS.prompt, fieldText('fields.rubric_change_required')),
})

export const evaluateRubricSchema = z.object({
  text: words(RUBRIC_AI_LIMITS.text, fieldText('fields.evaluation_text_required')),
  language,
  model,
})

/** A model's proposal. Nothing is saved. */
export const rubricProposalSchema = z.object({
  rubric: rubricContentSchema
    .nullable()
    .meta({ description: 'Null if the model’s answer is no valid rubric' }),
  explanation: z.string(),
  message: z.string().optional().meta({ description: 'Why there is no rubric' }),
  ...messageFields,
  raw_response: z.string().optional().meta({ description: 'The model’s answer, if it is no valid rubric' }),
})

const evaluatedCriterionSchema = z.object({
  criterion_id: z.string(),
  name: z.string(),
  weight: z.number(),
  status: z.enum(['evaluated', 'missing']),
  level: z.string().nullable(),
  score: z.number().nullable(),
  highest_score: z.number(),
  /** score × weight% × factor */
  points: z.number().nullable(),
  /** Passages of the text, unchanged, with their positions. */
  evidence: z.array(z.object({ quote: z.string(), start: z.number(), end: z.number() })),
  /** The number of quotes by the model that are not in the text; they are left out. */
  evidence_dropped: z.number(),
  justification: z.string(),
})
export type EvaluatedCriterion = z.infer<typeof evaluatedCriterionSchema>

export const rubricEvaluationSchema = z.object({
  /** Whether every criterion was evaluated. */
  success: z.boolean(),
  rubric_id: z.string(),
  title: z.string(),
  scoring_type: z.string(),
  max_score: z.number(),
  criteria: z.array(evaluatedCriterionSchema),
  /** Null when a criterion is missing: a partial sum would be misleading. */
  total: z.number().nullable(),
  percentage: z.number().nullable(),
  /** The points of the criteria that were evaluated. */
  points_so_far: z.number(),
  feedback: z.string(),
  /** Missing criteria, and errors in the model's answer. */
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Missing criteria and warnings, with codes for translation. Evaluations of older versions have none. */
  notes: z.array(messageSchema).optional(),
  model: z.string(),
})
export type RubricEvaluation = z.infer<typeof rubricEvaluationSchema>

export const RUBRIC_PREVIEW_LIMITS = {
  fileBytes: 10 * 1024 * 1024,
  /** A pasted table. */
  text: 300_000,
  /** The part of a document that a model reads. */
  modelText: 60_000,
} as const

/** A file or a pasted table to read a rubric from. */
export const previewRubricSchema = z.object({
  file: z.file().optional(),
  text: z.string().max(RUBRIC_PREVIEW_LIMITS.text).optional(),
  language,
})
export type PreviewRubric = z.output<typeof previewRubricSchema>

export const rubricPreviewSchema = z.object({
  rubric: rubricContentSchema,
  source: z.enum(['file', 'table', 'model']).meta({
    description:
      'An exported file, a table that was read by its structure, or a model that read the document',
  }),
  explanation: z.string().meta({ description: 'What the model added; empty otherwise' }),
})
export type RubricPreview = z.infer<typeof rubricPreviewSchema>
