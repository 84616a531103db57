import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** With more differences the texts are shown one after the other: comparing them would block the page. */
const MAX_DIFFERENCES = 1000

/** The lines of both texts, each marked as unchanged, removed or added. Pure. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(old, now, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ]
  return changes.flatMap(({ removed, added, value }) => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return value.map((text): DiffLine => ({ kind, text }))
  })
}
