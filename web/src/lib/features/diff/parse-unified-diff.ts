export interface UnifiedDiffLine {
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
