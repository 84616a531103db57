import { diffWordsWithSpace } from 'diff'

export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** With more differences the texts are shown one after the other: comparing them would block the page. */
const MAX_DIFFERENCES = 1000

/** The words of both texts, each marked as unchanged, removed or added. Pure. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ]
  return changes
    .filter(({ value }) => value !== '')
    .map(({ removed, added, value }) => ({
      kind: removed ? 'removed' : added ? 'added' : 'same',
      text: value,
    }))
}
