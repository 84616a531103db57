/** Unix seconds, the unit of every `*_at` column and of LAMB's API. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
