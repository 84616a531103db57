import { diffArrays, diffWordsWithSpace } from 'diff'

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

/** The lines of both texts, each marked as unchanged, removed or added. Pure. */
export function diffLines(before: string, after: string): DiffPart[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(old, now, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ]
  return changes.flatMap(({ removed, added, value }) => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return value.map((text): DiffPart => ({ kind, text }))
  })
}

interface UnifiedDiffLine {
  kind: 'added' | 'removed' | 'same' | 'hunk'
  text: string
  /** The line number in the new file; for a removed line, in the old one. */
  number: number | undefined
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The lines of a unified diff of one file, with line numbers and without the file header. Pure. */
export function parseUnifiedDiff(diff: string): UnifiedDiffLine[] {
  const lines: UnifiedDiffLine[] = []
  let [old, now] = [0, 0]
  let isInside = false
  for (const text of diff.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(text)
    if (hunk) {
      ;[old, now] = [Number(hunk[1]), Number(hunk[2])]
      lines.push({ kind: 'hunk', text, number: undefined })
      isInside = true
    } else if (!isInside || text.startsWith('\\')) continue
    else if (text.startsWith('+')) lines.push({ kind: 'added', text: text.slice(1), number: now++ })
    else if (text.startsWith('-')) lines.push({ kind: 'removed', text: text.slice(1), number: old++ })
    else {
      lines.push({ kind: 'same', text: text.slice(1), number: now++ })
      old++
    }
  }
  return lines
}
