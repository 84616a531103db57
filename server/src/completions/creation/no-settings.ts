import * as z from 'zod'

/** The settings of a tool that has none. */
export const noSettings = z.object({}) as z.ZodType<Record<string, never>>
