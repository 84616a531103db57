import { fileAt, type Part } from '../postings/parts.ts'
import type { QueryWords } from '../postings/query-words.ts'
import { sectionsOf } from '../postings/sections.ts'
import type { Reading, Readings } from '../readings/readings.ts'
import { similarityOf } from '../vectors/semantic-score.ts'
import { evidenceFor, unknownShare, type Weighed, weigh } from './evidence.ts'
import { addMeaning, byScore, FUSION, type Fused, type Fusion, fuse, keyOf } from './fuse.ts'
import type { Ranked } from './pick-best.ts'
import { type Bm25, Ranking } from './rank.ts'

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

/** What a search has found, and what it takes to grade it. */
export interface Ranks {
  chunks: FoundChunk[]
  /** Of the best reading. */
  evidence: number
  /** Number of readings: the best of several is higher by chance. */
  readings: number
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
/** The evidence for a reading is that for the best of its first passages. */
const JUDGED = 3
/** A passage without any word of the question has half of its letters, or only a syllable, as "motors" of "doctors". */
const ALIKE = 0.25
const ALL_KNOWN: DocumentFrequencies = { words: new Map(), grams: new Map() }

/** A reading with what it finds. */
interface ReadResult {
  reading: Reading
  found: Fused[]
  evidence: number
  /** The share of the question that no passage has a word of. */
  unknown: number
}

/** A chunk with the reading that found it. */
type Merged = Fused & { reading?: Reading }

/** Ranks over all parts together. */
export function rankParts(parts: readonly Part[], readings: Readings, options: RankOptions): Ranks {
  const { limit, byMeaning, fusion = FUSION, frequencies = ALL_KNOWN, only } = options
  const rankings = rankingsOf(parts, frequencies)
  const results = readings.all.map((reading) => rankReading(parts, reading, rankings, only))
  const best = results.reduce<ReadResult | undefined>(
    (one, other) => (one && one.evidence >= other.evidence ? one : other),
    undefined,
  )
  const ranked: Merged[] = byMeaning
    ? addMeaning(merge(results, best), byMeaning, fusion)
    : merge(results, best)
  const bestScore = Math.max(1, ranked[0]?.score ?? 1)
  const found = ranked.slice(0, limit).map(({ list, chunk, score, above, reading, ...shares }) => {
    const part = parts[list] as Part
    const { file, first } = fileAt(part, chunk)
    const place = { list, chunk }
    const coverage = reading ? coverageOf(rankings, reading, place) : 0
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
    chunks: found.filter(({ words, similarity }) => words > 0 || similarity >= ALIKE),
    evidence: best?.evidence ?? 0,
    readings: readings.all.length,
  }
}

const coverageOf = ({ inWords, inGrams }: Rankings, { words, grams }: Reading, place: ChunkPlace): number =>
  (inWords.coverage(words, place) + inGrams.coverage(grams, place)) / 2

export interface Rankings {
  inWords: Ranking
  inGrams: Ranking
}

export function rankingsOf(parts: readonly Part[], frequencies = ALL_KNOWN): Rankings {
  const listsOf = (kind: 'words' | 'grams') =>
    parts.map((part) => ({ postings: part[kind], sections: sectionsOf(part) }))
  return {
    inWords: new Ranking(listsOf('words'), frequencies.words),
    inGrams: new Ranking(listsOf('grams'), frequencies.grams),
  }
}

function rankReading(
  parts: readonly Part[],
  reading: Reading,
  { inWords, inGrams }: Rankings,
  only: readonly ChunkPlace[] | undefined,
): ReadResult {
  const best = (ranking: Ranking, words: QueryWords): Ranked[] =>
    only ? bestOf(only, ranking, words) : ranking.best(words, CANDIDATES, BM25)
  const words = weigh(reading, inWords)
  const unknown = unknownShare(words)
  const found = fuse(best(inWords, reading.words), best(inGrams, reading.grams), unknown)
  return { reading, found, unknown, evidence: evidenceOf(parts, words, found) }
}

export const evidenceOf = (
  parts: readonly Part[],
  words: readonly Weighed[],
  found: readonly ChunkPlace[],
): number =>
  evidenceFor(
    words,
    found.slice(0, JUDGED).map(({ list, chunk }) => {
      const part = parts[list] as Part
      return { words: { postings: part.words, sections: sectionsOf(part) }, grams: part.grams, chunk }
    }),
  )

/**
 * Passages found by several readings count as much as by the best of them; readings count by their evidence. What was
 * found by letters alone counts half: a search by meaning may know better.
 */
function merge(results: readonly ReadResult[], best: ReadResult | undefined): Merged[] {
  const merged = new Map<number, Merged>()
  for (const { reading, found, evidence, unknown } of results) {
    const most = found[0]?.score ?? 1
    const weight = ((best && best.evidence > 0 ? evidence / best.evidence : 1) * (1 - unknown / 2)) / most
    for (const one of found) {
      const key = keyOf(one)
      const score = one.score * weight
      if (score > (merged.get(key)?.score ?? 0)) merged.set(key, { ...one, score, reading })
    }
  }
  return [...merged.values()].sort(byScore)
}

const bestOf = (only: readonly ChunkPlace[], ranking: Ranking, words: QueryWords): Ranked[] =>
  ranking
    .scoresOf(words, only, BM25)
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, CANDIDATES)

/** The best by words and the best by grams, each chunk once. */
export function findCandidates(
  parts: readonly Part[],
  { words, grams }: { words: QueryWords; grams: QueryWords },
  frequencies: DocumentFrequencies,
  count: number,
): ChunkPlace[] {
  const { inWords, inGrams } = rankingsOf(parts, frequencies)
  const places = new Map<number, ChunkPlace>()
  for (const { list, chunk } of [...inWords.best(words, count, BM25), ...inGrams.best(grams, count, BM25)])
    places.set(keyOf({ list, chunk }), { list, chunk })
  return [...places.values()]
}

/** By words alone: for made-up questions, which are only terms. */
export const bestByWords = (inWords: Ranking, words: QueryWords, count: number): Ranked[] =>
  inWords.best(words, count, BM25).sort(byScore)
