import * as z from 'zod'

/** Clients that ask for more than a page can hold get a full page, not an error. */
export const sizeUpTo = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .overwrite((size) => Math.min(size, most))
    .meta({ description: `At most ${most}; higher values count as ${most}` })

export const pageSize = (fallback: number, most: number) => sizeUpTo(most).default(fallback)

export const paging = (defaultLimit: number, most = 100) => ({
  limit: pageSize(defaultLimit, most),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})
