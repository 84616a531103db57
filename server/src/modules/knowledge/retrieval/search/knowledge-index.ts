import { bytesOfPart, readPart, type StoredPart } from '../large/stored-part.ts'
import { toAsked } from '../question/asked.ts'
import { bytesOfBlock, cosinesOf, readBlock, type VectorBlock } from '../vectors/vector-block.ts'
import { FUSION } from './fuse.ts'
import { languagesOf, mergeAll, type Part, type StoredSegment, sizeOf, toPart } from './parts.ts'
import { pickBest, type Ranked } from './pick-best.ts'
import { CANDIDATES, type Findings, type FoundChunk, rankParts } from './rank-parts.ts'
import { createMeasure, type EmbeddedQuestion, type Measure } from './semantic-score.ts'

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

/** Of a large base, what its documents are found by is mostly in the database. */
export interface PartHeader {
  id: number
  bytes: Uint8Array
}

interface Base {
  parts: Part[]
  /** Those in the database, by their id. */
  stored: Map<number, StoredPart>
  /** By their id. */
  vectors: Map<number, Vectors>
  bytes: number
}

/** New files come as parts of their own; so many are searched one by one before they are made into one. */
const MAX_PARTS = 8

export interface ModelMeasure extends Measure {
  meaning: EmbeddedQuestion
}

interface AddOptions {
  isMore?: boolean
  inUse?: readonly number[]
  /** Parts that are in the database. */
  headers?: readonly PartHeader[]
}

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
    this.#keep(base, { parts })
    for (const part of parts) for (const { segment } of part.files) wanted.delete(segment)
    return [...wanted]
  }

  /**
   * False when the base was forgotten since it was wanted: then its other segments are missing too, and it has to be requested again.
   * Of several pieces, all but the last are `isMore`. The bases `inUse` are not forgotten for this one, however large they are.
   */
  add(
    base: number,
    segments: readonly StoredSegment[],
    vectors: readonly StoredVectors[] = [],
    { isMore = false, inUse = [], headers = [] }: AddOptions = {},
  ): boolean {
    const known = this.#bases.get(base)
    if (!known) return false
    const fresh = segments.map((one) => toPart(base, one))
    // Not with all the others at every piece: that would copy a long list again and again.
    const piece = isMore && fresh.length > 1 ? [mergeAll(fresh)] : fresh
    const parts = [...known.parts, ...piece]
    for (const { id, file, model, dimension, bytes } of vectors)
      known.vectors.set(id, { file, model, block: readBlock(bytes, dimension) })
    for (const { id, bytes } of headers) known.stored.set(id, readPart(id, bytes))
    this.#keep(base, { parts: !isMore && parts.length > MAX_PARTS ? [mergeAll(parts)] : parts })
    this.#forgetOldest(new Set(inUse).add(base))
    return true
  }

  /** The same for vectors; after `want`. */
  wantVectors(base: number, ids: readonly number[]): number[] {
    const wanted = new Set(ids)
    const known = this.#bases.get(base)?.vectors ?? new Map<number, Vectors>()
    const vectors = new Map([...known].filter(([id]) => wanted.has(id)))
    this.#keep(base, { vectors })
    return ids.filter((id) => !vectors.has(id))
  }

  /** The same for parts in the database; after `want`. */
  wantParts(base: number, ids: readonly number[]): number[] {
    const wanted = new Set(ids)
    const known = this.#bases.get(base)?.stored ?? new Map<number, StoredPart>()
    const stored = new Map([...known].filter(([id]) => wanted.has(id)))
    this.#keep(base, { stored })
    return ids.filter((id) => !stored.has(id))
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
    return this.find(bases, question, limit, meanings, fusion).chunks
  }

  /** The same, with what it takes to judge whether it answers the question. */
  find(
    bases: readonly number[],
    question: string,
    limit: number,
    meanings: ReadonlyMap<number, EmbeddedQuestion> = new Map(),
    fusion = FUSION,
  ): Findings {
    const parts = this.partsOf(bases)
    const byMeaning = this.byMeaning(parts, meanings)
    return rankParts(parts, toAsked(languagesOf(parts), question), { limit, byMeaning, fusion })
  }

  /** Those in memory. */
  partsOf(bases: readonly number[]): Part[] {
    return bases.flatMap((base) => this.#use(base).parts)
  }

  /** Those in the database, for each base that has any. */
  storedPartsOf(bases: readonly number[]): { base: number; stored: StoredPart[] }[] {
    return bases
      .map((base) => ({ base, stored: [...this.#use(base).stored.values()] }))
      .filter(({ stored }) => stored.length > 0)
  }

  /** Undefined when none of the bases is searched by meaning. */
  byMeaning(
    parts: readonly Part[],
    meanings: ReadonlyMap<number, EmbeddedQuestion>,
  ): readonly Ranked[] | undefined {
    if (meanings.size === 0) return undefined
    return this.measuresOf(parts, meanings).flatMap(({ all }) => pickBest(all, CANDIDATES))
  }

  /** For each model, what its cosines are worth. Vectors of different models are never compared with one another. */
  measuresOf(parts: readonly Part[], meanings: ReadonlyMap<number, EmbeddedQuestion>): ModelMeasure[] {
    const byModel = new Map(Array.from(meanings.values(), (meaning) => [meaning.model, meaning]))
    return [...byModel.values()].flatMap((meaning) => {
      let population = 0
      const cosines = parts.map((part) => {
        if (meanings.get(part.base)?.model !== meaning.model) return new Float32Array(0)
        const base = this.#bases.get(part.base)
        if (base && base.stored.size > 0) population += part.words.lengths.length
        return cosinesIn(part, base?.vectors, meaning)
      })
      const measure = createMeasure(cosines, meaning.background, population)
      return measure ? [{ ...measure, meaning }] : []
    })
  }

  #keep(base: number, change: Partial<Omit<Base, 'bytes'>>): void {
    const known = this.#bases.get(base)
    const parts = change.parts ?? known?.parts ?? []
    const vectors = change.vectors ?? known?.vectors ?? new Map<number, Vectors>()
    const stored = change.stored ?? known?.stored ?? new Map<number, StoredPart>()
    let bytes = sizeOf(parts)
    for (const { block } of vectors.values()) bytes += bytesOfBlock(block)
    for (const part of stored.values()) bytes += bytesOfPart(part)
    this.#bases.delete(base)
    this.#bases.set(base, { parts, stored, vectors, bytes })
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
