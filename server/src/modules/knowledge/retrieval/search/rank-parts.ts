import type { Asked } from '../question/asked.ts'
import type { Judged, WeighedWord } from '../question/grade.ts'
import { FUSION, type Fused, type Fusion, fuse } from './fuse.ts'
import { fileAt, type Part, sizeOfFile } from './parts.ts'
import type { Ranked } from './pick-best.ts'
import { type Bm25, idf, Ranking, type Wanted } from './rank.ts'
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
  having?: DocumentFrequencies
  /** Only these are ranked. */
  only?: readonly ChunkPlace[]
}

const BM25: Bm25 = { k1: 1.2, b: 0.75 }
export const CANDIDATES = 100
const ALL_KNOWN: DocumentFrequencies = { words: new Map(), grams: new Map() }

/** Ranks over all parts together. */
export function rankParts(parts: readonly Part[], asked: Asked, options: RankOptions): Findings {
  const { limit, byMeaning, fusion = FUSION, having = ALL_KNOWN, only } = options
  const { inWords, inGrams } = rankingsOf(parts, having)
  const best = (ranking: Ranking, wanted: Wanted): Ranked[] =>
    only ? bestOf(only, ranking, wanted) : ranking.best(wanted, CANDIDATES, BM25)
  const fused = fuse(best(inWords, asked.words), best(inGrams, asked.grams), byMeaning, fusion)
  const coverageOf = (place: ChunkPlace) =>
    (inWords.coverage(asked.mainWords, place) + inGrams.coverage(asked.mainGrams, place)) / 2
  const [first] = fused
  const most = Math.max(1, first?.score ?? 1)
  const chunks = fused.slice(0, limit).map(({ list, chunk, score, above, ...shares }) => {
    const part = parts[list] as Part
    const { file, first } = fileAt(part, chunk)
    const place = { list, chunk }
    const coverage = coverageOf(place)
    const vectors = above === null ? null : similarityOf(above)
    return {
      base: part.base,
      file,
      ordinal: chunk - first,
      score: score / most,
      ...shares,
      vectors,
      similarity: Math.max(coverage, vectors ?? 0),
    }
  })
  return {
    chunks,
    words: weigh(asked, inWords),
    coverage: first ? coverageOf(first) : 0,
    tenth: tenthOf(parts, fused),
    focus: focusOf(parts, fused),
  }
}

function rankingsOf(parts: readonly Part[], having: DocumentFrequencies) {
  const listsOf = (kind: 'words' | 'grams') =>
    parts.map((part) => ({ postings: part[kind], sections: sectionsOf(part) }))
  return {
    inWords: new Ranking(listsOf('words'), having.words),
    inGrams: new Ranking(listsOf('grams'), having.grams),
  }
}

/** Weights are computed as if there were this many more passages, so that they mean the same in small bases. */
const BACKGROUND = 300

function weigh({ content }: Asked, inWords: Ranking): WeighedWord[] {
  const { having, chunks } = inWords.frequencies(content)
  return content.map(({ text, terms, isName }, at) => ({
    text,
    terms,
    isName,
    weight: idf(Math.max(0.5, having[at] ?? 0), chunks + BACKGROUND),
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
/** What questions that nothing answers have at most, usually. */
const BY_CHANCE = 0.25

/** How many more of the best passages are from the document of the best one than chance would give. */
function focusOf(parts: readonly Part[], ranked: readonly Fused[]): number {
  const best = ranked.slice(0, FOCUSED)
  const [first] = best
  if (!first) return 0
  const all = parts.reduce((sum, { words }) => sum + words.lengths.length, 0)
  const fileOf = ({ list, chunk }: ChunkPlace) => fileAt(parts[list] as Part, chunk)
  const file = fileOf(first)
  const size = sizeOfFile(parts[first.list] as Part, file)
  if (size < 2 || size > all * MAX_SHARE) return 0
  const others = best.slice(1)
  const same = others.filter((one) => one.list === first.list && fileOf(one) === file).length
  const byChance = (others.length * (size - 1)) / (all - 1)
  const most = Math.min(others.length, size - 1)
  if (most <= byChance) return 0
  return Math.max(-BY_CHANCE, (same - byChance) / (most - byChance)) - BY_CHANCE
}

const bestOf = (only: readonly ChunkPlace[], ranking: Ranking, wanted: Wanted): Ranked[] =>
  ranking
    .scoresOf(wanted, only, BM25)
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
    .slice(0, CANDIDATES)

/** The best by words and the best by grams, each chunk once. */
export function findCandidates(
  parts: readonly Part[],
  { words, grams }: Pick<Asked, 'words' | 'grams'>,
  having: DocumentFrequencies,
  count: number,
): ChunkPlace[] {
  const { inWords, inGrams } = rankingsOf(parts, having)
  const places = new Map<number, ChunkPlace>()
  for (const { list, chunk } of [...inWords.best(words, count, BM25), ...inGrams.best(grams, count, BM25)])
    places.set(list * 2 ** 32 + chunk, { list, chunk })
  return [...places.values()]
}
