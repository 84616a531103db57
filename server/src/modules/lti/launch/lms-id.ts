import * as z from 'zod'

export const MAX_ID = 255

/** An id is not cut off, or two could become the same; one of blanks would be the same for everyone. */
export const lmsIdSchema = z
  .string()
  .max(MAX_ID)
  .refine((id) => id.trim() !== '' && !id.includes('\u0000'))
