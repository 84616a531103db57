import type { Block } from '../document-text.ts'
import { joinTwo, MARKER } from './paragraphs.ts'

/** A block of a page, with the facts that tell whether its paragraph continues elsewhere. */
export interface PlacedBlock {
  block: Block
  /** Font size. 0 for text from OCR. */
  size: number
  /** Its last line reaches the right edge of the column. */
  isFull: boolean
}

/** A column or a page: paragraphs may continue in the next one. */
export type Column = readonly PlacedBlock[]

const SENTENCE_END = /[.!?…:;。！？؟।]["'”’»)\]]*⁾?$/
/** Footnotes have a smaller font. */
const SMALLER = 0.92
const MIN_LENGTH = 40

/**
 * Joins paragraphs that continue in the next column or on the next page: the second part directly follows the first,
 * before footnotes, so that a sentence is found and quoted as a whole. Hyphenated words are joined. Pure.
 */
export function continueParagraphs(
  columns: readonly Column[],
  bodySize: number,
  compounds: ReadonlySet<string>,
): Block[] {
  const blocks: Block[] = []
  /** The blocks below the last paragraph: footnotes and image descriptions. */
  let below: Block[] = []
  let last: PlacedBlock | undefined
  for (const column of columns.filter(({ length }) => length > 0)) {
    const [first, ...others] = column
    const joined =
      first && last && continues(last, first) ? join(last.block, first.block, compounds) : undefined
    if (joined && last) {
      last.block.text = joined.text
      if (joined.rest) blocks.push(joined.rest)
      blocks.push(...below)
    } else blocks.push(...below, ...(first ? [first.block] : []))
    const split = bodyEnd(others, bodySize)
    blocks.push(...others.slice(0, split).map(({ block }) => block))
    below = others.slice(split).map(({ block }) => block)
    last =
      split > 0
        ? others[split - 1]
        : joined?.rest && first
          ? { ...first, block: joined.rest }
          : joined
            ? last
            : first
  }
  return [...blocks, ...below]
}

/** The number of blocks before the footnotes. */
function bodyEnd(column: Column, bodySize: number): number {
  let end = column.length
  while (end > 0 && isAside(column[end - 1], bodySize)) end--
  return end
}

const isAside = (placed: PlacedBlock | undefined, bodySize: number): boolean =>
  placed !== undefined && placed.size > 0 && placed.size < bodySize * SMALLER

function continues(before: PlacedBlock, next: PlacedBlock): boolean {
  if (!isProse(before.block) || !isProse(next.block) || SENTENCE_END.test(before.block.text)) return false
  if (before.size > 0 && next.size > 0 && Math.abs(before.size - next.size) > 0.12 * before.size) return false
  if (/^[\p{Ll}(]/u.test(next.block.text)) return true
  // A name or a number may follow, and some scripts have no capital letters. A title or a line of a list is shorter, and
  // does not end as a sentence does.
  const isText = ({ text }: Block): boolean => text.length >= MIN_LENGTH || SENTENCE_END.test(text)
  return (
    before.isFull && isText(before.block) && isText(next.block) && /^[\p{L}\p{N}“"«]/u.test(next.block.text)
  )
}

const isProse = ({ text, heading }: Block): boolean =>
  heading === undefined && !text.startsWith('|') && !MARKER.test(text)

/** Joins a hyphenated word. */
function join(before: Block, next: Block, compounds: ReadonlySet<string>): { text: string; rest?: Block } {
  const word = /^\p{L}+\S*/u.exec(next.text)?.[0]
  if (word === undefined || !/\p{L}[-\u2010\u00ad]$/u.test(before.text))
    return { text: before.text, rest: { ...next, continues: true } }
  const text = joinTwo(before.text, word, compounds)
  const rest = next.text.slice(word.length).trimStart()
  return rest === '' ? { text } : { text, rest: { ...next, text: rest, continues: true } }
}
