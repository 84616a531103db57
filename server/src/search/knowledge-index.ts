import { LRUCache } from 'lru-cache'
import { type Calibration, calibrate } from './grade/calibration.ts'
import { type Findings, toFindings } from './grade/grade.ts'
import { languagesOf, mergeAll, type Part, type StoredSegment, sizeOf, toPart } from './postings/parts.ts'
import { findTerm } from './postings/postings.ts'
import { bytesOfPart, readPart, type StoredPart } from './postings/stored-part.ts'
import { FUSION } from './ranking/fuse.ts'
import { pickBest, type Ranked } from './ranking/pick-best.ts'
import { CANDIDATES, type FoundChunk, rankParts } from './ranking/rank-parts.ts'
import { type Question, toReadings } from './readings/readings.ts'
import { createSpelling } from './readings/spelling.ts'
import { createMeasure, type EmbeddedQuestion, type Measure } from './vectors/semantic-score.ts'
import { bytesOfBlock, cosinesOf, readBlock, type VectorBlock } from './vectors/vector-block.ts'

/** The embeddings of a file's passages. */
export interface StoredVectors {
  /** Changes each time they are created. */
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

/** The index of a large base is mostly in the database. */
export interface PartHeader {
  id: number
  bytes: Uint8Array
}

interface Base {
  parts: Part[]
  /** Parts in the database, by id. */
  stored: Map<number, StoredPart>
  /** By id. */
  vectors: Map<number, Vectors>
  bytes: number
}

/** New files are separate parts; this many are searched separately before they are merged. */
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

/** The recently searched knowledge bases, in memory. */
export class KnowledgeIndex {
  readonly #bases = new Map<number, Base>()
  /** By the bases that are searched together. */
  readonly #calibrations = new LRUCache<string, { passages: number; calibration: Calibration }>({ max: 200 })
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Sets the segments of the base. Returns the missing ones, which must be passed to `add`. */
  want(base: number, segments: readonly number[]): number[] {
    const missing = new Set(segments)
    const loadedParts = this.#bases.get(base)?.parts ?? []
    // A part with a removed segment is removed, too; its other segments are requested again.
    const parts = loadedParts.filter((part) => part.files.every(({ segment }) => missing.has(segment)))
    this.#keep(base, { parts })
    for (const part of parts) for (const { segment } of part.files) missing.delete(segment)
    return [...missing]
  }

  /**
   * False if the base was evicted in the meantime: then it has to be requested again. All pieces but the last have
   * `isMore`. Bases in `inUse` are not evicted for this one, however large they are.
   */
  add(
    base: number,
    segments: readonly StoredSegment[],
    vectors: readonly StoredVectors[] = [],
    { isMore = false, inUse = [], headers = [] }: AddOptions = {},
  ): boolean {
    const loaded = this.#bases.get(base)
    if (!loaded) return false
    const fresh = segments.map((segment) => toPart(base, segment))
    // Merged at the end: merging each piece would copy a long list again and again.
    const piece = isMore && fresh.length > 1 ? [mergeAll(fresh)] : fresh
    const parts = [...loaded.parts, ...piece]
    for (const { id, file, model, dimension, bytes } of vectors)
      loaded.vectors.set(id, { file, model, block: readBlock(bytes, dimension) })
    for (const { id, bytes } of headers) loaded.stored.set(id, readPart(id, bytes))
    this.#keep(base, { parts: !isMore && parts.length > MAX_PARTS ? [mergeAll(parts)] : parts })
    this.#forgetOldest(new Set(inUse).add(base))
    return true
  }

  /** The same for vectors; after `want`. */
  wantVectors(base: number, ids: readonly number[]): number[] {
    const wantedIds = new Set(ids)
    const loadedVectors = this.#bases.get(base)?.vectors ?? new Map<number, Vectors>()
    const vectors = new Map([...loadedVectors].filter(([id]) => wantedIds.has(id)))
    this.#keep(base, { vectors })
    return ids.filter((id) => !vectors.has(id))
  }

  /** The same for parts in the database; after `want`. */
  wantParts(base: number, ids: readonly number[]): number[] {
    const wantedIds = new Set(ids)
    const storedParts = this.#bases.get(base)?.stored ?? new Map<number, StoredPart>()
    const stored = new Map([...storedParts].filter(([id]) => wantedIds.has(id)))
    this.#keep(base, { stored })
    return ids.filter((id) => !stored.has(id))
  }

  has(base: number): boolean {
    return this.#bases.has(base)
  }

  /** Ranks over all bases together. `meanings`: the question, embedded with the model of each base. */
  search(
    bases: readonly number[],
    question: Question,
    limit: number,
    meanings: ReadonlyMap<number, EmbeddedQuestion> = new Map(),
    fusion = FUSION,
  ): FoundChunk[] {
    return this.find(bases, question, limit, meanings, fusion).chunks
  }

  /** The same, graded. */
  find(
    bases: readonly number[],
    question: Question,
    limit: number,
    meanings: ReadonlyMap<number, EmbeddedQuestion> = new Map(),
    fusion = FUSION,
  ): Findings {
    const parts = this.partsOf(bases)
    const byMeaning = this.byMeaning(parts, meanings)
    const isKnown = (term: number) => parts.some(({ words }) => findTerm(words, term) !== undefined)
    const readings = toReadings(languagesOf(parts), question, createSpelling(parts, isKnown))
    const ranks = rankParts(parts, readings, { limit, byMeaning, fusion })
    return toFindings(ranks, this.#calibrationOf(bases, parts))
  }

  /** Made again when the documents have grown or shrunk by a tenth. */
  #calibrationOf(bases: readonly number[], parts: readonly Part[]): Calibration {
    const key = [...bases].sort((a, b) => a - b).join()
    const passages = parts.reduce((sum, { words }) => sum + words.lengths.length, 0)
    const last = this.#calibrations.get(key)
    if (last && Math.abs(passages - last.passages) < last.passages / 10) return last.calibration
    const calibration = calibrate(parts)
    this.#calibrations.set(key, { passages, calibration })
    return calibration
  }

  /** Parts in memory. */
  partsOf(bases: readonly number[]): Part[] {
    return bases.flatMap((base) => this.#use(base).parts)
  }

  /** Parts in the database, by base. */
  storedPartsOf(bases: readonly number[]): { base: number; stored: StoredPart[] }[] {
    return bases
      .map((base) => ({ base, stored: [...this.#use(base).stored.values()] }))
      .filter(({ stored }) => stored.length > 0)
  }

  /** Undefined if no base is searched by meaning. */
  byMeaning(
    parts: readonly Part[],
    meanings: ReadonlyMap<number, EmbeddedQuestion>,
  ): readonly Ranked[] | undefined {
    if (meanings.size === 0) return undefined
    return this.measuresOf(parts, meanings).flatMap(({ all }) => pickBest(all, CANDIDATES))
  }

  /** The scale of cosines for each model. Vectors of different models are never compared. */
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
    const loaded = this.#bases.get(base)
    const parts = change.parts ?? loaded?.parts ?? []
    const vectors = change.vectors ?? loaded?.vectors ?? new Map<number, Vectors>()
    const stored = change.stored ?? loaded?.stored ?? new Map<number, StoredPart>()
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
      if (bytes <= this.#maxBytes) return
      if (inUse.has(id)) continue
      this.#bases.delete(id)
      bytes -= base.bytes
    }
  }
}

/** For each chunk of the part; NaN without a vector of this model. */
function cosinesIn(
  part: Part,
  vectors: ReadonlyMap<number, Vectors> | undefined,
  { model, vector }: EmbeddedQuestion,
): Float32Array {
  const cosines = new Float32Array(part.words.lengths.length).fill(Number.NaN)
  const ofFile = new Map(Array.from(vectors?.values() ?? [], (row) => [row.file, row]))
  for (const [at, { file, first }] of part.files.entries()) {
    const fileVectors = ofFile.get(file)
    const end = part.files[at + 1]?.first ?? cosines.length
    // Vectors that don't match the passages belong to another version of the file.
    if (fileVectors?.model !== model || fileVectors.block.dimension !== vector.length) continue
    if (fileVectors.block.scales.length === end - first)
      cosines.set(cosinesOf(fileVectors.block, vector), first)
  }
  return cosines
}
