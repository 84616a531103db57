/** A chunk of one of the lists, with its score. */
export interface Ranked {
  list: number
  chunk: number
  score: number
}

/** Chunks with a score above 0, unordered: callers that merge several lists sort them afterwards. */
export function pickBest(scores: readonly Float64Array[], limit: number): Ranked[] {
  const { least, equals } = findLeast(scores, limit)
  const best: Ranked[] = []
  let remaining = equals
  for (const [list, sums] of scores.entries()) {
    for (let chunk = 0; chunk < sums.length; chunk++) {
      const score = sums[chunk] as number
      // Also skips NaN.
      if (!(score >= least)) continue
      if (score === least && remaining-- <= 0) continue
      best.push({ list, chunk, score })
    }
  }
  return best
}

/**
 * The lowest score that is taken, and how many with exactly that score. The best so far are a heap with the lowest on
 * top: most scores are below it and cost one comparison.
 */
function findLeast(scores: readonly Float64Array[], limit: number): { least: number; equals: number } {
  const heap = new Float64Array(limit)
  let size = 0
  for (const sums of scores) {
    for (let chunk = 0; chunk < sums.length; chunk++) {
      const score = sums[chunk] as number
      if (!(score > 0)) continue
      if (size < limit) rise(heap, size++, score)
      else if (score > (heap[0] as number)) sink(heap, size, score)
    }
  }
  if (size < limit) return { least: Number.MIN_VALUE, equals: size }
  const least = heap[0] as number
  let equals = 0
  for (const score of heap) if (score === least) equals++
  return { least, equals }
}

function rise(heap: Float64Array, from: number, score: number): void {
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if ((heap[above] as number) <= score) break
    heap[at] = heap[above] as number
    at = above
  }
  heap[at] = score
}

/** Replaces the top. */
function sink(heap: Float64Array, size: number, score: number): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= size) break
    if (below + 1 < size && (heap[below + 1] as number) < (heap[below] as number)) below++
    if ((heap[below] as number) >= score) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = score
}

let zeros = new Float64Array(0)
let places = new Uint32Array(0)
let areZero = true

type Take = (length: number) => Float64Array

/**
 * Lends zeros for scores, and room for as many chunks. The same memory serves every question: it is megabytes, costly to fill and to
 * collect. `work` leaves zeros behind.
 */
export function withZeros<T>(
  chunks: number,
  sections: number,
  work: (take: Take, chunkBuffer: Uint32Array) => T,
): T {
  if (zeros.length < chunks + sections) zeros = new Float64Array(chunks + sections)
  else if (!areZero) zeros.fill(0)
  if (places.length < chunks) places = new Uint32Array(chunks)
  let start = 0
  const take: Take = (length) => {
    start += length
    return zeros.subarray(start - length, start)
  }
  // If it fails, they are not zeros.
  areZero = false
  const result = work(take, places)
  areZero = true
  return result
}
