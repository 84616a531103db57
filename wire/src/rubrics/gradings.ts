import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { MONEY_LIMITS } from '../oversight/money.ts'
import { GRADING_LIMITS } from './grading-limits.ts'
import { RUBRIC_AI_LIMITS, rubricEvaluationSchema, rubricLanguageSchema } from './rubrics-ai.ts'

/** With fewer works, agreement is a matter of luck. */
export const FEW_WORKS = 10

export { GRADING_LIMITS } from './grading-limits.ts'

export const GRADING_KINDS = ['batch', 'calibration'] as const
export const GRADING_STATES = ['draft', 'running', 'completed', 'cancelled', 'limit_reached'] as const
export const WORK_STATES = ['new', 'waiting', 'grading', 'graded', 'failed', 'cancelled'] as const
export type GradingKind = (typeof GRADING_KINDS)[number]
export type GradingState = (typeof GRADING_STATES)[number]
export type WorkState = (typeof WORK_STATES)[number]

const noNul = (value: string): boolean => !value.includes('\u0000')
const text = (max: number) => z.string().max(max).refine(noNul, fieldText('fields.nul_character'))

export const createGradingSchema = z.object({
  kind: z.enum(GRADING_KINDS).default('batch'),
  name: text(GRADING_LIMITS.name).trim().default(''),
  model: text(RUBRIC_AI_LIMITS.model)
    .trim()
    .min(1)
    .nullish()
    .meta({ description: 'One of the organization’s models; omitted: its default model' }),
  assistant_id: z
    .int()
    .positive()
    .nullish()
    .meta({ description: 'An assistant that grades, with its own model, instructions and tools' }),
  language: rubricLanguageSchema.nullish(),
})
export type NewGrading = z.output<typeof createGradingSchema>

export const startGradingSchema = z.object({
  max_cost: z.number().positive().max(MONEY_LIMITS.maxCost).nullish().meta({
    description:
      'In the organization’s currency, for this grading over all its runs. Null: no limit; omitted: the limit stays the same',
  }),
})
export type StartGrading = z.output<typeof startGradingSchema>

export const gradingEstimateSchema = z.object({
  works: z.number().meta({ description: 'The number of works that would be graded' }),
  cost: z.number().nullable().meta({ description: 'Null if the model has no price' }),
  currency: z.string(),
  model: z.string(),
})
export type GradingEstimate = z.infer<typeof gradingEstimateSchema>

/** One work: a file in the field `file`, or its text. */
export const addWorkSchema = z.object({
  file: z.file().optional(),
  name: text(GRADING_LIMITS.name).trim().optional(),
  text: z.string().optional(),
})
export type NewWork = z.output<typeof addWorkSchema>

const gradeSchema = z.object({
  criterion_id: z.string().max(300),
  level: z.string().max(300).nullable().meta({ description: 'The name of the level, or null' }),
  comment: text(GRADING_LIMITS.comment).default(''),
})
export type WorkGrade = z.output<typeof gradeSchema>
const grades = z.array(gradeSchema).max(100)

export const workReviewSchema = z.object({
  grades,
  feedback: text(GRADING_LIMITS.comment * 2).default(''),
  accepted: z.boolean(),
})
export type WorkReview = z.output<typeof workReviewSchema>

export const acceptWorksSchema = z.object({
  works: z
    .array(
      z.object({
        id: z.int().positive(),
        score: z.number().nullish().meta({
          description: 'The score that the person saw. If it has changed, the grade is not accepted',
        }),
      }),
    )
    .min(1)
    .max(GRADING_LIMITS.works),
  accepted: z.boolean().default(true).meta({ description: 'False withdraws acceptances' }),
})
export type AcceptWorks = z.output<typeof acceptWorksSchema>

export const acceptedWorksSchema = z.object({
  results: z.array(
    z.object({
      id: z.number(),
      done: z.boolean(),
      message: z.string().optional().meta({ description: 'Why it was not done' }),
      ...messageFields,
    }),
  ),
})
export type AcceptedWorks = z.output<typeof acceptedWorksSchema>

export const handGradesSchema = z.object({ grades })

const levelSchema = z.object({ label: z.string(), score: z.number(), description: z.string() })
const criterionSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  weight: z.number(),
  levels: z.array(levelSchema),
})

const countsSchema = z.object({
  total: z.number(),
  new: z.number(),
  waiting: z.number(),
  grading: z.number(),
  graded: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  accepted: z.number(),
})

export const gradingSchema = z.object({
  id: z.number(),
  kind: z.enum(GRADING_KINDS),
  name: z.string(),
  state: z.enum(GRADING_STATES),
  counts: countsSchema,
  model: z.string().nullable(),
  assistant_id: z.number().nullable(),
  assistant_name: z.string().nullable(),
  language: z.string().nullable(),
  previous_id: z
    .number()
    .nullable()
    .meta({ description: 'The calibration with the same works before the rubric was changed' }),
  max_cost: z.number().nullable().meta({ description: 'Null for no limit' }),
  spent: z
    .number()
    .meta({ description: 'What its model calls have cost, without models that have no price' }),
  currency: z.string(),
  rubric_changed: z.boolean().meta({ description: 'Whether the rubric has changed since' }),
  created_at: z.number(),
})
export type Grading = z.infer<typeof gradingSchema>
export const gradingListSchema = z.object({ gradings: z.array(gradingSchema) })

export const gradedWorkSchema = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(WORK_STATES),
  error: z.string().nullable(),
  ...messageFields,
  grades: z
    .array(gradeSchema.extend({ score: z.number().nullable() }))
    .meta({ description: 'One per criterion: the model’s, or the person’s once they have changed it' }),
  score: z.number().nullable().meta({ description: 'Null while a criterion has no level' }),
  evidence: z.number().meta({ description: 'The number of quotes' }),
  changed: z.boolean().meta({ description: 'Whether a person changed a level' }),
  accepted: z.boolean(),
  hand_grades: z.array(gradeSchema),
})
export type GradedWork = z.infer<typeof gradedWorkSchema>

export const gradingDetailSchema = gradingSchema.extend({
  rubric: z.object({ title: z.string(), max_score: z.number(), criteria: z.array(criterionSchema) }),
  works: z.array(gradedWorkSchema),
})
export type GradingDetail = z.infer<typeof gradingDetailSchema>

export const gradedWorkDetailSchema = gradedWorkSchema.extend({
  text: z.string(),
  feedback: z.string(),
  evaluation: rubricEvaluationSchema.nullable(),
})
export type GradedWorkDetail = z.infer<typeof gradedWorkDetailSchema>

export const KAPPA_MISSING = ['no_grades', 'one_level', 'same_grade'] as const
const share = z.number().min(0).max(1).nullable()
const agreementSchema = z.object({
  grades: z.number().meta({ description: 'Grades that a person and the model both gave' }),
  exact: share.meta({ description: 'The share with the same level' }),
  adjacent: share.meta({ description: 'The share that is at most one level apart' }),
  kappa: z.number().nullable().meta({ description: 'Quadratic weighted kappa, from −1 to 1' }),
  kappa_missing: z.enum(KAPPA_MISSING).nullable().meta({ description: 'Why there is no kappa' }),
})
export type AgreementFigures = z.infer<typeof agreementSchema>

const criterionAgreementSchema = agreementSchema.extend({ criterion_id: z.string(), name: z.string() })
export const gradingAgreementSchema = z.object({
  works: z.number().meta({ description: 'Works that both have graded' }),
  few_works: z.boolean().meta({ description: `Fewer than ${FEW_WORKS}: the figures may be due to chance` }),
  overall: agreementSchema.meta({
    description: 'Shares of all grades; kappa is the mean of the criteria that have one',
  }),
  criteria: z.array(criterionAgreementSchema),
  disagreements: z.array(
    z.object({
      work_id: z.number(),
      work_name: z.string(),
      criterion_id: z.string(),
      hand_level: z.string(),
      model_level: z.string(),
      distance: z.number().meta({ description: 'Levels between the two grades' }),
      justification: z.string(),
      quotes: z.array(z.string()),
    }),
  ),
  previous: z
    .object({
      id: z.number(),
      created_at: z.number(),
      overall: agreementSchema,
      criteria: z.array(criterionAgreementSchema),
    })
    .nullable()
    .meta({ description: 'The same works before the rubric was changed' }),
})
export type GradingAgreement = z.infer<typeof gradingAgreementSchema>
