import type { ByteReader, ByteWriter } from './bytes.ts'

/**
 * The chunks that contain each term, and how often. Parallel arrays: the chunks of `terms[i]` are `chunks[offsets[i]]
 * … chunks[offsets[i + 1] - 1]`, ascending.
 */
export interface Postings {
  terms: Uint32Array
  offsets: Uint32Array
  chunks: Uint32Array
  counts: Uint8Array
  /** How many terms each chunk has. */
  lengths: Uint32Array
}

export const EMPTY: Postings = {
  terms: new Uint32Array(0),
  offsets: new Uint32Array(1),
  chunks: new Uint32Array(0),
  counts: new Uint8Array(0),
  lengths: new Uint32Array(0),
}

/** The chunks of `second` come after those of `first`. */
export function mergePostings(first: Postings, second: Postings): Postings {
  const shift = first.lengths.length
  const size = first.chunks.length + second.chunks.length
  const chunks = new Uint32Array(size)
  const counts = new Uint8Array(size)
  const terms = new Uint32Array(first.terms.length + second.terms.length)
  const offsets = new Uint32Array(terms.length + 1)
  let a = 0
  let b = 0
  let to = 0
  let count = 0
  const take = (from: Postings, term: number, by: number): void => {
    const start = from.offsets[term] ?? 0
    const end = from.offsets[term + 1] ?? start
    for (let at = start; at < end; at++, to++) {
      chunks[to] = (from.chunks[at] ?? 0) + by
      counts[to] = from.counts[at] ?? 0
    }
  }
  while (a < first.terms.length || b < second.terms.length) {
    const x = first.terms[a] ?? Infinity
    const y = second.terms[b] ?? Infinity
    terms[count] = Math.min(x, y)
    offsets[count++] = to
    if (x <= y) take(first, a++, 0)
    if (y <= x) take(second, b++, shift)
  }
  offsets[count] = to
  const lengths = new Uint32Array(shift + second.lengths.length)
  lengths.set(first.lengths)
  lengths.set(second.lengths, shift)
  return { terms: terms.slice(0, count), offsets: offsets.slice(0, count + 1), chunks, counts, lengths }
}

/** A range of `chunks` and `counts`. */
export interface Place {
  start: number
  end: number
}

/** The range of the term's chunks; undefined if no chunk contains it. */
export function findTerm(postings: Postings, term: number): Place | undefined {
  const { terms, offsets } = postings
  let low = 0
  let high = terms.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const middleTerm = terms[middle] ?? 0
    if (middleTerm === term) return { start: offsets[middle] ?? 0, end: offsets[middle + 1] ?? 0 }
    if (middleTerm < term) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

const totals = new WeakMap<Uint32Array, number>()

/** The total number of terms in all chunks, which does not change. */
export function totalOf({ lengths }: Postings): number {
  let length = totals.get(lengths)
  if (length === undefined) {
    length = 0
    for (const chunkLength of lengths) length += chunkLength
    totals.set(lengths, length)
  }
  return length
}

/** The position of the first chunk that is not before this one. */
export function firstFrom(
  { chunks }: Pick<Postings, 'chunks'>,
  { start, end }: Place,
  chunk: number,
): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chunks[middle] ?? 0) < chunk) low = middle + 1
    else high = middle
  }
  return low
}

export function hasChunk(postings: Postings, place: Place, chunk: number): boolean {
  const at = firstFrom(postings, place, chunk)
  return at < place.end && postings.chunks[at] === chunk
}

export function bytesOf({ terms, offsets, chunks, counts, lengths }: Postings): number {
  return terms.byteLength + offsets.byteLength + chunks.byteLength + counts.byteLength + lengths.byteLength
}

/** The format in the database: differences between neighbors, which mostly fit into one byte. */
export function writePostings(to: ByteWriter, postings: Postings): void {
  const { terms, offsets, chunks, counts, lengths } = postings
  to.number(lengths.length)
  for (const length of lengths) to.number(length)
  to.number(terms.length)
  to.number(chunks.length)
  let lastTerm = 0
  for (const [index, term] of terms.entries()) {
    to.number(term - lastTerm)
    lastTerm = term
    const start = offsets[index] ?? 0
    const end = offsets[index + 1] ?? start
    to.number(end - start)
    let lastChunk = 0
    for (let at = start; at < end; at++) {
      const chunk = chunks[at] ?? 0
      to.number(chunk - lastChunk)
      to.number(counts[at] ?? 0)
      lastChunk = chunk
    }
  }
}

export function readPostings(from: ByteReader): Postings {
  const lengths = new Uint32Array(from.number())
  for (let at = 0; at < lengths.length; at++) lengths[at] = from.number()
  const terms = new Uint32Array(from.number())
  const size = from.number()
  const offsets = new Uint32Array(terms.length + 1)
  const chunks = new Uint32Array(size)
  const counts = new Uint8Array(size)
  let term = 0
  let to = 0
  for (let index = 0; index < terms.length; index++) {
    term += from.number()
    terms[index] = term
    offsets[index] = to
    const end = to + from.number()
    let chunk = 0
    for (; to < end; to++) {
      chunk += from.number()
      chunks[to] = chunk
      counts[to] = from.number()
    }
  }
  offsets[terms.length] = to
  return { terms, offsets, chunks, counts, lengths }
}
