import { say } from '@bellwether/wire'
import { FileRefusal, numberLines, type TextFile, withDetails } from '../../../modules/workspaces/index.ts'
import { cut } from '../workspace-tool.ts'
import { expectedLines, isTextAt, toLines } from './match-lines.ts'
import type { Change } from './patch-input.ts'

const MAX_DESCRIBED = 3
const MAX_PLACES = 20
const MAX_EXCERPT = 1200

interface Mismatch {
  change: number
  lines: string
  expected: string
  actual: string
  first_difference?: { line: number; expected: string | null; actual: string | null }
  only_differs_in?: 'trailing whitespace' | 'indentation' | 'whitespace'
  /** First lines of exact matches of `old_content`. */
  found_at?: number[]
  suggested_line_start?: number
  suggested_line_end?: number
  found_but_for_whitespace_at?: number[]
  already_applied_at?: number
}

/**
 * Explains the mismatch for the next attempt: the expected text, the actual text, the first difference, and
 * where the expected text is instead.
 */
export function refuseMismatches(
  file: TextFile,
  wrong: readonly { index: number; change: Change }[],
  facts: Readonly<Record<string, unknown>>,
): never {
  const described = wrong.slice(0, MAX_DESCRIBED).map(({ index, change }) => describe(file, change, index))
  const more =
    wrong.length > described.length
      ? ` ${wrong.length - described.length} more changes do not match either.`
      : ''
  throw new FileRefusal(
    'content_mismatch',
    withDetails(
      say('workspace_files.content_mismatch'),
      `${described.map(({ message }) => message).join(' ')}${more} Nothing was changed.`,
    ),
    { file_lines: file.texts.length, mismatches: described.map(({ mismatch }) => mismatch), ...facts },
  )
}

function describe(file: TextFile, change: Change, index: number): { message: string; mismatch: Mismatch } {
  const { line_start: start, line_end: end, old_content: old } = change
  const count = end - start + 1
  const expected = old === '' ? [] : (expectedLines(old, count, file) ?? toLines(old, file))
  const mismatch: Mismatch = {
    change: index + 1,
    lines: `${start}-${end}`,
    expected: cut(expected.join('\n'), MAX_EXCERPT),
    actual: cut(numberLines(file.texts, start, end), MAX_EXCERPT),
    ...differenceOf(file, start, end, expected),
    ...placesOf(file, change, expected),
  }
  const message = [
    `Content mismatch at lines ${start}-${end} (change ${index + 1}).`,
    countFault(change, count, expected.length),
    differenceMessage(mismatch),
    placeMessage(mismatch, expected.length),
  ]
  return { message: message.filter((part) => part !== '').join(' '), mismatch }
}

function countFault({ old_content: old }: Change, count: number, actual: number): string {
  if (count === 0)
    return 'line_end = line_start - 1 is an insertion, for which old_content must be empty; to replace lines, name all of them.'
  if (actual === count) return ''
  const has = old === '' ? 'is empty' : `has ${actual} ${actual === 1 ? 'line' : 'lines'}`
  return `old_content ${has}, but the range names ${count} ${count === 1 ? 'line' : 'lines'}: they must be the same lines, complete.`
}

function differenceOf(
  { texts }: TextFile,
  start: number,
  end: number,
  expected: readonly string[],
): Pick<Mismatch, 'first_difference' | 'only_differs_in'> {
  const actual = texts.slice(start - 1, end)
  if (actual.length === 0 || expected.length === 0) return {}
  const at = actual.findIndex((line, index) => line !== expected[index])
  const index = at === -1 ? actual.length : at
  const first = {
    line: start + index,
    expected: excerpt(expected[index]),
    actual: excerpt(actual[index]),
  }
  const kind = spacingOf(actual, expected)
  return { first_difference: first, ...(kind ? { only_differs_in: kind } : {}) }
}

const excerpt = (line: string | undefined): string | null => (line === undefined ? null : cut(line, 300))

function spacingOf(actual: readonly string[], expected: readonly string[]): Mismatch['only_differs_in'] {
  const same = (shape: (line: string) => string) =>
    actual.length === expected.length &&
    actual.every((line, index) => shape(line) === shape(expected[index] ?? ''))
  if (same((line) => line.trimEnd())) return 'trailing whitespace'
  if (same((line) => line.trimStart())) return 'indentation'
  return same(withoutSpace) ? 'whitespace' : undefined
}

const withoutSpace = (line: string): string => line.replace(/\s+/g, '')

function placesOf(file: TextFile, change: Change, expected: readonly string[]): Partial<Mismatch> {
  const applied = findApplied(file, change)
  const already = applied === undefined ? {} : { already_applied_at: applied }
  if (expected.length === 0) return already
  const matches = findAll(file.texts, expected, (line) => line)
  const [only, ...others] = matches
  if (only !== undefined) {
    const suggested =
      others.length === 0
        ? { suggested_line_start: only, suggested_line_end: only + expected.length - 1 }
        : {}
    return { found_at: matches, ...suggested, ...already }
  }
  const spaced = findAll(file.texts, expected, withoutSpace)
  return { ...(spaced.length > 0 ? { found_but_for_whitespace_at: spaced } : {}), ...already }
}

/** Finds out whether the new text is already there: in the same place, or in exactly one place of the file. */
function findApplied(file: TextFile, change: Change): number | undefined {
  const lines = toLines(change.new_content, file)
  // Blank lines match everywhere.
  if (lines.every((line) => line.trim() === '')) return undefined
  if (isTextAt(file, change.line_start, lines)) return change.line_start
  const [only, ...others] = findAll(file.texts, lines, (line) => line)
  return others.length === 0 ? only : undefined
}

/** First lines of all ranges that are equal after `shape`, up to a limit. */
function findAll(
  texts: readonly string[],
  lines: readonly string[],
  shape: (line: string) => string,
): number[] {
  const shapes = lines.map(shape)
  const [first] = shapes
  const matches: number[] = []
  for (let at = 0; at + shapes.length <= texts.length && matches.length < MAX_PLACES; at++) {
    if (shape(texts[at] ?? '') !== first) continue
    if (shapes.every((line, index) => shape(texts[at + index] ?? '') === line)) matches.push(at + 1)
  }
  return matches
}

function differenceMessage({ first_difference: first, only_differs_in: kind }: Mismatch): string {
  if (!first) return ''
  const show = (line: string | null) => (line === null ? 'nothing' : JSON.stringify(line))
  const message = `The first difference is at line ${first.line}: old_content has ${show(first.expected)}, the file has ${show(first.actual)}.`
  return kind ? `${message} Only ${kind} differs.` : message
}

function placeMessage(mismatch: Mismatch, count: number): string {
  const {
    found_at,
    suggested_line_start: start,
    found_but_for_whitespace_at: spaced,
    already_applied_at,
  } = mismatch
  const parts: string[] = []
  if (already_applied_at !== undefined && !found_at)
    parts.push(
      `new_content is in the file already, at line ${already_applied_at}: the change seems to be already applied.`,
    )
  if (start !== undefined)
    parts.push(
      `old_content is found at lines ${start}-${start + count - 1} instead: use line_start ${start}, line_end ${start + count - 1}.`,
    )
  else if (found_at)
    parts.push(
      `old_content is found at lines ${found_at.join(', ')}: choose the right one and name its lines.`,
    )
  else if (spaced)
    parts.push(
      `Except for whitespace it is found at line ${spaced.join(', ')}: copy the text exactly as it is there.`,
    )
  else if (already_applied_at === undefined && count > 0)
    parts.push('old_content is nowhere in the file: read it again.')
  return parts.join(' ')
}
