import { say } from '@bellwether/wire'
import {
  FileRefusal,
  requireWritable,
  type TextFile,
  withDetails,
} from '../../../modules/workspaces/index.ts'
import { refuseMismatches } from './describe-mismatch.ts'
import { LineBuilder } from './line-builder.ts'
import { matchLines } from './match-lines.ts'
import type { Change } from './patch-input.ts'

export interface PlannedPatch {
  texts: string[]
  ends: string[]
  /** In the order of application, from the bottom up. */
  applied: AppliedChange[]
}

export interface AppliedChange {
  index: number
  line_start: number
  line_end: number
  new_line_start: number
  new_line_end: number
  reason: string
}

/** A change that fits, with the lines it removes and adds. */
interface Placed {
  index: number
  change: Change
  lines: string[]
}

/**
 * Computes the new file. All line numbers refer to the original file. Every change is checked before any is
 * applied, in this order: ranges, overlaps, content. Pure.
 */
export function planPatch(
  file: TextFile,
  changes: readonly Change[],
  facts: Readonly<Record<string, unknown>>,
): PlannedPatch {
  requireRanges(file, changes, facts)
  requireNoOverlap(changes, facts)
  const placed = requireContents(file, changes, facts)
  const planned = apply(file, placed)
  if (isUnchanged(file, planned))
    throw new FileRefusal(
      'no_op',
      withDetails(
        say('workspace_files.same_text'),
        'new_content is the same as the current text. Nothing was changed. Continue with the next step, or send the text that you want instead.',
      ),
      facts,
    )
  return planned
}

const nameRange = ({ line_start, line_end }: Change): string => `${line_start}-${line_end}`
const isInsertion = ({ line_start, line_end }: Change): boolean => line_end === line_start - 1

function requireRanges(
  { texts }: TextFile,
  changes: readonly Change[],
  facts: Readonly<Record<string, unknown>>,
): void {
  const count = texts.length
  const wrong = changes.flatMap((change, index) => {
    const fault = rangeFault(change, count)
    return fault ? [`change ${index + 1} (lines ${nameRange(change)}): ${fault}`] : []
  })
  if (wrong.length === 0) return
  throw new FileRefusal(
    'invalid_range',
    withDetails(
      say('workspace_files.invalid_range', { count }),
      `Invalid line range: ${wrong.slice(0, 5).join('; ')}. The file has ${count} ${count === 1 ? 'line' : 'lines'}; all numbers refer to the file before any change. Nothing was changed.`,
    ),
    { file_lines: count, ...facts },
  )
}

function rangeFault(change: Change, count: number): string | undefined {
  const { line_start: start, line_end: end } = change
  if (start < 1) return 'lines are counted from 1'
  if (end < start - 1) return 'line_end is before line_start (for an insertion it is line_start - 1)'
  if (isInsertion(change))
    return start > count + 1
      ? `an insertion is possible up to line ${count + 1}, after the last line`
      : undefined
  return end > count ? `the file ends at line ${count}` : undefined
}

function requireNoOverlap(changes: readonly Change[], facts: Readonly<Record<string, unknown>>): void {
  const sorted = changes.map((change, index) => ({ change, index })).sort(byPlace)
  for (const [at, current] of sorted.entries()) {
    const next = sorted[at + 1]
    if (!next || !overlap(current.change, next.change)) continue
    throw new FileRefusal(
      'overlap',
      withDetails(
        say('workspace_files.overlap'),
        `Changes ${current.index + 1} (lines ${nameRange(current.change)}) and ${next.index + 1} (lines ${nameRange(next.change)}) overlap. Make them one change, or send them one after the other. Nothing was changed.`,
      ),
      { changes: [current.index + 1, next.index + 1], ...facts },
    )
  }
}

/** Insertions come before the line they name; several at one point keep the order in which they were sent. */
function byPlace(a: { change: Change; index: number }, b: { change: Change; index: number }): number {
  return (
    a.change.line_start - b.change.line_start || a.change.line_end - b.change.line_end || a.index - b.index
  )
}

/** `next` must start at or after `first`. */
const overlap = (first: Change, next: Change): boolean =>
  !isInsertion(first) && next.line_start <= first.line_end

function requireContents(
  file: TextFile,
  changes: readonly Change[],
  facts: Readonly<Record<string, unknown>>,
): Placed[] {
  const placed: Placed[] = []
  const wrong: { index: number; change: Change }[] = []
  for (const [index, change] of changes.entries()) {
    requireWritable(change.new_content, `new_content of change ${index + 1}`)
    const lines = matchLines(file, change)
    if (lines) placed.push({ index, change, lines })
    else wrong.push({ index, change })
  }
  if (wrong.length > 0) refuseMismatches(file, wrong, facts)
  return placed.sort(byPlace)
}

function apply(file: TextFile, placed: readonly Placed[]): PlannedPatch {
  const result = new LineBuilder(file)
  const applied: AppliedChange[] = []
  for (const { index, change, lines } of placed) {
    result.keepUntil(change.line_start - 1)
    const start = result.count + 1
    result.replace(change.line_end, lines)
    applied.push({
      index: index + 1,
      line_start: change.line_start,
      line_end: change.line_end,
      new_line_start: start,
      new_line_end: result.count,
      reason: change.reason,
    })
  }
  result.keepUntil(file.texts.length)
  return { ...result.finish(), applied: applied.reverse() }
}

const isUnchanged = (file: TextFile, { texts, ends }: PlannedPatch): boolean =>
  texts.length === file.texts.length &&
  texts.every((text, index) => text === file.texts[index] && ends[index] === file.ends[index])
