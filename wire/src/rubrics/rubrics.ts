import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { paging } from '../paging.ts'

export const RUBRIC_LIMITS = {
  title: 255,
  description: 10_000,
  text: 20_000,
  criteria: 100,
  levels: 50,
  /** For the whole JSON: a list returns a hundred of them. */
  bytes: 256 * 1024,
  /** Larger, because a file may be indented. */
  fileBytes: 1024 * 1024,
} as const

export const SCORING_TYPES = ['points', 'percentage', 'holistic', 'single-point', 'checklist'] as const

// PostgreSQL can't store U+0000 in a text; refused here with a clear message.
export const rubricText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
export const rubricTitle = rubricText(RUBRIC_LIMITS.title)
  .trim()
  .min(1, fieldText('fields.rubric_title_required'))
const nonEmpty = (max: number) =>
  rubricText(max).refine((value) => value.trim() !== '', fieldText('fields.empty'))

/** Forms and files of other programs may write numbers as text. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
)
const order = number
  .pipe(z.int(fieldText('fields.whole_number')).min(0, fieldText('fields.negative')))
  .optional()

const levelSchema = z.looseObject({
  id: nonEmpty(RUBRIC_LIMITS.title),
  score: number,
  label: nonEmpty(RUBRIC_LIMITS.title),
  description: nonEmpty(RUBRIC_LIMITS.text),
  order,
})

const criterionSchema = z.looseObject({
  id: nonEmpty(RUBRIC_LIMITS.title),
  name: nonEmpty(RUBRIC_LIMITS.title),
  description: nonEmpty(RUBRIC_LIMITS.text),
  weight: number.pipe(z.number().min(0, fieldText('fields.negative'))),
  order,
  levels: z
    .array(levelSchema)
    .min(2, fieldText('fields.rubric_levels_required'))
    .max(RUBRIC_LIMITS.levels)
    .refine((levels) => new Set(levels.map((level) => level.id)).size === levels.length, {
      message: fieldText('fields.duplicate_level'),
    }),
})

/** LAMB's rubric JSON. Other fields are kept. As in LAMB, it is not checked that weights add up to 100. */
export const rubricDataSchema = z
  .looseObject({
    rubricId: rubricText(RUBRIC_LIMITS.title + 50).min(10, fieldText('fields.rubric_id_too_short')),
    title: nonEmpty(RUBRIC_LIMITS.title),
    description: rubricText(RUBRIC_LIMITS.description),
    metadata: z.looseObject({
      createdAt: nonEmpty(RUBRIC_LIMITS.title),
      modifiedAt: nonEmpty(RUBRIC_LIMITS.title),
    }),
    criteria: z
      .array(criterionSchema)
      .min(1, fieldText('fields.rubric_criteria_required'))
      .max(RUBRIC_LIMITS.criteria),
    scoringType: z.enum(SCORING_TYPES),
    maxScore: number.pipe(z.number().positive(fieldText('fields.positive'))),
  })
  .refine((data) => new TextEncoder().encode(JSON.stringify(data)).length <= RUBRIC_LIMITS.bytes, {
    message: fieldText('fields.max_kib', { limit: RUBRIC_LIMITS.bytes / 1024 }),
  })
export type RubricData = z.output<typeof rubricDataSchema>

const someText = z.string().catch('')
const someNumber = (otherwise: number) => number.pipe(z.number()).catch(otherwise)
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) =>
      Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [],
    z.array(item),
  )

const sheetLevel = z.object({ score: someNumber(0), label: someText, description: someText })
const sheetCriterion = z.object({
  id: someText,
  name: someText,
  description: someText,
  weight: someNumber(0),
  levels: listOf(sheetLevel),
})

/**
 * The fields of a stored rubric that are needed for display. Rows from LAMB may be incomplete, so nothing is refused
 * here.
 */
export const rubricSheetSchema = z.object({
  title: someText,
  description: someText,
  metadata: z
    .object({ subject: someText, gradeLevel: someText })
    .catch(() => ({ subject: '', gradeLevel: '' })),
  criteria: listOf(sheetCriterion),
  scoringType: z.string().catch('points'),
  maxScore: someNumber(10),
})
export type RubricSheet = z.output<typeof rubricSheetSchema>

/** With the ids of levels, for editing. Copies of rubrics in gradings lack them. */
export const editableSheetSchema = rubricSheetSchema.extend({
  criteria: listOf(sheetCriterion.extend({ levels: listOf(sheetLevel.extend({ id: someText })) })),
})

const contentLevel = z.object({
  id: z.string(),
  label: z.string(),
  score: z.number(),
  description: z.string(),
})
const contentCriterion = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  weight: z.number().meta({ description: 'In percent' }),
  levels: z.array(contentLevel),
})
/** What a person writes, and what a proposal or a preview contains. */
export const rubricContentSchema = z.object({
  title: z.string(),
  description: z.string(),
  subject: z.string(),
  grade_level: z.string(),
  scoring_type: z.string(),
  max_score: z.number(),
  criteria: z.array(contentCriterion),
})
export type RubricContent = z.output<typeof rubricContentSchema>

const newId = z.string().optional().meta({ description: 'Omitted for a new one' })
/** `criteria` are checked with the whole rubric. */
export const changeRubricSchema = z.object({
  title: rubricTitle.optional(),
  description: rubricText(RUBRIC_LIMITS.description).optional(),
  subject: rubricText(RUBRIC_LIMITS.title).optional(),
  grade_level: rubricText(RUBRIC_LIMITS.title).optional(),
  scoring_type: z.string().max(50).optional(),
  max_score: z.number().optional(),
  criteria: z
    .array(
      contentCriterion.extend({
        id: newId,
        description: z.string().default('').meta({ description: 'Empty: the name' }),
        levels: z.array(contentLevel.extend({ id: newId })),
      }),
    )
    .optional(),
  is_public: z
    .boolean()
    .optional()
    .meta({ description: 'Whether everyone in the organization can use and copy it' }),
})
export const newRubricSchema = changeRubricSchema
  .omit({ is_public: true })
  .required({ title: true, criteria: true })

export const RUBRIC_SCOPES = ['mine', 'public', 'showcase', 'usable'] as const
const sought = rubricText(200).trim().default('')
export const rubricQuerySchema = z.object({
  scope: z.enum(RUBRIC_SCOPES).default('mine').meta({
    description:
      '`public`: shared in your organization, and templates for all; `showcase`: those that an admin recommends; `usable`: those that your assistants can use, your own and public ones',
  }),
  ...paging(50),
  search: sought,
  subject: sought,
  grade_level: sought,
})

export const rubricSchema = rubricContentSchema.extend({
  id: z.string(),
  owner_email: z.string(),
  is_public: z.boolean(),
  is_showcase: z.boolean().meta({ description: 'Recommended by an admin of the organization' }),
  created_at: z.number(),
  updated_at: z.number(),
})
export type Rubric = z.output<typeof rubricSchema>
export const rubricListSchema = z.object({ rubrics: z.array(rubricSchema), total: z.number() })
