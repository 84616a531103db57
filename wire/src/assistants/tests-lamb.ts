import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { pageSize } from '../paging.ts'
import { TEST_LIMITS } from './assistant-limits.ts'
import { testDraftSchema } from './tests.ts'

/** A test as LAMB's clients send it. */
const { shape } = testDraftSchema
export const scenarioSchema = z.object({
  title: shape.title.unwrap().nullish(),
  description: shape.description.unwrap().nullish(),
  scenario_type: shape.kind.unwrap().nullish(),
  message: z.string().trim().min(1).max(TEST_LIMITS.message).nullish(),
  messages: shape.messages.nullish(),
  expected_behavior: z.string().trim().max(TEST_LIMITS.notes).nullish(),
  tags: shape.tags.unwrap().nullish(),
})
export const newScenarioSchema = scenarioSchema.refine(({ message, messages }) => message ?? messages, {
  message: fieldText('fields.message_text_required'),
  path: ['message'],
})
export type Scenario = z.output<typeof scenarioSchema>

export const scenarioListQuerySchema = z.object({ limit: pageSize(50, 500) })
