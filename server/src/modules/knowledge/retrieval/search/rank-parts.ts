import type { Language } from '../../../../platform/text/language.ts'
import type { Terms } from '../../../../platform/text/terms.ts'
import { FUSION, type Fusion, fuse } from './fuse.ts'
import { askedIn, fileAt, gramsOf, type Part } from './parts.ts'
import { type Bm25, type Ranked, Ranking, toWanted, type Wanted } from './rank.ts'
import { similarityOf } from './semantic-score.ts'

/** A chunk that was found, and why. Scores of words and grams are relative to the best of this search. */
export interface FoundChunk {
  base: number
  file: number
  /** The place of the chunk in its file. */
  ordinal: number
  score: number
  words: number
  grams: number
  /** How near the passage is in meaning, from 0 to 1; null when the search was by words alone. */
  vectors: number | null
  /** How much of the question the passage has, from 0 to 1. Unlike the score it can be compared between searches. */
  similarity: number
}

/** A chunk of one of the parts. */
export interface ChunkPlace {
  list: number
  chunk: number
}

/** What a question looks for. */
export interface Asked {
  byLanguage: ReadonlyMap<Language, Terms>
  words: Wanted
  grams: Wanted
}

/** In how many chunks a term is, where the parts do not have all of its chunks. */
export interface Having {
  words: ReadonlyMap<number, number>
  grams: ReadonlyMap<number, number>
}

export interface RankOptions {
  limit: number
  /** Undefined when the search is by words alone. */
  byMeaning?: readonly Ranked[] | undefined
  fusion?: Fusion | undefined
  having?: Having
  /** Only these are ranked. */
  only?: readonly ChunkPlace[]
}

const BM25: Bm25 = { k1: 1.2, b: 0.75 }
export const CANDIDATES = 100
const NOTHING = toWanted([])
const ALL_KNOWN: Having = { words: new Map(), grams: new Map() }

export function toAsked(parts: readonly Pick<Part, 'languages'>[], question: string): Asked {
  const byLanguage = askedIn(parts, question)
  return {
    byLanguage,
    words: toWanted([...byLanguage.values()].flatMap((terms) => terms.words)),
    grams: toWanted(gramsOf(byLanguage)),
  }
}

/** One ranking over all parts. */
export function rankParts(parts: readonly Part[], asked: Asked, options: RankOptions): FoundChunk[] {
  const { limit, byMeaning, fusion = FUSION, having = ALL_KNOWN, only } = options
  const inWords = new Ranking(
    parts.map((part) => part.words),
    having.words,
  )
  const inGrams = new Ranking(
    parts.map((part) => part.grams),
    having.grams,
  )
  const best = (ranking: Ranking, wanted: Wanted): Ranked[] =>
    only ? bestOf(only, ranking, wanted) : ranking.best(wanted, CANDIDATES, BM25)
  const found = fuse(best(inWords, asked.words), best(inGrams, asked.grams), byMeaning, fusion)
  const most = Math.max(1, found[0]?.score ?? 1)
  const ofLanguage = new Map(
    [...asked.byLanguage].map(([language, terms]) => [language, toWanted(terms.words)]),
  )
  return found.slice(0, limit).map(({ list, chunk, score, above, ...shares }) => {
    const part = parts[list] as Part
    const { file, first, language } = fileAt(part, chunk)
    const own = ofLanguage.get(language) ?? NOTHING
    const place = { list, chunk }
    const coverage = (inWords.coverage(own, place) + inGrams.coverage(asked.grams, place)) / 2
    const vectors = above === null ? null : similarityOf(above)
    const similarity = Math.max(coverage, vectors ?? 0)
    return {
      base: part.base,
      file,
      ordinal: chunk - first,
      score: score / most,
      ...shares,
      vectors,
      similarity,
    }
  })
}

function bestOf(only: readonly ChunkPlace[], ranking: Ranking, wanted: Wanted): Ranked[] {
  return only
    .map((place) => ({ ...place, score: ranking.scoreOf(wanted, place, BM25) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
    .slice(0, CANDIDATES)
}

/** The best by words and the best by grams, each chunk once. */
export function findCandidates(
  parts: readonly Part[],
  { words, grams }: Asked,
  having: Having,
  count: number,
): ChunkPlace[] {
  const inWords = new Ranking(
    parts.map((part) => part.words),
    having.words,
  )
  const inGrams = new Ranking(
    parts.map((part) => part.grams),
    having.grams,
  )
  const places = new Map<number, ChunkPlace>()
  for (const { list, chunk } of [...inWords.best(words, count, BM25), ...inGrams.best(grams, count, BM25)])
    places.set(list * 2 ** 32 + chunk, { list, chunk })
  return [...places.values()]
}
