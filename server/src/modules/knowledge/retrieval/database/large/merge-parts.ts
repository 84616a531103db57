import type { PartFile } from '../../../../../search/postings/parts.ts'
import { type StoredPart, writeHeader } from '../../../../../search/postings/stored-part.ts'
import { BlockWriter, GRAMS, readList, type TermBlock, type TermList, termsIn, WORDS } from './term-blocks.ts'

/** A part that is being read: its blocks arrive one after the other, in the order of the table's key. */
interface Source {
  /** The new place of each passage; `GONE` if its document is. */
  places: Int32Array
  /** How many of its passages are kept. */
  kept: number
  blocks: TermBlock[]
  /** Terms of the first block that were not merged yet. */
  terms: Iterator<TermList> | undefined
  next: { kind: number; list: TermList } | undefined
  isAtEnd: boolean
}

const GONE = -1

/**
 * Makes one part of several, block by block, so that its size does not matter. Passages of documents that are gone are left out.
 * Call `add` for the parts in `wanted` and then `merge`, until `isDone`.
 */
export class PartMerge {
  readonly passages: number
  readonly header: Uint8Array
  readonly #sources: Source[]
  #writer = new BlockWriter(WORDS)
  #kind: number = WORDS
  #chunks = new Uint32Array(1024)
  #counts = new Uint8Array(1024)
  isDone = false

  /** `live`: the documents (segments) that are still there. */
  constructor(parts: readonly StoredPart[], live: ReadonlySet<number>) {
    const files: PartFile[] = []
    let passages = 0
    this.#sources = parts.map((part) => {
      const places = new Int32Array(part.words.length).fill(GONE)
      const first = passages
      for (const [at, file] of part.files.entries()) {
        if (!live.has(file.segment)) continue
        files.push({ ...file, first: passages })
        const end = part.files[at + 1]?.first ?? places.length
        for (let chunk = file.first; chunk < end; chunk++) places[chunk] = passages++
      }
      return {
        places,
        kept: passages - first,
        blocks: [],
        terms: undefined,
        next: undefined,
        isAtEnd: false,
      }
    })
    this.passages = passages
    const lengthsOf = (kind: 'words' | 'grams') => {
      const lengths = new Uint32Array(passages)
      for (const [at, part] of parts.entries())
        for (const [chunk, place] of (this.#sources[at] as Source).places.entries())
          if (place !== GONE) lengths[place] = part[kind][chunk] as number
      return lengths
    }
    this.header = writeHeader(files, lengthsOf('words'), lengthsOf('grams'))
  }

  /** The parts, by their number, whose next blocks are needed. */
  get wanted(): number[] {
    return this.#sources.flatMap(({ next, isAtEnd }, at) => (next || isAtEnd ? [] : [at]))
  }

  /** No blocks: the part is at its end. */
  add(source: number, blocks: readonly TermBlock[]): void {
    const part = this.#sources[source] as Source
    part.blocks.push(...blocks)
    part.isAtEnd = blocks.length === 0
    step(part)
  }

  /** Merges as far as the blocks reach. */
  merge(): TermBlock[] {
    const blocks: TermBlock[] = []
    while (this.wanted.length === 0) {
      const first = earliest(this.#sources)
      if (!first) {
        blocks.push(...this.#writer.close())
        this.isDone = true
        break
      }
      if (first.kind !== this.#kind) {
        blocks.push(...this.#writer.close())
        this.#kind = first.kind
        this.#writer = new BlockWriter(first.kind === WORDS ? WORDS : GRAMS)
      }
      blocks.push(...this.#mergeTerm(first.kind, first.list.term))
    }
    return blocks
  }

  #mergeTerm(kind: number, term: number): TermBlock[] {
    let size = 0
    let passages = 0
    let isWhole = true
    for (const source of this.#sources) {
      const { next } = source
      if (next?.kind !== kind || next.list.term !== term) continue
      if (next.list.bytes.length === 0) {
        isWhole = false
        // An estimate: it is unknown which of them are gone.
        passages += Math.round((next.list.passages * source.kept) / Math.max(1, source.places.length))
      } else {
        const from = size
        size = this.#read(next.list, source.places, size)
        passages += size - from
      }
      step(source)
    }
    if (passages === 0) return []
    if (!isWhole) return this.#writer.count(term, passages)
    const postings = { chunks: this.#chunks, counts: this.#counts }
    return this.#writer.add(term, postings, { start: 0, end: size })
  }

  /** Appends the passages after those of the previous parts. */
  #read(list: TermList, places: Int32Array, from: number): number {
    const end = from + list.passages
    if (end > this.#chunks.length) {
      const [chunks, counts] = [new Uint32Array(end * 2), new Uint8Array(end * 2)]
      chunks.set(this.#chunks.subarray(0, from))
      counts.set(this.#counts.subarray(0, from))
      this.#chunks = chunks
      this.#counts = counts
    }
    readList(list, this.#chunks, this.#counts, from)
    let to = from
    for (let at = from; at < end; at++) {
      const place = places[this.#chunks[at] as number] as number
      if (place === GONE) continue
      this.#chunks[to] = place
      this.#counts[to++] = this.#counts[at] as number
    }
    return to
  }
}

/** Advances to the next term. */
function step(source: Source): void {
  source.next = undefined
  for (;;) {
    const [block] = source.blocks
    if (!block) return
    source.terms ??= termsIn(block)
    const { value, done } = source.terms.next()
    if (!done) {
      source.next = { kind: block.kind, list: value }
      return
    }
    source.blocks.shift()
    source.terms = undefined
  }
}

function earliest(sources: readonly Source[]): Source['next'] {
  let first: Source['next']
  for (const { next } of sources)
    if (
      next &&
      (!first || next.kind < first.kind || (next.kind === first.kind && next.list.term < first.list.term))
    )
      first = next
  return first
}
