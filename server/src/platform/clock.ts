/** Unix seconds, the unit of every `*_at` column and of the LAMB wire. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
