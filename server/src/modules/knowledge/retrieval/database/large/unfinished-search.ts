import { MANY } from '../../../../../search/grade/calibration.ts'
import { type Findings, toFindings } from '../../../../../search/grade/grade.ts'
import type { KnowledgeIndex, ModelMeasure } from '../../../../../search/knowledge-index.ts'
import { languagesOf, type Part } from '../../../../../search/postings/parts.ts'
import type { QueryWords } from '../../../../../search/postings/query-words.ts'
import { pickBest, type Ranked } from '../../../../../search/ranking/pick-best.ts'
import {
  type ChunkPlace,
  type DocumentFrequencies,
  findCandidates,
  rankParts,
} from '../../../../../search/ranking/rank-parts.ts'
import { type Question, type Readings, toReadings } from '../../../../../search/readings/readings.ts'
import type { EmbeddedQuestion } from '../../../../../search/vectors/semantic-score.ts'
import { cosinesOf, readBlock } from '../../../../../search/vectors/vector-block.ts'
import type { NearPlace } from '../nearest/nearest.repository.ts'
import { countTerms, narrowParts } from './narrow-parts.ts'
import {
  type CandidatePlace,
  type CandidateText,
  completeParts,
  countUnread,
  findPlaces,
  type NeededLists,
  openParts,
  placeOf,
  type ReadBlock,
} from './open-parts.ts'

export interface LargeQuestion {
  bases: readonly number[]
  question: Question
  limit: number
  meanings: ReadonlyMap<number, EmbeddedQuestion>
  /** Passages that an index of vectors has found. */
  nearest?: readonly NearPlace[]
}

/** Candidates by words, and as many by grams, whose texts are read. Only the best 100 of each count in the end. */
const CANDIDATES = 200

/** Entries of lists that candidates are found by. More take longer and find the same (measured 2026-11-17). */
const MAX_SCORED = { words: 100_000, grams: 50_000 }

/** What has to be read for this question; undefined when everything is in memory. */
export function neededLists(
  index: KnowledgeIndex,
  { bases, question }: LargeQuestion,
): NeededLists | undefined {
  const large = index.storedPartsOf(bases)
  if (large.length === 0) return undefined
  const stored = large.flatMap((base) => base.stored)
  const { all } = toReadings(languagesOf([...index.partsOf(bases), ...stored]), question)
  return { parts: stored.map(({ id }) => id), ...termsOf(all) }
}

function termsOf(readings: Readings['all']) {
  const distinctTerms = (queryWords: QueryWords) => [...new Set(queryWords.flatMap(({ terms }) => terms))]
  return {
    words: distinctTerms(readings.flatMap(({ words }) => words)),
    grams: distinctTerms(readings.flatMap(({ grams }) => grams)),
  }
}

/**
 * A search of bases that are partly in the database, after the postings of its terms were read. The best candidates are known; their texts
 * say whether they are still there and how often they have the terms that are too frequent to be read.
 */
export class UnfinishedSearch {
  readonly #readings: Readings
  /** With the postings of candidates and of passages around them only. */
  readonly #parts: Part[]
  readonly #inMemory: number
  /** Of terms that the parts do not have all passages of. */
  readonly #unread: DocumentFrequencies
  readonly #frequencies: DocumentFrequencies
  readonly #candidates: ChunkPlace[]
  readonly #question: LargeQuestion
  readonly #measures: ModelMeasure[]

  constructor(index: KnowledgeIndex, largeQuestion: LargeQuestion, blocks: readonly ReadBlock[]) {
    const { bases, question, meanings, nearest = [] } = largeQuestion
    const inMemory = index.partsOf(bases)
    const { parts, unread } = openParts(index.storedPartsOf(bases), blocks)
    this.#question = largeQuestion
    this.#inMemory = inMemory.length
    const allParts = [...inMemory, ...parts]
    this.#readings = toReadings(languagesOf(allParts), question)
    this.#unread = countUnread(unread, inMemory)
    this.#frequencies = countTerms(allParts, termsOf(this.#readings.all), this.#unread)
    this.#measures = index.measuresOf(allParts, meanings)
    this.#candidates = withPlaces(
      findCandidates(
        allParts,
        rarestOf(this.#readings.whole, this.#frequencies),
        this.#frequencies,
        CANDIDATES,
      ),
      [
        ...this.#measures.flatMap((measure) => pickBest(measure.all, CANDIDATES)),
        ...findPlaces(allParts, nearest),
      ],
    )
    this.#parts = narrowParts(allParts, this.#candidates)
  }

  /** The passages whose texts `finish` needs. */
  get wanted(): CandidatePlace[] {
    return this.#candidates
      .filter(({ list }) => list >= this.#inMemory)
      .map((place) => {
        const { file, ordinal } = placeOf(this.#parts, place)
        const base = this.#parts[place.list]?.base ?? 0
        return { file, ordinal, model: this.#question.meanings.get(base)?.model ?? null }
      })
  }

  finish(texts: readonly CandidateText[]): Findings {
    const textsByKey = new Map(texts.map((text) => [`${text.file}:${text.ordinal}:${text.segment}`, text]))
    const stored: { place: ChunkPlace; text: string }[] = []
    const only: Candidate[] = []
    for (const place of this.#candidates) {
      if (place.list < this.#inMemory) {
        only.push({ ...place, vector: undefined })
        continue
      }
      const { file, ordinal, segment } = placeOf(this.#parts, place)
      const row = textsByKey.get(`${file}:${ordinal}:${segment}`)
      // Otherwise the document was deleted or read again since.
      if (!row) continue
      only.push({ ...place, vector: row.vector })
      stored.push({ place, text: row.text })
    }
    const parts = completeParts(this.#parts, stored, this.#unread)
    const { limit } = this.#question
    const ranks = rankParts(parts, this.#readings, {
      limit,
      frequencies: this.#frequencies,
      only,
      byMeaning: this.#byMeaning(only),
    })
    return toFindings(ranks, MANY)
  }

  /** Undefined when the search is by words alone. */
  #byMeaning(only: readonly Candidate[]): Ranked[] | undefined {
    if (this.#question.meanings.size === 0) return undefined
    const ranked: Ranked[] = []
    for (const { list, chunk, vector } of only) {
      const model = this.#question.meanings.get(this.#parts[list]?.base ?? 0)?.model
      const measure = this.#measures.find(({ meaning }) => meaning.model === model)
      if (!measure) continue
      const score = vector
        ? measure.of(cosineOf(vector, measure.meaning.vector))
        : (measure.all[list]?.[chunk] ?? 0)
      if (score > 0) ranked.push({ list, chunk, score })
    }
    return ranked.sort((a, b) => b.score - a.score).slice(0, MAX_BY_MEANING)
  }
}

/**
 * The terms that candidates are found by: the rarest ones, as far as their passages are not too many to be scored. The others say little, and
 * count only once candidates are ranked.
 */
function rarestOf(
  { words, grams }: Readings['whole'],
  frequencies: DocumentFrequencies,
): { words: QueryWords; grams: QueryWords } {
  const rarest = (queryWords: QueryWords, counts: ReadonlyMap<number, number>, limit: number): QueryWords => {
    let remaining = limit
    return queryWords
      .map((word) => ({ word, passages: word.terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0) }))
      .sort((a, b) => a.passages - b.passages)
      .filter(({ passages }) => {
        const isIncluded = passages <= remaining || remaining === limit
        remaining -= passages
        return isIncluded
      })
      .map(({ word }) => word)
  }
  return {
    words: rarest(words, frequencies.words, MAX_SCORED.words),
    grams: rarest(grams, frequencies.grams, MAX_SCORED.grams),
  }
}

interface Candidate extends ChunkPlace {
  vector: CandidateText['vector']
}

const MAX_BY_MEANING = 100

const cosineOf = (
  { dimension, bytes }: { dimension: number; bytes: Uint8Array },
  question: Float32Array,
): number =>
  dimension === question.length
    ? (cosinesOf(readBlock(bytes, dimension), question)[0] ?? Number.NaN)
    : Number.NaN

function withPlaces(places: readonly ChunkPlace[], more: readonly ChunkPlace[]): ChunkPlace[] {
  const unique = new Map<number, ChunkPlace>()
  for (const { list, chunk } of [...places, ...more]) unique.set(list * 2 ** 32 + chunk, { list, chunk })
  return [...unique.values()]
}
