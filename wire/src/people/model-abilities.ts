import * as z from 'zod'

/** What a model can do. */
export const MODEL_ABILITIES = ['text', 'pictures', 'tools', 'embeddings'] as const
export type ModelAbility = (typeof MODEL_ABILITIES)[number]

const mark = z.boolean().nullable()
const tokens = z.int().min(1).max(100_000_000).nullable()

/** An admin's own marks for a model; null or missing means what is known of the model. */
export const modelMarksSchema = z.object({
  text: mark.optional(),
  pictures: mark.optional(),
  tools: mark.optional(),
  embeddings: mark.optional(),
  context: tokens.optional().meta({ description: 'Context length in tokens' }),
})
export type ModelMarks = z.output<typeof modelMarksSchema>

/** What is known of a model. Null means unknown. */
export const modelAbilitiesSchema = z.object({
  text: mark,
  pictures: mark.meta({ description: 'Whether it can read images' }),
  tools: mark.meta({ description: 'Whether it can call tools' }),
  embeddings: mark,
  context: tokens,
  marks: modelMarksSchema.meta({ description: 'Set by an admin' }),
})
export type ModelAbilities = z.output<typeof modelAbilitiesSchema>
