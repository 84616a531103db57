import type { TextFile } from '../../../modules/workspaces/index.ts'
import type { Change } from './patch-input.ts'

/**
 * The lines that a change brings, if its `old_content` is exactly what stands in its range, line ends aside; undefined otherwise. Nothing
 * is guessed: no other case, no other spacing, no other place. Pure.
 */
export function matchLines(file: TextFile, change: Change): string[] | undefined {
  const { line_start: start, line_end: end, old_content: old, new_content: fresh } = change
  const count = end - start + 1
  const brought = toLines(fresh, file)
  if (count === 0) return old === '' ? brought : undefined
  const expected = expectedLines(old, count, file)
  if (!expected) return undefined
  if (standsAt(file, start, expected)) return brought
  return matchNumbered(file, start, expected, brought)
}

/** One newline at the end ends the last line; more are empty lines. */
export function toLines(content: string, file: Pick<TextFile, 'eol'>): string[] {
  if (content === '') return []
  return split(content.replace(lastEnd(file), ''), file)
}

/** `old_content` as this many lines, if it can be read so: the newline at its end may end the last line, or begin an empty one. */
export function expectedLines(old: string, count: number, file: Pick<TextFile, 'eol'>): string[] | undefined {
  const readings = [split(old.replace(lastEnd(file), ''), file), split(old, file)]
  return readings.find((lines) => lines.length === count)
}

// A CR alone ends a line only in a file whose lines end so.
const lastEnd = ({ eol }: Pick<TextFile, 'eol'>): RegExp => (eol === '\r' ? /(\r\n|\n|\r)$/ : /\r?\n$/)
const split = (text: string, { eol }: Pick<TextFile, 'eol'>): string[] =>
  text.split(eol === '\r' ? /\r\n|\n|\r/ : /\r?\n/)

export function standsAt(
  { texts }: Pick<TextFile, 'texts'>,
  start: number,
  lines: readonly string[],
): boolean {
  if (start < 1 || start - 1 + lines.length > texts.length) return false
  return lines.every((line, index) => texts[start - 1 + index] === line)
}

/** Line numbers as `read_file` shows them, and as other programs do. */
const NUMBERED = /^\s*(\d{1,7})(?:\t|→| ?\| ?|: ?)/

/**
 * A model may paste the line numbers that it was shown. They are taken off only if every line has its right one and the file has none
 * of them; from the new lines only if all of those have one as well.
 */
function matchNumbered(
  file: TextFile,
  start: number,
  expected: readonly string[],
  brought: readonly string[],
): string[] | undefined {
  const isNumbered = expected.every((line, index) => Number(NUMBERED.exec(line)?.[1]) === start + index)
  if (!isNumbered || !standsAt(file, start, expected.map(withoutNumber))) return undefined
  const numbered = brought.filter((line) => NUMBERED.test(line)).length
  if (numbered === 0) return [...brought]
  return numbered === brought.length ? brought.map(withoutNumber) : undefined
}

const withoutNumber = (line: string): string => line.replace(NUMBERED, '')
