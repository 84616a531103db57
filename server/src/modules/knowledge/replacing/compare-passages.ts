/** A passage that differs; `before` and `after` are indexes in the two lists. */
export interface PassageDifference {
  before: number | null
  after: number | null
}

export interface PassageComparison {
  unchanged: number
  changed: number
  added: number
  removed: number
  differences: PassageDifference[]
}

/**
 * Pure. Compares the passages of two versions of a document. Passages with the same text are unchanged, also when they
 * moved. Between those that kept their order, the others are paired one by one: a pair is a changed passage.
 */
export function comparePassages(before: readonly string[], after: readonly string[]): PassageComparison {
  const matches = matchTexts(before, after)
  const matchedBefore = new Set(matches.map((match) => match.before))
  const matchedAfter = new Set(matches.map((match) => match.after))
  const anchors = [...inOrder(matches), { before: before.length, after: after.length }]
  const result: PassageComparison = {
    unchanged: matches.length,
    changed: 0,
    added: 0,
    removed: 0,
    differences: [],
  }
  let from = { before: 0, after: 0 }
  for (const anchor of anchors) {
    const removed = unmatched(from.before, anchor.before, matchedBefore)
    const added = unmatched(from.after, anchor.after, matchedAfter)
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const difference = { before: removed[at] ?? null, after: added[at] ?? null }
      result[difference.before === null ? 'added' : difference.after === null ? 'removed' : 'changed']++
      result.differences.push(difference)
    }
    from = { before: anchor.before + 1, after: anchor.after + 1 }
  }
  return result
}

interface Match {
  before: number
  after: number
}

/** Equal texts are matched in order. Sorted by `after`. */
function matchTexts(before: readonly string[], after: readonly string[]): Match[] {
  const places = new Map<string, number[]>()
  for (const [at, text] of before.entries()) {
    const existing = places.get(text)
    if (existing) existing.push(at)
    else places.set(text, [at])
  }
  const matchCounts = new Map<string, number>()
  const matches: Match[] = []
  for (const [at, text] of after.entries()) {
    const count = matchCounts.get(text) ?? 0
    const place = places.get(text)?.[count]
    if (place === undefined) continue
    matchCounts.set(text, count + 1)
    matches.push({ before: place, after: at })
  }
  return matches
}

/** The longest run of matches that kept their order: a longest increasing subsequence. */
function inOrder(matches: readonly Match[]): Match[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, { before }] of matches.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((matches[ends[middle] as number] as Match).before < before) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = at
  }
  const run: Match[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) run.push(matches[at] as Match)
  return run.reverse()
}

function unmatched(from: number, to: number, matched: ReadonlySet<number>): number[] {
  const places: number[] = []
  for (let at = from; at < to; at++) if (!matched.has(at)) places.push(at)
  return places
}
