/** Numbers of passages. */
export interface LargeLimits {
  /** A base with more is searched in the database. It stays there until it has less than half of this. */
  base: number
  /** Maximum of a part, unless a single document has more. */
  part: number
  /** Up to this many passages outside of parts are searched in memory. */
  tail: number
  /** Maximum of a merged part. */
  merged: number
  /** Not passages: bytes of vectors that are compared with every question, in memory. */
  vectorBytes: number
  /** The same when pgvector finds the nearest ones: those in memory only show which similarity is chance. */
  sampleBytes: number
}

const MIB = 1024 * 1024

export const LARGE_LIMITS: LargeLimits = {
  base: 50_000,
  part: 16_000,
  tail: 4000,
  merged: 1_200_000,
  vectorBytes: 96 * MIB,
  sampleBytes: 16 * MIB,
}

export interface IndexState {
  isLarge: boolean
  passages: number
  /** `live`: passages of documents that are still there as they were indexed. */
  parts: readonly { id: number; passages: number; live: number }[]
  /** Documents in no part, oldest first; those that one part can hold. */
  tail: readonly { segment: number; passages: number }[]
  tailPassages: number
}

export type IndexStep =
  | { kind: 'build'; segments: number[]; replaces: number[] }
  | { kind: 'merge'; parts: number[] }
  | { kind: 'make-large' }
  | { kind: 'make-small' }

/**
 * This many parts of about the same size are merged at once: a question reads a block for each term and part. Each passage is merged once for every
 * time that the base grows this much.
 */
const MERGED_AT_ONCE = 8

/** A part of which more than this share is gone is built again. */
const MAX_DEAD = 0.25

/** The next step; undefined when there is nothing to do. */
export function nextStep(state: IndexState, limits: LargeLimits): IndexStep | undefined {
  const { isLarge, passages, parts, tailPassages } = state
  const isWanted = passages > (isLarge ? limits.base / 2 : limits.base)
  if (!isWanted) return isLarge || parts.length > 0 ? { kind: 'make-small' } : undefined
  const dying = parts.find((part) => part.live < part.passages * (1 - MAX_DEAD))
  if (dying && dying.live > limits.part) return { kind: 'merge', parts: [dying.id] }
  if (dying) return buildWith(state, [dying], limits)
  if (tailPassages > limits.tail) {
    const smallest = [...parts].sort((a, b) => a.live - b.live)[0]
    const fits =
      smallest !== undefined && smallest.live + Math.min(tailPassages, limits.part / 2) <= limits.part
    return buildWith(state, fits ? [smallest] : [], limits)
  }
  return isLarge ? mergeSimilar(parts, limits) : { kind: 'make-large' }
}

function mergeSimilar(parts: IndexState['parts'], limits: LargeLimits): IndexStep | undefined {
  const similar = new Map<number, number[]>()
  for (const { id, live } of [...parts].sort((a, b) => a.id - b.id)) {
    const size = Math.max(0, Math.floor(Math.log((2 * live) / limits.part) / Math.log(MERGED_AT_ONCE)))
    // The merged part would be too large.
    if (limits.part * MERGED_AT_ONCE ** (size + 1) > limits.merged) continue
    const ids = similar.get(size) ?? []
    similar.set(size, [...ids, id])
    if (ids.length + 1 === MERGED_AT_ONCE) return { kind: 'merge', parts: [...ids, id] }
  }
  return undefined
}

function buildWith(
  { tail }: IndexState,
  replaced: readonly { id: number; live: number }[],
  limits: LargeLimits,
): IndexStep {
  let room = limits.part - replaced.reduce((sum, { live }) => sum + live, 0)
  const segments: number[] = []
  for (const { segment, passages } of tail) {
    if (passages > room && (segments.length > 0 || replaced.length > 0)) break
    segments.push(segment)
    room -= passages
  }
  return { kind: 'build', segments, replaces: replaced.map(({ id }) => id) }
}
