import type { TextItem } from './open-pdf.ts'
import { withLetters } from './scripts/right-to-left.ts'

/** A run of text as placed in the PDF. `y` grows downwards. */
export interface Fragment {
  text: string
  x: number
  y: number
  width: number
  size: number
  rtl: boolean
}

interface Placed extends Fragment {
  /** Rotation of the text in quarter turns. */
  turn: number
}

export interface PageFragments {
  /** The text of a page, rotated so that most of it is upright. */
  upright: Fragment[]
  /** Text in other directions, such as a stamp in the margin or the title of a column, by direction. */
  turned: Fragment[][]
}

export function toFragments(items: readonly TextItem[], view: readonly number[]): PageFragments {
  const placed = items.flatMap((item) => place(item, view))
  const lengths = [0, 0, 0, 0]
  for (const { turn, text } of placed) lengths[turn] = (lengths[turn] ?? 0) + text.length
  const main = lengths.indexOf(Math.max(...lengths))
  const inTurn = (wanted: number) => placed.filter(({ turn }) => turn === wanted)
  const others = [0, 1, 2, 3].filter((turn) => turn !== main).map(inTurn)
  return { upright: inTurn(main), turned: others.filter((fragments) => fragments.length > 0) }
}

function place(item: TextItem, view: readonly number[]): Placed[] {
  const text = withLetters(cleanText(item.str ?? ''))
  const [a, b, c, d, e, f] = item.transform ?? []
  if (text.trim() === '' || a === undefined || b === undefined || e === undefined || f === undefined)
    return []
  const size = Math.hypot(c ?? 0, d ?? 0) || item.height || Math.hypot(a, b)
  // Text without a size or far outside the page is invisible.
  if (!Number.isFinite(e) || !Number.isFinite(f) || !(size > 0.5) || size > 2000) return []
  const turn = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const upright = [
    { x: e - left, y: top - f },
    { x: f - bottom, y: e - left },
    { x: right - e, y: f - bottom },
    { x: top - f, y: right - e },
  ][turn]
  if (!upright) return []
  return [{ text, ...upright, width: Math.abs(item.width ?? 0), size, rtl: item.dir === 'rtl', turn }]
}

/** Control characters, and halves of surrogate pairs, come from fonts without a table of letters. */
const cleanText = (text: string) =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/[\p{Cc}\u200b\ufeff]/gu, ' ')
