import { pickBest, type Ranked } from './pick-best.ts'

/** A question with its vector. */
export interface EmbeddedQuestion {
  model: string
  /** Of length 1. */
  vector: Float32Array
  /** Its cosines with texts about anything and everything: what chance gives, for bases too small to tell. */
  background: readonly number[]
}

/**
 * How far each passage's cosine is above what chance would give as the best of so many, in standard deviations. Cosines themselves say
 * little: with one model strangers have 0.1, with another one 0.7. And vectors that know nothing of the matter are never far above chance,
 * so that they do not spoil what the words have found. Passages that are not above it are left out.
 */
export function rankBySemanticScore(
  cosines: readonly Float32Array[],
  background: readonly number[],
  limit: number,
): Ranked[] {
  const above = createMeasure(cosines, background)
  return above ? pickBest(above.all, limit) : []
}

/** How far cosines of a question are above chance. */
export interface Measure {
  /** Those of the lists; 0 where there is none. */
  all: Float64Array[]
  /** Any other. */
  of(cosine: number): number
}

/** `population`: how many passages there are, where the lists have the cosines of only some. Undefined when there are none. */
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

/** From 0 to 1, to be compared with how much of a question's words a passage has. */
export const similarityOf = (above: number): number => (above <= 0 ? 0 : 1 - Math.exp(-above / 4.5))
