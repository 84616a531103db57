export interface ShownLine {
  kind: 'added' | 'removed' | 'same' | 'place'
  text: string
  /** The line's number in the file as it is now; of a removed one, as it was. */
  number: number | undefined
}

const PLACE = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** A unified diff as lines for people: without the names of the files, with line numbers. Pure. */
export function toLines(diff: string): ShownLine[] {
  const lines: ShownLine[] = []
  let [old, now] = [0, 0]
  let isInside = false
  for (const text of diff.replace(/\n$/, '').split('\n')) {
    const place = PLACE.exec(text)
    if (place) {
      ;[old, now] = [Number(place[1]), Number(place[2])]
      lines.push({ kind: 'place', text, number: undefined })
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
