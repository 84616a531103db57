import type { Language } from '../../../../platform/text/language.ts'
import type { WeighedWord } from './grade.ts'
import { termsInOrder } from './terms-in-order.ts'

/** Passages that are compared. Twice as many find nothing more, and cost every answer half a millisecond. */
export const COMPARED = 10
/** What a passage gains that has all neighboring words of the question side by side; the best score is 1. */
const GAIN = 0.25
/** Words this far apart are not together. */
const FAR = 12

export interface ComparedPassage {
  score: number
  text: string
  language: Language
}

/**
 * The scores of the passages, best first, raised for words that are as close together as in the question: "steam
 * engine" rather than steam on one page and an engine on another. Measured: docs/decisions/0026.
 */
export function scoresByProximity(
  words: readonly WeighedWord[],
  passages: readonly ComparedPassage[],
  scale: number,
): number[] {
  const wordOf = new Map<number, number>()
  for (const [at, { terms }] of words.entries()) for (const term of terms) wordOf.set(term, at)
  const scores = passages.map(({ score, text, language }, at) =>
    at < COMPARED ? score + (GAIN / scale) * proximity(words, positionsIn(text, language, wordOf)) : score,
  )
  const best = scores.reduce((max, score) => Math.max(max, score), 1)
  return scores.map((score) => score / best)
}

/** Where each word of the question is, in ascending order. */
function positionsIn(
  text: string,
  language: Language,
  wordOf: ReadonlyMap<number, number>,
): Map<number, number[]> {
  const positions = new Map<number, number[]>()
  const terms = termsInOrder(text, language)
  for (let position = 0; position < terms.length; position++) {
    const term = terms[position]
    const at = term ? wordOf.get(term) : undefined
    if (at === undefined) continue
    const places = positions.get(at)
    if (places) places.push(position)
    else positions.set(at, [position])
  }
  return positions
}

/** From 0 to 1: which share of the neighboring words of the question are close together, weighted by the less rare one. */
function proximity(words: readonly WeighedWord[], positions: ReadonlyMap<number, readonly number[]>): number {
  let near = 0
  let total = 0
  for (let at = 0; at + 1 < words.length; at++) {
    const weight = Math.min(words[at]?.weight ?? 0, words[at + 1]?.weight ?? 0)
    total += weight
    const [first, second] = [positions.get(at), positions.get(at + 1)]
    if (first && second) near += weight * closeness(distance(first, second))
  }
  return total === 0 ? 0 : near / total
}

const closeness = (steps: number): number => Math.max(0, 1 - Math.log(steps) / Math.log(FAR))

/** The smallest distance. One more step if the words are in reverse order. */
function distance(first: readonly number[], second: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let a = 0, b = 0; a < first.length && b < second.length; ) {
    const steps = (second[b] as number) - (first[a] as number)
    smallest = Math.min(smallest, steps > 0 ? steps : 1 - steps)
    if (steps > 0) a++
    else b++
  }
  return smallest
}
