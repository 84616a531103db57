/** A vector of unit length: weights by term. */
export type Vector = ReadonlyMap<number, number>

export function toUnit(weights: ReadonlyMap<number, number>): Vector {
  let sum = 0
  for (const weight of weights.values()) sum += weight * weight
  const length = Math.sqrt(sum) || 1
  return new Map([...weights].map(([term, weight]) => [term, weight / length]))
}

/**
 * Agglomerative clustering with average linkage, by chains of nearest neighbors: n² time and memory. Clusters are
 * merged as long as the average similarity of their members is at least `threshold`. The same input always gives
 * the same clusters.
 */
export function cluster(vectors: readonly Vector[], sizes: readonly number[], threshold: number): number[][] {
  const n = vectors.length
  const similarity = similarities(vectors)
  const members = vectors.map((_, at) => [at])
  const weight = [...sizes]
  const isActive = new Uint8Array(n).fill(1)
  let remaining = n
  const chain: number[] = []
  const done = new Uint8Array(n)
  while (remaining > 0) {
    if (chain.length === 0) {
      const next = isActive.findIndex((active, at) => active === 1 && done[at] === 0)
      if (next === -1) break
      chain.push(next)
    }
    const top = chain[chain.length - 1] as number
    const before = chain[chain.length - 2]
    const nearest = nearestTo(top, before, similarity, isActive, n)
    // Average linkage is reducible: what is too far from everything now stays so.
    if (nearest === -1 || (similarity[top * n + nearest] as number) < threshold) {
      for (const member of chain.splice(0)) if (member === top) done[member] = 1
      done[top] = 1
      continue
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    merge(nearest, top)
    remaining--
  }
  return members.filter((_, at) => isActive[at] === 1)

  /** Into the first one. */
  function merge(into: number, from: number): void {
    const [a, b] = [weight[into] as number, weight[from] as number]
    for (let other = 0; other < n; other++) {
      if (isActive[other] === 0 || other === into || other === from) continue
      const mean =
        (a * (similarity[into * n + other] as number) + b * (similarity[from * n + other] as number)) /
        (a + b)
      similarity[into * n + other] = mean
      similarity[other * n + into] = mean
    }
    weight[into] = a + b
    isActive[from] = 0
    members[into]?.push(...(members[from] ?? []))
    done[into] = 0
  }
}

/** -1 if there is none. Prefers the previous one in the chain; otherwise, ties would never end it. */
function nearestTo(
  of: number,
  before: number | undefined,
  similarity: Float32Array,
  isActive: Uint8Array,
  n: number,
): number {
  let best = before ?? -1
  let highest = before === undefined ? 0 : (similarity[of * n + before] as number)
  for (let other = 0; other < n; other++) {
    if (other === of || isActive[other] === 0) continue
    const value = similarity[of * n + other] as number
    if (value > highest) {
      highest = value
      best = other
    }
  }
  return best
}

function similarities(vectors: readonly Vector[]): Float32Array {
  const n = vectors.length
  const matrix = new Float32Array(n * n)
  const byTerm = new Map<number, [number, number][]>()
  for (const [at, vector] of vectors.entries())
    for (const [term, weight] of vector) {
      const list = byTerm.get(term) ?? []
      for (const [other, otherWeight] of list) {
        const value = (matrix[at * n + other] as number) + weight * otherWeight
        matrix[at * n + other] = value
        matrix[other * n + at] = value
      }
      list.push([at, weight])
      byTerm.set(term, list)
    }
  return matrix
}
