import type { Part } from '../postings/parts.ts'
import type { Postings } from '../postings/postings.ts'
import { weigh } from '../ranking/evidence.ts'
import type { Ranking } from '../ranking/rank.ts'
import { bestByWords, evidenceOf, rankingsOf } from '../ranking/rank-parts.ts'
import type { AskedWord } from '../readings/readings.ts'

/** What evidence means in these documents, learned from questions made of their own words. */
export interface Calibration {
  /** The evidence for words that were drawn from unrelated passages: the median. */
  chance: number
  /** The evidence for questions half of whose words stand together in one passage, in order. */
  half: readonly number[]
}

/** Of a question without its stop words. How many there are makes little difference. */
const WORDS = 6
const QUESTIONS = 100
const JUDGED = 3

/** Documents with fewer passages can't tell chance from meaning. */
const MIN_PASSAGES = 50
/** For few passages, where a word that stands in any of them says much. */
const FEW: Calibration = { chance: 1.9, half: [1.6, 1.8, 2, 2.1, 2.2, 2.4, 2.7, 3, 3.4] }
/** For more passages than are in memory, where any words are together somewhere; as measured for 15,000. */
export const MANY: Calibration = { chance: 3.1, half: [2.9, 3.1, 3.3, 3.5, 3.6, 3.8, 4, 4.3, 4.8] }

export function calibrate(parts: readonly Part[]): Calibration {
  const passages = parts.reduce((sum, { words }) => sum + words.lengths.length, 0)
  if (passages < MIN_PASSAGES) return FEW
  const random = createRandom(passages)
  const { inWords } = rankingsOf(parts)
  const drawn = parts.flatMap((part) => drawPassages(part, passages, random))
  const evidenceOfTerms = (terms: readonly number[]): number => judge(parts, inWords, terms)
  const any = (): number => termAt(parts, random)
  const ofAny = drawn.map(() => evidenceOfTerms(distinct(WORDS, any)))
  const ofHalf = drawn
    .filter((own) => own.length >= WORDS)
    .map((own) => {
      const half = distinct(WORDS / 2, () => own[Math.floor(random() * own.length)] as number)
      return evidenceOfTerms([...half, ...distinct(WORDS / 2, any)])
    })
  if (ofHalf.length < MIN_PASSAGES / 2) return FEW
  return { chance: quantile(ofAny.sort(ascending), 0.5), half: ofHalf.sort(ascending) }
}

/** The evidence above which a search has found something: as much as the best of this many half-answered questions. */
export const foundFrom = ({ half }: Calibration, readings: number): number =>
  quantile(half, 0.5 ** (1 / Math.max(1, readings)))

/** Below this, chance explains what was found. */
export const nothingBelow = ({ chance }: Calibration): number => chance / 2

const ascending = (a: number, b: number): number => a - b
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function judge(parts: readonly Part[], inWords: Ranking, terms: readonly number[]): number {
  const words: AskedWord[] = terms.map((term) => ({ terms: [term], grams: [], times: 1, likeness: 1 }))
  return evidenceOf(parts, weigh({ words }, inWords), bestByWords(inWords, words, JUDGED))
}

/** The same documents are always graded alike. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Fewer if there are not as many different ones. */
function distinct(count: number, draw: () => number): number[] {
  const drawn = new Set<number>()
  for (let turn = 0; drawn.size < count && turn < 20 * count; turn++) drawn.add(draw())
  return [...drawn]
}

/** The terms of random passages. */
function drawPassages({ words }: Part, total: number, random: () => number): number[][] {
  const size = words.lengths.length
  const count = Math.min(size, Math.ceil((QUESTIONS * size) / total))
  const terms = new Map(
    distinct(count, () => Math.floor(random() * size)).map((chunk) => [chunk, [] as number[]]),
  )
  for (const [at, term] of words.terms.entries())
    for (let place = words.offsets[at] as number; place < (words.offsets[at + 1] as number); place++)
      terms.get(words.chunks[place] as number)?.push(term)
  return [...terms.values()]
}

/** A term as often as it occurs. */
function termAt(parts: readonly Part[], random: () => number): number {
  const total = parts.reduce((sum, { words }) => sum + words.chunks.length, 0)
  let place = Math.floor(random() * total)
  for (const { words } of parts) {
    if (place < words.chunks.length) return termOfPlace(words, place)
    place -= words.chunks.length
  }
  return 0
}

function termOfPlace({ terms, offsets }: Postings, place: number): number {
  let low = 0
  let high = terms.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] as number) <= place) low = middle
    else high = middle - 1
  }
  return terms[low] ?? 0
}
