import type { Span } from './sentences.ts'

/**
 * `text` contains sentences. A `heading` (also the header of a table) names what follows. `code` is code and
 * displayed formulas. Rules and the line under a table's header are not blocks.
 */
export interface Block extends Span {
  kind: 'text' | 'heading' | 'code'
}

const FENCE = /^\s{0,8}(`{3,}|~{3,})/
const FORMULA = /^\s*(\$\$|\\\[)/
const HEADING = /^\s{0,3}#{1,6}\s+/
const BOLD_LINE = /^\s*(\*\*|__)(?=\S)(?:(?!\1).)*[^\s.!?…。！？]\1:?\s*$/
const RULE = /^\s*(?:[-*_=]\s*){3,}$/
const ROW = /^\s*\|/
/** `|---|:--|`, or a line of dashes. */
const ROW_RULE = /^[\s|:]*-[\s|:-]*$/
const MARKER = /^\s*(?:>\s?)*\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?/
const ENDED = /[.!?…;。！？]["'”’»)\]*_]*\s*$/
/** Two spaces or a backslash are a line break in Markdown; after a colon, something new starts. */
const HARD_BREAK = /(?: {2}|\\|[:：]\*{0,2}\s?)$/
/** A shorter line without a full stop is a title or a list item, not the first half of a sentence. */
const MIN_WRAPPED_LENGTH = 50

/**
 * The paragraphs, list items, table rows and headings of a text, with or without Markdown. Wrapped lines stay
 * together.
 */
export function toBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const lines = toLines(text)
  let open: Block | undefined
  for (let at = 0; at < lines.length; at++) {
    const { start, end } = lines[at] as Span
    const line = text.slice(start, end)
    const verbatimEnd = endOfVerbatim(text, lines, at)
    if (verbatimEnd !== undefined) {
      blocks.push({ start, end: (lines[verbatimEnd] as Span).end, kind: 'code' })
      at = verbatimEnd
      open = undefined
      continue
    }
    if (line.trim() === '' || RULE.test(line) || ROW_RULE.test(line)) {
      open = undefined
      continue
    }
    const before = lines[at - 1]
    if (open && before && isWrapped(text.slice(Math.max(open.start, before.start), before.end), line)) {
      open.end = end
      continue
    }
    const next = lines[at + 1]
    const kind = isHeading(line, next && text.slice(next.start, next.end)) ? 'heading' : 'text'
    const block: Block = { start: start + (MARKER.exec(line)?.[0].length ?? 0), end, kind }
    if (block.start < block.end) blocks.push(block)
    open = kind === 'text' && !ROW.test(line) ? block : undefined
  }
  return blocks
}

function toLines(text: string): Span[] {
  const lines: Span[] = []
  let start = 0
  while (start <= text.length) {
    const index = text.indexOf('\n', start)
    const end = index < 0 ? text.length : index
    lines.push({ start, end })
    start = end + 1
  }
  return lines
}

const MAX_FORMULA_LINES = 60

/** The last line of the code or formula that starts here. Unclosed code continues to the end. */
function endOfVerbatim(text: string, lines: readonly Span[], first: number): number | undefined {
  const { start, end } = lines[first] as Span
  const line = text.slice(start, end)
  const opening = FENCE.exec(line)?.[1] ?? FORMULA.exec(line)?.[1]
  if (opening === undefined) return undefined
  const closing = opening === '\\[' ? '\\]' : opening
  const isFormula = !/^[`~]/.test(opening)
  if (isFormula && line.indexOf(closing, line.indexOf(opening) + 2) >= 0) {
    // Closed on the same line with text after it: the line is text.
    return new RegExp(`${closing.replace(/[\\$\]]/g, '\\$&')}[.,;]?\\s*$`).test(line) ? first : undefined
  }
  const last = isFormula ? Math.min(lines.length, first + MAX_FORMULA_LINES) : lines.length
  for (let at = first + 1; at < last; at++) {
    const span = lines[at] as Span
    const content = text.slice(span.start, span.end).trim()
    if (isFormula ? content.includes(closing) : content.startsWith(closing)) return at
  }
  return isFormula ? undefined : lines.length - 1
}

const isHeading = (line: string, next: string | undefined): boolean =>
  HEADING.test(line) ||
  BOLD_LINE.test(line) ||
  (ROW.test(line) && next?.includes('|') === true && ROW_RULE.test(next))

function isWrapped(before: string, line: string): boolean {
  if (HEADING.test(line) || BOLD_LINE.test(line) || ROW.test(line)) return false
  if ((MARKER.exec(line)?.[0].trim() ?? '') !== '' || HARD_BREAK.test(before)) return false
  return ENDED.test(before) || /^\s*\p{Ll}/u.test(line) || before.trim().length >= MIN_WRAPPED_LENGTH
}
