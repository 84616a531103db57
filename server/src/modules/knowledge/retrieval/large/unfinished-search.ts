import type { KnowledgeIndex } from '../search/knowledge-index.ts'
import type { Part } from '../search/parts.ts'
import {
  type Asked,
  type ChunkPlace,
  type FoundChunk,
  findCandidates,
  type Having,
  rankParts,
  toAsked,
} from '../search/rank-parts.ts'
import type { EmbeddedQuestion } from '../search/semantic-score.ts'
import {
  type CandidateText,
  completeParts,
  countUnread,
  type NeededLists,
  openParts,
  placeOf,
  type ReadBlock,
} from './open-parts.ts'

export interface LargeQuestion {
  bases: readonly number[]
  question: string
  limit: number
  meanings: ReadonlyMap<number, EmbeddedQuestion>
}

/** Candidates by words, and as many by grams, whose texts are read. Only the best 100 of each count in the end. */
const CANDIDATES = 200

/** What has to be read for this question; undefined when everything is in memory. */
export function neededLists(index: KnowledgeIndex, { bases, question }: LargeQuestion): NeededLists | undefined {
  const large = index.storedPartsOf(bases)
  if (large.length === 0) return undefined
  const stored = large.flatMap((one) => one.stored)
  const { words, grams } = toAsked([...index.partsOf(bases), ...stored], question)
  return { parts: stored.map(({ id }) => id), words: [...words.keys()], grams: [...grams.keys()] }
}

/**
 * A search of bases that are partly in the database, after the postings of its terms were read. The best candidates are known; their texts
 * say whether they are still there and how often they have the terms that are too frequent to be read.
 */
export class UnfinishedSearch {
  readonly #asked: Asked
  readonly #parts: Part[]
  readonly #inMemory: number
  readonly #having: Having
  readonly #candidates: ChunkPlace[]
  readonly #limit: number

  constructor(index: KnowledgeIndex, { bases, question, limit }: LargeQuestion, blocks: readonly ReadBlock[]) {
    const inMemory = index.partsOf(bases)
    const { parts, unread } = openParts(index.storedPartsOf(bases), blocks)
    this.#limit = limit
    this.#inMemory = inMemory.length
    this.#parts = [...inMemory, ...parts]
    this.#asked = toAsked(this.#parts, question)
    this.#having = countUnread(unread, inMemory)
    this.#candidates = findCandidates(this.#parts, this.#asked, this.#having, CANDIDATES)
  }

  /** The passages whose texts `finish` needs. */
  get wanted(): { file: number; ordinal: number }[] {
    return this.#candidates
      .filter(({ list }) => list >= this.#inMemory)
      .map((place) => {
        const { file, ordinal } = placeOf(this.#parts, place)
        return { file, ordinal }
      })
  }

  finish(texts: readonly CandidateText[]): FoundChunk[] {
    const known = new Map(texts.map((one) => [`${one.file}:${one.ordinal}:${one.segment}`, one.text]))
    const stored: { place: ChunkPlace; text: string }[] = []
    const only: ChunkPlace[] = []
    for (const place of this.#candidates) {
      if (place.list < this.#inMemory) {
        only.push(place)
        continue
      }
      const { file, ordinal, segment } = placeOf(this.#parts, place)
      const text = known.get(`${file}:${ordinal}:${segment}`)
      // Otherwise the document was deleted or read again since.
      if (text === undefined) continue
      only.push(place)
      stored.push({ place, text })
    }
    const parts = completeParts(this.#parts, stored, this.#having)
    return rankParts(parts, this.#asked, { limit: this.#limit, having: this.#having, only })
  }
}
