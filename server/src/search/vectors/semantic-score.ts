/** A question with its vector. */
export interface EmbeddedQuestion {
  model: string
  /** Of length 1. */
  vector: Float32Array
  /** Its cosines with unrelated texts: the level of chance, for bases that are too small to estimate it. */
  background: readonly number[]
}

/**
 * How far each passage's cosine is above the best value expected by chance, in standard deviations. Cosines
 * themselves say little: unrelated texts have 0.1 with one model and 0.7 with another. Embeddings that don't capture
 * the topic are never far above chance, so they don't spoil the word matches.
 */
export interface Measure {
  /** Scores by list; 0 for chunks without one. */
  all: Float64Array[]
  /** Score of any other passage. */
  of(cosine: number): number
}

/**
 * `population`: the total number of passages, if the lists only have the cosines of some. Undefined if there are
 * none.
 */
export function createMeasure(
  cosines: readonly Float32Array[],
  background: readonly number[],
  population = 0,
): Measure | undefined {
  let count = background.length
  let sum = 0
  let squares = 0
  for (const value of background) {
    sum += value
    squares += value * value
  }
  let passages = 0
  for (const list of cosines)
    for (const value of list) {
      if (Number.isNaN(value)) continue
      passages++
      sum += value
      squares += value * value
    }
  count += passages
  if (Math.max(passages, population) === 0 || count < 2) return undefined
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 1e-8))
  const chance = Math.sqrt(2 * Math.log(Math.max(passages, population) + 1))
  const of = (cosine: number): number => (Number.isNaN(cosine) ? 0 : (cosine - mean) / deviation - chance)
  return { all: cosines.map((list) => Float64Array.from(list, of)), of }
}

/** From 0 to 1, comparable to the word coverage of a passage. */
export const similarityOf = (above: number): number => (above <= 0 ? 0 : 1 - Math.exp(-above / 4.5))
