import { raisedText } from '../notation/raised-text.ts'
import type { Fragment } from './fragments.ts'
import { inReadingOrder, withBrackets } from './scripts/right-to-left.ts'

/** A line of text, or a row of a table when `cells` has several. */
export interface Line {
  text: string
  x: number
  end: number
  y: number
  size: number
  cells: { text: string; x: number; end: number }[]
}

/** Wider gaps separate cells; closer letters form one word. In letter heights. */
const CELL_GAP = 1.1
const WORD_GAP = 0.13

/** An exponent is smaller than the letters before it, and stands above their line by this share of their height. */
const MIN_RAISE = 0.15
const isSmall = (fragment: Fragment, size: number): boolean => fragment.size < 0.85 * size

/** Groups fragments into lines, including superscripts and subscripts, from top to bottom. */
export function toRows(fragments: readonly Fragment[]): Fragment[][] {
  const sorted = [...fragments].sort((a, b) => a.y - b.y)
  const rows: Fragment[][] = []
  let row: Fragment[] = []
  let base: Fragment | undefined
  for (const fragment of sorted) {
    const reach = 0.45 * Math.min(Math.max(fragment.size, base?.size ?? 0), 3 * fragment.size)
    if (!base || fragment.y - base.y > reach) {
      row = []
      rows.push(row)
      base = fragment
    } else if (fragment.size > base.size) base = { ...fragment, y: Math.max(base.y, fragment.y) }
    row.push(fragment)
  }
  return rows
}

export const toLines = (fragments: readonly Fragment[]): Line[] => toRows(fragments).map(toLine)

function toLine(row: readonly Fragment[]): Line {
  const size = mainSize(row)
  const rightToLeft = isRightToLeft(row)
  const sorted = [...row].sort((a, b) => a.x - b.x)
  const cells: Line['cells'] = []
  let texts: { text: string }[] = []
  let start = 0
  let end = Number.NEGATIVE_INFINITY
  let before = ''
  let raised = ''
  let baseline = Number.NEGATIVE_INFINITY
  const close = () => {
    const ordered = inReadingOrder(texts, rightToLeft).map((piece) => piece.text)
    const joined = ordered.join('').replace(/\s+/g, ' ').trim()
    const text = withAccents(rightToLeft ? withBrackets(joined) : joined)
    if (text !== '') cells.push({ text, x: start, end })
    texts = []
  }
  for (const fragment of sorted) {
    const gap = fragment.x - end
    if (gap > CELL_GAP * size || texts.length === 0) {
      close()
      start = fragment.x
    } else if (gap > WORD_GAP * size) texts.push({ text: ' ' })
    if (isSmall(fragment, size) && baseline - fragment.y > MIN_RAISE * size) {
      // Sign and digits of an exponent may be separate.
      if (raised !== '' && gap <= WORD_GAP * size) texts.pop()
      else {
        raised = ''
        before = texts.at(-1)?.text ?? ''
      }
      raised += fragment.text
      texts.push({ ...fragment, text: raisedText(before, raised) })
    } else {
      raised = ''
      texts.push(fragment)
    }
    if (!isSmall(fragment, size)) baseline = fragment.y
    end = Math.max(end, fragment.x + fragment.width)
  }
  close()
  if (rightToLeft) cells.reverse()
  return {
    text: cells.map(({ text }) => text).join(' '),
    x: sorted[0]?.x ?? 0,
    end,
    y: row.reduce((lowest, { y }) => Math.max(lowest, y), 0),
    size,
    cells,
  }
}

/** By its letters: an English sentence with three Arabic words may have more Arabic pieces than English ones. */
function isRightToLeft(row: readonly Fragment[]): boolean {
  const letters = { rtl: 0, ltr: 0 }
  for (const { rtl, text } of row) letters[rtl ? 'rtl' : 'ltr'] += text.match(/\p{L}/gu)?.length ?? 0
  return letters.rtl > letters.ltr
}

/** The most common font size of the line, so that superscripts don't matter. */
function mainSize(row: readonly Fragment[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of row) {
    const rounded = Math.round(size * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.trim().length)
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1
}

const COMBINING: Record<string, string> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¸': '\u0327',
  ˇ: '\u030c',
  '˚': '\u030a',
}

/** Older LaTeX draws accent and letter separately: "educaci´on" is educación. */
export function withAccents(text: string): string {
  return text
    .replace(/(?<=[cCsStT])\s?¸/g, '\u0327')
    .replace(/([´¨ˆ˜¸ˇ˚]|(?<=\p{L})`)\s?([a-zıA-Z])/gu, (match, accent: string, letter: string) => {
      const base = letter === 'ı' ? 'i' : letter
      const composed = `${base}${COMBINING[accent] ?? ''}`.normalize('NFC')
      return composed.length === 1 ? composed : match
    })
    .normalize('NFC')
}
