/** Numbers of passages. */
export interface LargeLimits {
  /** A base with more is searched in the database. It stays there until it has less than half of this. */
  base: number
  /** What a part has at most, unless a single document has more. */
  part: number
  /** So many passages in no part are searched in memory. */
  tail: number
}

export const LARGE_LIMITS: LargeLimits = { base: 50_000, part: 16_000, tail: 4000 }

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
  | { kind: 'make-large' }
  | { kind: 'make-small' }

/** A part of which more than this share is gone is built again. */
const MOST_DEAD = 0.25

/** What is to be done next; undefined when everything is as it should be. */
export function nextStep(state: IndexState, limits: LargeLimits): IndexStep | undefined {
  const { isLarge, passages, parts, tailPassages } = state
  const isWanted = passages > (isLarge ? limits.base / 2 : limits.base)
  if (!isWanted) return isLarge || parts.length > 0 ? { kind: 'make-small' } : undefined
  const dying = parts.find((part) => part.live < part.passages * (1 - MOST_DEAD))
  if (dying) return buildWith(state, [dying], limits)
  if (tailPassages > limits.tail) {
    const smallest = [...parts].sort((a, b) => a.live - b.live)[0]
    const fits =
      smallest !== undefined && smallest.live + Math.min(tailPassages, limits.part / 2) <= limits.part
    return buildWith(state, fits ? [smallest] : [], limits)
  }
  return isLarge ? undefined : { kind: 'make-large' }
}

function buildWith(
  { tail }: IndexState,
  replaced: readonly { id: number; live: number }[],
  limits: LargeLimits,
): IndexStep {
  let left = limits.part - replaced.reduce((sum, { live }) => sum + live, 0)
  const segments: number[] = []
  for (const { segment, passages } of tail) {
    if (passages > left && (segments.length > 0 || replaced.length > 0)) break
    segments.push(segment)
    left -= passages
  }
  return { kind: 'build', segments, replaces: replaced.map(({ id }) => id) }
}
