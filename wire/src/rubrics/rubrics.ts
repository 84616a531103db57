import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { pageSize, paging } from '../paging.ts'

export * from './rubrics-ai.ts'

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
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
const nonEmpty = (max: number) => text(max).refine((value) => value.trim() !== '', fieldText('fields.empty'))

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
    rubricId: text(RUBRIC_LIMITS.title + 50).min(10, fieldText('fields.rubric_id_too_short')),
    title: nonEmpty(RUBRIC_LIMITS.title),
    description: text(RUBRIC_LIMITS.description),
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
  criteria: listOf(
    z.object({
      id: someText,
      name: someText,
      description: someText,
      weight: someNumber(0),
      levels: listOf(z.object({ score: someNumber(0), label: someText, description: someText })),
    }),
  ),
  scoringType: z.string().catch('points'),
  maxScore: someNumber(10),
})
export type RubricSheet = z.output<typeof rubricSheetSchema>

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/**
 * A form of LAMB's page, or the same as JSON. `criteria` is a list or its JSON text, and is checked with the whole
 * rubric.
 */
const draftFields = {
  description: maybe(text(RUBRIC_LIMITS.description)),
  subject: maybe(text(RUBRIC_LIMITS.title)),
  gradeLevel: maybe(text(RUBRIC_LIMITS.title)),
  scoringType: maybe(z.string().max(50)),
  maxScore: maybe(z.union([z.number(), z.string().max(50)])),
}
const criteriaText = z.union([z.string(), z.array(z.unknown())])
export const createRubricSchema = z.object({
  title: text(RUBRIC_LIMITS.title).trim().min(1, fieldText('fields.rubric_title_required')),
  ...draftFields,
  criteria: criteriaText,
})
export type RubricDraft = z.output<typeof createRubricSchema>

/** Fields that are left out stay unchanged. */
export const updateRubricSchema = z.object({
  title: maybe(text(RUBRIC_LIMITS.title).trim().min(1, fieldText('fields.rubric_title_required'))),
  ...draftFields,
  criteria: maybe(criteriaText),
})
export type RubricChange = z.output<typeof updateRubricSchema>

/** A checkbox of a form arrives as text. */
const flag = z.union([z.boolean(), z.stringbool()])
export const rubricVisibilitySchema = z.object({ is_public: flag })
export const rubricShowcaseSchema = z.object({ is_showcase: flag })
export const importRubricSchema = z.object({ file: z.file() })

const sought = text(200).trim().default('')
const filters = {
  ...paging(50),
  search: sought,
  subject: sought,
  grade_level: sought,
}
export const publicRubricsQuerySchema = z.object(filters)
export const rubricListQuerySchema = z.object({ tab: z.enum(['my', 'templates']).default('my'), ...filters })
export const accessibleRubricsQuerySchema = z.object({ limit: pageSize(100, 100), search: sought })

const zeroOrOne = z.union([z.literal(0), z.literal(1)])
export const rubricRecordSchema = z.object({
  id: z.number(),
  rubric_id: z.string(),
  organization_id: z.number(),
  owner_email: z.string(),
  title: z.string(),
  description: z.string(),
  rubric_data: z.record(z.string(), z.unknown()),
  is_public: zeroOrOne,
  is_showcase: zeroOrOne,
  parent_rubric_id: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  organization_slug: z.string(),
})
export type RubricRecord = z.infer<typeof rubricRecordSchema>

export const accessibleRubricsSchema = z.object({ rubrics: z.array(rubricRecordSchema), total: z.number() })
export const rubricListSchema = accessibleRubricsSchema.extend({ limit: z.number(), offset: z.number() })
export type RubricList = z.infer<typeof rubricListSchema>
export const savedRubricSchema = z.object({ success: z.literal(true), rubric: rubricRecordSchema })
