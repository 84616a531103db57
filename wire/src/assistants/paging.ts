import * as z from 'zod'

export const paging = (defaultLimit: number) => ({
  limit: z.coerce.number().int().min(1).max(100).default(defaultLimit),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})
