/** A word of the question. Any of its terms matches: they are its stems in the languages of the documents. */
export interface QueryWord {
  terms: readonly number[]
  /** Its weight: its frequency in the question, lower in a sentence that only gives context. */
  times: number
}
export type QueryWords = readonly QueryWord[]

/** Each term separately. */
export function toQueryWords(terms: readonly number[]): QueryWords {
  const times = new Map<number, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  return Array.from(times, ([term, count]) => ({ terms: [term], times: count }))
}
