import type { Block } from '../document-text.ts'
import type { Paragraph } from './paragraphs.ts'
import type { PageLines } from './running-heads.ts'

/** Text this much larger than the body text is a heading. */
const LARGER = 1.12
const DEEPEST = 4

/**
 * The font sizes of headings in this document, largest first. A PDF does not mark headings, so they are recognized by
 * size.
 */
export function headingSizes(pages: readonly PageLines[]): number[] {
  const lengths = lengthsBySize(pages)
  const body = bodySize(pages)
  return [...lengths.keys()].filter((size) => size >= body * LARGER).sort((a, b) => b - a)
}

/** The most common font size. */
export const bodySize = (pages: readonly PageLines[]): number =>
  [...lengthsBySize(pages)].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0

function lengthsBySize(pages: readonly PageLines[]): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const { size, text } of pages.flat(2)) lengths.set(size, (lengths.get(size) ?? 0) + text.length)
  return lengths
}

export function toBlock({ text, size, lines }: Paragraph, sizes: readonly number[], page: number): Block {
  const rank = sizes.indexOf(size)
  const isHeading =
    rank !== -1 && lines <= 3 && text.length <= 200 && /\p{L}{2}/u.test(text) && !text.startsWith('|')
  return isHeading ? { text, heading: Math.min(rank + 1, DEEPEST), page } : { text, page }
}
