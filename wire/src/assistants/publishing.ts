import * as z from 'zod'
import { settingsWarningSchema } from './assistant-records.ts'
import { testGateSchema } from './tests.ts'

/** How a problem can be solved. */
export const publishFixSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('template'),
    placeholders: z.array(z.string()).meta({ description: 'Missing from the prompt template' }),
  }),
  z.object({ kind: z.literal('model') }),
  z.object({ kind: z.literal('documents'), knowledge_base: z.string() }),
  z.object({ kind: z.literal('tool'), index: z.number().meta({ description: 'In the list of tools' }) }),
])
export type PublishFix = z.infer<typeof publishFixSchema>

export const publishProblemSchema = settingsWarningSchema.extend({
  refused: z.boolean().meta({ description: 'Whether publishing is refused' }),
  fix: publishFixSchema.nullable(),
})
export type PublishProblem = z.infer<typeof publishProblemSchema>

export const publishCheckSchema = z.object({
  problems: z.array(publishProblemSchema).meta({
    description: 'Problems that would keep the saved assistant from answering, or from using its material',
  }),
  tests: testGateSchema,
  can_publish: z
    .boolean()
    .meta({ description: 'False if publishing is refused, or needs a reason because of tests' }),
})
export type PublishCheck = z.infer<typeof publishCheckSchema>
