import * as z from 'zod'

/** The answer to a request that has nothing to return. */
export const doneSchema = z.object({ success: z.literal(true) })

export const DONE = { success: true } as const
