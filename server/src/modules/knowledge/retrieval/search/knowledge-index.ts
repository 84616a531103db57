import type { Language } from '../../../../platform/text/language.ts'
import { type Terms, toTerms } from '../../../../platform/text/terms.ts'
import { bytesOfBlock, cosinesOf, readBlock, type VectorBlock } from '../vectors/vector-block.ts'
import { FUSION, fuse } from './fuse.ts'
import { bytesOf, EMPTY, mergePostings, type Postings } from './postings.ts'
import { type Bm25, type Ranked, Ranking, toWanted } from './rank.ts'
import { readSegment } from './segment.ts'
import { type EmbeddedQuestion, rankBySemanticScore, similarityOf } from './semantic-score.ts'

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

export interface StoredSegment {
  /** Another one each time that the file is read. */
  id: number
  file: number
  bytes: Uint8Array
}

/** What a model of embeddings made of a file's passages. */
export interface StoredVectors {
  /** Another one each time that they are made. */
  id: number
  file: number
  model: string
  dimension: number
  bytes: Uint8Array
}

interface Vectors {
  file: number
  model: string
  block: VectorBlock
}

/** Some files of one knowledge base, as one list. */
interface Part {
  base: number
  files: { segment: number; file: number; first: number; language: Language }[]
  words: Postings
  grams: Postings
}

interface Base {
  parts: Part[]
  /** By their id. */
  vectors: Map<number, Vectors>
  bytes: number
}

const BM25: Bm25 = { k1: 1.2, b: 0.75 }
const CANDIDATES = 100
const NOTHING = toWanted([])
/** New files come as parts of their own; so many are searched one by one before they are made into one. */
const MAX_PARTS = 8

/** The knowledge bases that were searched lately, in memory. */
export class KnowledgeIndex {
  readonly #bases = new Map<number, Base>()
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Makes the base have these segments and no others. Answers with those that are not here: they are to be handed to `add`. */
  want(base: number, segments: readonly number[]): number[] {
    const wanted = new Set(segments)
    const known = this.#bases.get(base)?.parts ?? []
    // A part with a segment that is gone goes too; its other segments are asked for again.
    const parts = known.filter((part) => part.files.every(({ segment }) => wanted.has(segment)))
    this.#keep(base, parts, this.#bases.get(base)?.vectors ?? new Map())
    for (const part of parts) for (const { segment } of part.files) wanted.delete(segment)
    return [...wanted]
  }

  /**
   * False when the base was forgotten since it was wanted: then what was here at that time is missing too, and it has to be wanted anew.
   * Of several pieces, all but the last are `isMore`. The bases `inUse` are not forgotten for this one, however large they are.
   */
  add(
    base: number,
    segments: readonly StoredSegment[],
    vectors: readonly StoredVectors[] = [],
    { isMore = false, inUse = [] }: { isMore?: boolean; inUse?: readonly number[] } = {},
  ): boolean {
    const known = this.#bases.get(base)
    if (!known) return false
    const fresh = segments.map((one) => toPart(base, one))
    // Not with all the others at every piece: that would copy a long list again and again.
    const piece = isMore && fresh.length > 1 ? [mergeAll(fresh)] : fresh
    const parts = [...known.parts, ...piece]
    for (const { id, file, model, dimension, bytes } of vectors)
      known.vectors.set(id, { file, model, block: readBlock(bytes, dimension) })
    this.#keep(base, !isMore && parts.length > MAX_PARTS ? [mergeAll(parts)] : parts, known.vectors)
    this.#forgetOldest(new Set(inUse).add(base))
    return true
  }

  /** The same for vectors; after `want`. */
  wantVectors(base: number, ids: readonly number[]): number[] {
    const wanted = new Set(ids)
    const { parts = [], vectors = new Map<number, Vectors>() } = this.#bases.get(base) ?? {}
    const kept = new Map([...vectors].filter(([id]) => wanted.has(id)))
    this.#keep(base, parts, kept)
    return ids.filter((id) => !kept.has(id))
  }

  has(base: number): boolean {
    return this.#bases.has(base)
  }

  /** One ranking over all of the bases. `meanings`: the question in the model that each base's vectors are of. */
  search(
    bases: readonly number[],
    question: string,
    limit: number,
    meanings: ReadonlyMap<number, EmbeddedQuestion> = new Map(),
    fusion = FUSION,
  ): FoundChunk[] {
    const parts = bases.flatMap((base) => this.#use(base).parts)
    const asked = askedIn(parts, question)
    const inWords = new Ranking(parts.map((part) => part.words))
    const inGrams = new Ranking(parts.map((part) => part.grams))
    const words = toWanted([...asked.values()].flatMap((terms) => terms.words))
    const grams = toWanted(gramsOf(asked))
    const found = fuse(
      inWords.best(words, CANDIDATES, BM25),
      inGrams.best(grams, CANDIDATES, BM25),
      this.#byMeaning(parts, meanings),
      fusion,
    )
    const best = Math.max(1, found[0]?.score ?? 1)
    const ofLanguage = new Map([...asked].map(([language, terms]) => [language, toWanted(terms.words)]))
    return found.slice(0, limit).map(({ list, chunk, score, above, ...shares }) => {
      const part = parts[list] as Part
      const { file, first, language } = fileAt(part, chunk)
      const own = ofLanguage.get(language) ?? NOTHING
      const place = { list, chunk }
      const coverage = (inWords.coverage(own, place) + inGrams.coverage(grams, place)) / 2
      const vectors = above === null ? null : similarityOf(above)
      const similarity = Math.max(coverage, vectors ?? 0)
      return {
        base: part.base,
        file,
        ordinal: chunk - first,
        score: score / best,
        ...shares,
        vectors,
        similarity,
      }
    })
  }

  /** Undefined when none of the bases is searched by meaning. Vectors of different models are never compared with one another. */
  #byMeaning(
    parts: readonly Part[],
    meanings: ReadonlyMap<number, EmbeddedQuestion>,
  ): readonly Ranked[] | undefined {
    if (meanings.size === 0) return undefined
    const byModel = new Map(Array.from(meanings.values(), (meaning) => [meaning.model, meaning]))
    return [...byModel.values()].flatMap((meaning) => {
      const cosines = parts.map((part) =>
        meanings.get(part.base)?.model === meaning.model
          ? cosinesIn(part, this.#bases.get(part.base)?.vectors, meaning)
          : new Float32Array(0),
      )
      return rankBySemanticScore(cosines, meaning.background, CANDIDATES)
    })
  }

  #keep(base: number, parts: Part[], vectors: Map<number, Vectors>): void {
    let bytes = sizeOf(parts)
    for (const { block } of vectors.values()) bytes += bytesOfBlock(block)
    this.#bases.delete(base)
    this.#bases.set(base, { parts, vectors, bytes })
  }

  #use(id: number): Base {
    const base = this.#bases.get(id)
    if (!base) throw new RangeError(`knowledge base ${id} is not loaded`)
    this.#bases.delete(id)
    this.#bases.set(id, base)
    return base
  }

  #forgetOldest(inUse: ReadonlySet<number>): void {
    let bytes = 0
    for (const base of this.#bases.values()) bytes += base.bytes
    for (const [id, base] of this.#bases) {
      if (bytes <= this.#mostBytes) return
      if (inUse.has(id)) continue
      this.#bases.delete(id)
      bytes -= base.bytes
    }
  }
}

function toPart(base: number, { id, file, bytes }: StoredSegment): Part {
  const { language, words, grams } = readSegment(bytes)
  return { base, files: [{ segment: id, file, first: 0, language }], words, grams }
}

/** Grams are the same in every language but for the stop words left out; the reading that leaves out most is taken. */
function gramsOf(asked: ReadonlyMap<Language, Terms>): readonly number[] {
  let shortest: readonly number[] | undefined
  for (const { grams } of asked.values())
    if (grams.length > 0 && (!shortest || grams.length < shortest.length)) shortest = grams
  return shortest ?? []
}

function askedIn(parts: readonly Part[], question: string): Map<Language, Terms> {
  const asked = new Map<Language, Terms>()
  for (const part of parts)
    for (const { language } of part.files)
      if (!asked.has(language)) asked.set(language, toTerms(question, language))
  return asked
}

/** Of each chunk of the part, NaN where there is no vector of this model. */
function cosinesIn(
  part: Part,
  vectors: ReadonlyMap<number, Vectors> | undefined,
  { model, vector }: EmbeddedQuestion,
): Float32Array {
  const cosines = new Float32Array(part.words.lengths.length).fill(Number.NaN)
  const ofFile = new Map(Array.from(vectors?.values() ?? [], (one) => [one.file, one]))
  for (const [at, { file, first }] of part.files.entries()) {
    const own = ofFile.get(file)
    const end = part.files[at + 1]?.first ?? cosines.length
    // Vectors that do not match the passages were made for another reading of the file.
    if (own?.model !== model || own.block.dimension !== vector.length) continue
    if (own.block.scales.length === end - first) cosines.set(cosinesOf(own.block, vector), first)
  }
  return cosines
}

const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { words, grams }) => sum + bytesOf(words) + bytesOf(grams), 0)

/** Two and two, so that no list is copied more often than it must be. */
function mergeAll(parts: readonly Part[]): Part {
  let left = [...parts]
  while (left.length > 1) {
    const next: Part[] = []
    for (let at = 0; at < left.length; at += 2) {
      const [first, second] = [left[at] as Part, left[at + 1]]
      next.push(second ? mergeParts(first, second) : first)
    }
    left = next
  }
  return left[0] ?? { base: 0, files: [], words: EMPTY, grams: EMPTY }
}

const mergeParts = (first: Part, second: Part): Part => ({
  base: first.base,
  files: [
    ...first.files,
    ...second.files.map((one) => ({ ...one, first: one.first + first.words.lengths.length })),
  ],
  words: mergePostings(first.words, second.words),
  grams: mergePostings(first.grams, second.grams),
})

function fileAt({ files }: Part, chunk: number): Part['files'][number] {
  let low = 0
  let high = files.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((files[middle]?.first ?? 0) <= chunk) low = middle
    else high = middle - 1
  }
  return files[low] as Part['files'][number]
}
