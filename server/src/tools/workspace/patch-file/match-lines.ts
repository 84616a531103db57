import type { TextFile } from '../../../modules/workspaces/index.ts'
import type { Change } from './patch-input.ts'

/**
 * Returns the new lines of a change if its `old_content` is exactly the text in its range, apart from line
 * endings; undefined otherwise. Nothing is guessed: case, spacing and position must match. Pure.
 */
export function matchLines(file: TextFile, change: Change): string[] | undefined {
  const { line_start: start, line_end: end, old_content: old, new_content: fresh } = change
  const count = end - start + 1
  const newLines = toLines(fresh, file)
  if (count === 0) return old === '' ? newLines : undefined
  const expected = expectedLines(old, count, file)
  if (!expected) return undefined
  if (isTextAt(file, start, expected)) return newLines
  return matchNumbered(file, start, expected, newLines)
}

/** A single newline at the end ends the last line; further ones are empty lines. */
export function toLines(content: string, file: Pick<TextFile, 'eol'>): string[] {
  if (content === '') return []
  return split(content.replace(lastEnd(file), ''), file)
}

/**
 * Splits `old_content` into this many lines, if possible: the final newline may end the last line
 * or start an empty one.
 */
export function expectedLines(old: string, count: number, file: Pick<TextFile, 'eol'>): string[] | undefined {
  const readings = [split(old.replace(lastEnd(file), ''), file), split(old, file)]
  return readings.find((lines) => lines.length === count)
}

// A CR alone ends a line only in files that use it as line ending.
const lastEnd = ({ eol }: Pick<TextFile, 'eol'>): RegExp => (eol === '\r' ? /(\r\n|\n|\r)$/ : /\r?\n$/)
const split = (text: string, { eol }: Pick<TextFile, 'eol'>): string[] =>
  text.split(eol === '\r' ? /\r\n|\n|\r/ : /\r?\n/)

export function isTextAt(
  { texts }: Pick<TextFile, 'texts'>,
  start: number,
  lines: readonly string[],
): boolean {
  if (start < 1 || start - 1 + lines.length > texts.length) return false
  return lines.every((line, index) => texts[start - 1 + index] === line)
}

/** Line numbers in the style of `read_file` and of other programs. */
const NUMBERED = /^\s*(\d{1,7})(?:\t|→| ?\| ?|: ?)/

/**
 * A model may paste the line numbers it was shown. They are removed only if every line has the right one and
 * the file itself has none; from the new lines only if all of those have one too.
 */
function matchNumbered(
  file: TextFile,
  start: number,
  expected: readonly string[],
  newLines: readonly string[],
): string[] | undefined {
  const isNumbered = expected.every((line, index) => Number(NUMBERED.exec(line)?.[1]) === start + index)
  if (!isNumbered || !isTextAt(file, start, expected.map(withoutNumber))) return undefined
  const numbered = newLines.filter((line) => NUMBERED.test(line)).length
  if (numbered === 0) return [...newLines]
  return numbered === newLines.length ? newLines.map(withoutNumber) : undefined
}

const withoutNumber = (line: string): string => line.replace(NUMBERED, '')
