import * as z from 'zod'
import { idSchema } from '../assistants/assistants.ts'
import { fieldText } from '../messages/fields.ts'

/** How much an assistant remembers about one person. */
export const MEMORY_LIMITS = { facts: 100, factLength: 500 } as const

export const memoryListQuerySchema = z.object({ assistant_id: idSchema.optional() })

/** The memories to delete: those of one assistant, or all. */
export const forgetQuerySchema = z
  .object({ assistant_id: idSchema.optional(), all: z.enum(['true', 'false']).default('false') })
  .refine(({ assistant_id, all }) => (assistant_id !== undefined) !== (all === 'true'), {
    error: fieldText('fields.memory_scope'),
  })

export const memorySchema = z.object({
  id: z.number().int(),
  assistant_id: z.number().int(),
  assistant_name: z.string(),
  fact: z.string(),
  created_at: z.number().int(),
})
export type Memory = z.infer<typeof memorySchema>

export const memoryListSchema = z.object({
  memories: z.array(memorySchema),
  /** The total number; the list has the newest 1000. */
  total: z.number().int(),
})
export type MemoryList = z.infer<typeof memoryListSchema>

export const forgottenSchema = z.object({ success: z.literal(true), deleted: z.number().int() })
