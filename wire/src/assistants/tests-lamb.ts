import * as z from 'zod'
import { pageSize } from '../paging.ts'
import { TEST_LIMITS } from './assistant-limits.ts'
import { testDraftSchema } from './tests.ts'

const { shape } = testDraftSchema
const orNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.nullish())
const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (typeof value === 'string' && value.trim() === '')

/** A test as LAMB's clients send it. */
export const scenarioSchema = z.object({
  title: shape.title.unwrap().nullish(),
  description: shape.description.unwrap().nullish(),
  scenario_type: shape.kind.unwrap().nullish(),
  // For LAMB, an empty list is the same as none.
  message: orNone(z.string().trim().max(TEST_LIMITS.message)),
  messages: orNone(shape.messages),
  expected_behavior: z.string().trim().max(TEST_LIMITS.notes).nullish(),
  tags: shape.tags.unwrap().nullish(),
})
export type Scenario = z.output<typeof scenarioSchema>

export const scenarioListQuerySchema = z.object({ limit: pageSize(50, 500) })
