import * as z from 'zod'

/** Where a passage is in its document. */
export const placeShape = {
  page: z.int().nullable(),
  page_end: z
    .int()
    .nullable()
    .meta({ description: 'The last page, if the passage continues on another page' }),
  slide: z.int().nullable(),
  sheet: z.string().nullable(),
  time: z
    .string()
    .nullable()
    .meta({ description: 'When the passage starts in a recording, such as `00:12:03`' }),
}
