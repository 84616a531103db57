import { ByteReader, ByteWriter } from '../../../../../search/postings/bytes.ts'
import type { Place, Postings } from '../../../../../search/postings/postings.ts'

export const WORDS = 0
export const GRAMS = 1
export type TermKind = typeof WORDS | typeof GRAMS

/**
 * The terms from `first` to `last` with their passages, as one row of the database. A frequent term has a block of its own, and then
 * `passages` says in how many passages it is. In a shared block `passages` is 0.
 */
export interface TermBlock {
  kind: TermKind
  first: number
  last: number
  passages: number
  /** Empty for a term whose passages are not stored because it is too frequent. */
  bytes: Uint8Array
}

/** Terms in at least this many passages have their own block: these are read only if they are worth it. */
const OWN_BLOCK = 128
/** Bytes of a shared block, about. One block is read for each rare term of a question and part, so it must be small. */
const SHARED_BYTES = 1024

/** Terms are added in order. Each call returns the blocks that are complete. */
export class BlockWriter {
  readonly #kind: TermKind
  readonly #to = new ByteWriter()
  #shared: { first: number; last: number } | undefined

  constructor(kind: TermKind) {
    this.#kind = kind
  }

  add(term: number, postings: Pick<Postings, 'chunks' | 'counts'>, { start, end }: Place): TermBlock[] {
    const passages = end - start
    if (passages >= OWN_BLOCK) {
      const shared = this.close()
      writeList(this.#to, postings, start, end)
      return [...shared, this.#own(term, passages)]
    }
    this.#shared ??= { first: term, last: term }
    this.#to.number(term - this.#shared.last)
    this.#to.number(passages)
    writeList(this.#to, postings, start, end)
    this.#shared.last = term
    return this.#to.length >= SHARED_BYTES ? this.close() : []
  }

  /** Adds a term whose passages are not stored. */
  count(term: number, passages: number): TermBlock[] {
    return [...this.close(), this.#own(term, passages)]
  }

  /** The block that is not full yet. */
  close(): TermBlock[] {
    if (!this.#shared) return []
    const { first, last } = this.#shared
    this.#shared = undefined
    return [{ kind: this.#kind, first, last, passages: 0, bytes: this.#to.take() }]
  }

  #own(term: number, passages: number): TermBlock {
    return { kind: this.#kind, first: term, last: term, passages, bytes: this.#to.take() }
  }
}

/** The distance to the passage before, doubled; odd if a count follows because it is not 1. */
function writeList(
  to: ByteWriter,
  { chunks, counts }: Pick<Postings, 'chunks' | 'counts'>,
  start: number,
  end: number,
): void {
  let previous = 0
  for (let at = start; at < end; at++) {
    const chunk = chunks[at] as number
    const count = counts[at] as number
    to.number((chunk - previous) * 2 + (count === 1 ? 0 : 1))
    if (count !== 1) to.number(count)
    previous = chunk
  }
}

/** The passages of one term of one part. */
export interface TermList {
  term: number
  passages: number
  bytes: Uint8Array
  /** Where the list begins in `bytes`. */
  at: number
}

/** Looks a term up in a block. Undefined if it is not there. */
export function findInBlock(
  block: Pick<TermBlock, 'first' | 'passages' | 'bytes'>,
  term: number,
): TermList | undefined {
  const { first, passages, bytes } = block
  if (passages > 0) return first === term ? { term, passages, bytes, at: 0 } : undefined
  const from = new ByteReader(bytes)
  let current = first
  while (from.at < bytes.length) {
    current += from.number()
    const count = from.number()
    if (current === term) return { term, passages: count, bytes, at: from.at }
    if (current > term) return undefined
    for (let remaining = count; remaining > 0; remaining--) if (from.number() % 2 === 1) from.number()
  }
  return undefined
}

/** All terms of a block with their lists, in order. */
export function* termsIn({ first, passages, bytes }: TermBlock): Generator<TermList> {
  if (passages > 0) {
    yield { term: first, passages, bytes, at: 0 }
    return
  }
  const from = new ByteReader(bytes)
  let term = first
  while (from.at < bytes.length) {
    term += from.number()
    const count = from.number()
    yield { term, passages: count, bytes, at: from.at }
    for (let remaining = count; remaining > 0; remaining--) if (from.number() % 2 === 1) from.number()
  }
}

/** Postings of these terms only. `lengths` are those of all passages of the part. */
export function toPostings(lists: readonly TermList[], lengths: Uint32Array): Postings {
  const inOrder = [...lists].sort((a, b) => a.term - b.term)
  const size = inOrder.reduce((sum, { passages }) => sum + passages, 0)
  const offsets = new Uint32Array(inOrder.length + 1)
  const chunks = new Uint32Array(size)
  const counts = new Uint8Array(size)
  let to = 0
  for (const [index, list] of inOrder.entries()) {
    offsets[index] = to
    readList(list, chunks, counts, to)
    to += list.passages
  }
  offsets[inOrder.length] = to
  return { terms: Uint32Array.from(inOrder, ({ term }) => term), offsets, chunks, counts, lengths }
}

/** By hand instead of with a ByteReader: a question reads a million of these. */
export function readList(
  { bytes, at: start, passages }: TermList,
  chunks: Uint32Array,
  counts: Uint8Array,
  first: number,
): void {
  let at = start
  let chunk = 0
  for (let to = first; to < first + passages; to++) {
    let byte = bytes[at++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 0x7f) << shift
    }
    chunk += value >>> 1
    chunks[to] = chunk
    if ((value & 1) === 0) {
      counts[to] = 1
      continue
    }
    byte = bytes[at++] as number
    // Counts end at 255.
    counts[to] = byte > 0x7f ? (byte & 0x7f) | ((bytes[at++] as number) << 7) : byte
  }
}
