import type { Judged, WeighedWord } from '../question/grade.ts'
import type { QuestionTerms } from '../question/question-terms.ts'
import { FUSION, type Fused, type Fusion, fuse } from './fuse.ts'
import { fileAt, type Part, sizeOfFile } from './parts.ts'
import type { Ranked } from './pick-best.ts'
import { type Bm25, idf, type QueryWords, Ranking } from './rank.ts'
import { sectionsOf } from './sections.ts'
import { similarityOf } from './semantic-score.ts'

/** A chunk that was found, with its scores. Scores of words and n-grams are relative to the best of this search. */
export interface FoundChunk {
  base: number
  file: number
  /** The index of the chunk in its file. */
  ordinal: number
  score: number
  words: number
  grams: number
  /** Similarity in meaning, from 0 to 1; null without a search by meaning. */
  vectors: number | null
  /** The coverage of the question, from 0 to 1. Unlike the score, it can be compared between searches. */
  similarity: number
}

/** A chunk of one of the parts. */
export interface ChunkPlace {
  list: number
  chunk: number
}

/** What a search has found, and what it takes to judge it. */
export interface Findings extends Judged {
  chunks: FoundChunk[]
  /** Scores were divided by this: more than 1 if vectors have added to those of the words. */
  scale: number
}

/** The document frequency of a term, if the parts don't contain all of its chunks. */
export interface DocumentFrequencies {
  words: ReadonlyMap<number, number>
  grams: ReadonlyMap<number, number>
}

export interface RankOptions {
  limit: number
  /** Undefined without a search by meaning. */
  byMeaning?: readonly Ranked[] | undefined
  fusion?: Fusion | undefined
  frequencies?: DocumentFrequencies
  /** Only these are ranked. */
  only?: readonly ChunkPlace[]
}

const BM25: Bm25 = { k1: 1.2, b: 0.75 }
export const CANDIDATES = 100
const ALL_KNOWN: DocumentFrequencies = { words: new Map(), grams: new Map() }

/** Ranks over all parts together. */
export function rankParts(parts: readonly Part[], terms: QuestionTerms, options: RankOptions): Findings {
  const { limit, byMeaning, fusion = FUSION, frequencies = ALL_KNOWN, only } = options
  const { inWords, inGrams } = rankingsOf(parts, frequencies)
  const best = (ranking: Ranking, words: QueryWords): Ranked[] =>
    only ? bestOf(only, ranking, words) : ranking.best(words, CANDIDATES, BM25)
  const fused = fuse(best(inWords, terms.words), best(inGrams, terms.grams), byMeaning, fusion)
  const coverageOf = (place: ChunkPlace, words = terms.mainWords, grams = terms.mainGrams) =>
    (inWords.coverage(words, place) + inGrams.coverage(grams, place)) / 2
  // A passage may be close to the sentences around the question only.
  const similarityTo = (place: ChunkPlace) =>
    terms.hasContext
      ? Math.max(coverageOf(place), coverageOf(place, terms.words, terms.grams))
      : coverageOf(place)
  const [first] = fused
  const bestScore = Math.max(1, first?.score ?? 1)
  const chunks = fused.slice(0, limit).map(({ list, chunk, score, above, ...shares }) => {
    const part = parts[list] as Part
    const { file, first } = fileAt(part, chunk)
    const place = { list, chunk }
    const coverage = similarityTo(place)
    const vectors = above === null ? null : similarityOf(above)
    return {
      base: part.base,
      file,
      ordinal: chunk - first,
      score: score / bestScore,
      ...shares,
      vectors,
      similarity: Math.max(coverage, vectors ?? 0),
    }
  })
  return {
    chunks,
    scale: bestScore,
    words: weigh(terms, inWords),
    isStatement: terms.isStatement,
    isVague: terms.isVague,
    coverage: first ? coverageOf(first) : 0,
    tenth: tenthOf(parts, fused),
    focus: focusOf(parts, fused),
  }
}

function rankingsOf(parts: readonly Part[], frequencies: DocumentFrequencies) {
  const listsOf = (kind: 'words' | 'grams') =>
    parts.map((part) => ({ postings: part[kind], sections: sectionsOf(part) }))
  return {
    inWords: new Ranking(listsOf('words'), frequencies.words),
    inGrams: new Ranking(listsOf('grams'), frequencies.grams),
  }
}

/** Weights are computed as if there were this many more passages, so that they mean the same in small bases. */
const BACKGROUND = 300

function weigh({ content, mustBeKnown }: QuestionTerms, inWords: Ranking): WeighedWord[] {
  const { frequencies, chunks } = inWords.frequencies(content)
  if (mustBeKnown && content.some((_, at) => (frequencies[at] ?? 0) === 0)) return []
  return content.map(({ text, terms, times, isName }, at) => ({
    text,
    terms,
    isName,
    isUnknown: (frequencies[at] ?? 0) === 0,
    weight: times * idf(Math.max(0.5, frequencies[at] ?? 0), chunks + BACKGROUND),
  }))
}

const TENTH = 10

function tenthOf(parts: readonly Part[], ranked: readonly Fused[]): number {
  const best = ranked[0]?.score ?? 0
  const seen = new Set<string>()
  for (const { list, chunk, score } of ranked) {
    seen.add(`${list}:${sectionsOf(parts[list] as Part).of[chunk]}`)
    if (seen.size > TENTH) return best === 0 ? 0 : score / best
  }
  return 0
}

/** Passages that are looked at to see whether they are from one document. */
const FOCUSED = 10
/** A document that is a larger share of the base has many of the best passages of any question. */
const MAX_SHARE = 1 / 4
/** Questions without an answer rarely have more. */
const BY_CHANCE = 0.25

/** How many more of the best passages are from the document of the best one than chance would give. */
function focusOf(parts: readonly Part[], ranked: readonly Fused[]): number {
  const best = ranked.slice(0, FOCUSED)
  const [first] = best
  if (!first) return 0
  const total = parts.reduce((sum, { words }) => sum + words.lengths.length, 0)
  const fileOf = ({ list, chunk }: ChunkPlace) => fileAt(parts[list] as Part, chunk)
  const file = fileOf(first)
  const size = sizeOfFile(parts[first.list] as Part, file)
  if (size < 2 || size > total * MAX_SHARE) return 0
  const others = best.slice(1)
  const same = others.filter(
    (candidate) => candidate.list === first.list && fileOf(candidate) === file,
  ).length
  const byChance = (others.length * (size - 1)) / (total - 1)
  const maximum = Math.min(others.length, size - 1)
  if (maximum <= byChance) return 0
  const share = Math.max(-BY_CHANCE, (same - byChance) / (maximum - byChance)) - BY_CHANCE
  // The one other passage of a short document says less than nine of a long one.
  return (share * maximum) / (maximum + 1)
}

const bestOf = (only: readonly ChunkPlace[], ranking: Ranking, words: QueryWords): Ranked[] =>
  ranking
    .scoresOf(words, only, BM25)
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
    .slice(0, CANDIDATES)

/** The best by words and the best by grams, each chunk once. */
export function findCandidates(
  parts: readonly Part[],
  { words, grams }: Pick<QuestionTerms, 'words' | 'grams'>,
  frequencies: DocumentFrequencies,
  count: number,
): ChunkPlace[] {
  const { inWords, inGrams } = rankingsOf(parts, frequencies)
  const places = new Map<number, ChunkPlace>()
  for (const { list, chunk } of [...inWords.best(words, count, BM25), ...inGrams.best(grams, count, BM25)])
    places.set(list * 2 ** 32 + chunk, { list, chunk })
  return [...places.values()]
}
