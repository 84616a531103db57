export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Beyond this the two are shown one after the other: comparing takes the product of their lengths. */
const MOST_CELLS = 1_000_000

/** Pure. Which lines went and which came, with what stayed between them. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length * now.length > MOST_CELLS) return [...old.map(gone), ...now.map(added)]
  const kept = lengthsOfCommon(old, now)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i++
      j++
    } else if (right === undefined || (left !== undefined && at(kept, i + 1, j) >= at(kept, i, j + 1))) {
      lines.push(gone(left ?? ''))
      i++
    } else {
      lines.push(added(right))
      j++
    }
  }
  return lines
}

const gone = (text: string): DiffLine => ({ kind: 'gone', text })
const added = (text: string): DiffLine => ({ kind: 'new', text })
const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0

/** How many lines the two have in common from here on, for each pair of places. */
function lengthsOfCommon(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    const row = table[i] ?? []
    for (let j = now.length - 1; j >= 0; j--)
      row[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
  }
  return table
}
