import { isUtf8 } from 'node:buffer'
import { diffArrays } from 'diff'

export interface FileDiff {
  /** Unified, as `git apply` takes it; empty when there is no text to compare or it would be too long. */
  diff: string
  added: number
  removed: number
  /** Why `diff` is empty although something changed. */
  omitted?: 'binary' | 'too_large'
}

export interface DiffSide {
  bytes: Buffer
  mode: number
}

const CONTEXT = 3
const MAX_DIFF = 200_000
/**
 * After this many differences the rest counts as one, because the time to find the shortest diff grows quadratically.
 */
const MAX_EDITS = 1500
const MAX_MS = 500

type Step = { kind: ' ' | '-' | '+'; line: string }
interface Stretch {
  /** First line in either middle, counted from zero. */
  before: number
  after: number
  removed: string[]
  added: string[]
}

/** Undefined on one side means that the file does not exist. Pure. */
export function unifiedDiff(
  path: string,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
): FileDiff {
  const [old, now] = [before?.bytes ?? NOTHING, after?.bytes ?? NOTHING]
  if (!isText(old) || !isText(now)) return { diff: '', added: 0, removed: 0, omitted: 'binary' }
  const middle = findMiddle(old, now)
  const stretches = findStretches(middle)
  const added = stretches.reduce((sum, stretch) => sum + stretch.added.length, 0)
  const removed = stretches.reduce((sum, stretch) => sum + stretch.removed.length, 0)
  const head = headOf(path, before, after)
  const parts = [head]
  let length = head.length
  if (stretches.length > 0) parts.push(namesOf(path, before, after))
  for (const hunk of toHunks(stretches, middle)) {
    length += hunk.length
    if (length > MAX_DIFF) return { diff: '', added, removed, omitted: 'too_large' }
    parts.push(hunk)
  }
  return { diff: parts.join(''), added, removed }
}

const NOTHING = Buffer.alloc(0)
const LF = 10

const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8192).includes(0) && isUtf8(bytes)

/**
 * The middle of two files without their common start and end, plus a few lines of context; only this is split into
 * lines.
 */
interface Middle {
  /** Lines before it. */
  skipped: number
  old: string[]
  now: string[]
}

function findMiddle(old: Buffer, now: Buffer): Middle {
  const shorter = Math.min(old.length, now.length)
  let start = commonStart(old, now, shorter)
  for (let lines = 0; lines <= CONTEXT && start > 0; lines++) start = lineStart(old, start - 1)
  let tail = 0
  while (tail < shorter - start && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  let end = old.length - tail
  for (let lines = 0; lines <= CONTEXT && end < old.length; lines++) end = lineEnd(old, end)
  return {
    skipped: countLines(old, start),
    old: toLines(old.subarray(start, end)),
    now: toLines(now.subarray(start, now.length - (old.length - end))),
  }
}

function commonStart(a: Buffer, b: Buffer, shorter: number): number {
  const step = 65_536
  let at = 0
  while (at + step <= shorter && a.subarray(at, at + step).equals(b.subarray(at, at + step))) at += step
  while (at < shorter && a[at] === b[at]) at++
  return at
}

/** Where the line begins that this byte is in. */
const lineStart = (bytes: Buffer, at: number): number => (at <= 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1)
/** Where the line after the one that this byte is in begins. */
function lineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at)
  return end === -1 ? bytes.length : end + 1
}

function countLines(bytes: Buffer, until: number): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at !== -1 && at < until; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** As in git, lines end with LF only; a CR before it is part of the line. */
function toLines(bytes: Buffer): string[] {
  const text = bytes.toString('utf8')
  const lines: string[] = []
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1))
    start = at + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

function headOf(path: string, before: DiffSide | undefined, after: DiffSide | undefined): string {
  const first = `diff --git ${quote(`a/${path}`)} ${quote(`b/${path}`)}\n`
  if (!before && after) return `${first}new file mode ${gitMode(after.mode)}\n`
  if (before && !after) return `${first}deleted file mode ${gitMode(before.mode)}\n`
  if (before && after && gitMode(before.mode) !== gitMode(after.mode))
    return `${first}old mode ${gitMode(before.mode)}\nnew mode ${gitMode(after.mode)}\n`
  return first
}

const gitMode = (mode: number): string => ((mode & 0o100) !== 0 ? '100755' : '100644')

function namesOf(path: string, before: DiffSide | undefined, after: DiffSide | undefined): string {
  // A tab ends a name that has spaces in it.
  const tab = path.includes(' ') && !path.includes('"') ? '\t' : ''
  const from = before ? quote(`a/${path}`) + tab : '/dev/null'
  const to = after ? quote(`b/${path}`) + tab : '/dev/null'
  return `--- ${from}\n+++ ${to}\n`
}

const quote = (name: string): string => (name.includes('"') ? `"${name.replaceAll('"', '\\"')}"` : name)

function findStretches({ old, now }: Middle): Stretch[] {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let tail = 0
  while (
    tail < old.length - start &&
    tail < now.length - start &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++
  const middleOld = old.slice(start, old.length - tail)
  const middleNow = now.slice(start, now.length - tail)
  if (middleOld.length === 0 && middleNow.length === 0) return []
  const wholeMiddle = [{ before: start, after: start, removed: middleOld, added: middleNow }]
  if (middleOld.length === 0 || middleNow.length === 0) return wholeMiddle
  const parts = diffArrays(middleOld, middleNow, { maxEditLength: MAX_EDITS, timeout: MAX_MS })
  return parts ? toStretches(parts, start) : wholeMiddle
}

function toStretches(
  parts: readonly { added?: boolean; removed?: boolean; value: string[] }[],
  start: number,
): Stretch[] {
  const stretches: Stretch[] = []
  let [before, after] = [start, start]
  let current: Stretch | undefined
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      current = undefined
      before += value.length
      after += value.length
      continue
    }
    if (!current) {
      current = { before, after, removed: [], added: [] }
      stretches.push(current)
    }
    for (const line of value) (added ? current.added : current.removed).push(line)
    if (added) after += value.length
    else before += value.length
  }
  return stretches
}

/** Changes whose context overlaps share a hunk. */
function* toHunks(stretches: readonly Stretch[], middle: Middle): Generator<string> {
  let group: Stretch[] = []
  for (const stretch of stretches) {
    const last = group.at(-1)
    if (last && stretch.before - (last.before + last.removed.length) > CONTEXT * 2) {
      yield toHunk(group, middle)
      group = []
    }
    group.push(stretch)
  }
  if (group.length > 0) yield toHunk(group, middle)
}

function toHunk(group: readonly Stretch[], { old, skipped }: Middle): string {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return ''
  const from = Math.max(0, first.before - CONTEXT)
  const to = Math.min(old.length, last.before + last.removed.length + CONTEXT)
  const steps: Step[] = []
  let at = from
  const keep = (until: number) => {
    for (; at < until; at++) steps.push({ kind: ' ', line: old[at] ?? '' })
  }
  for (const { before, removed, added } of group) {
    keep(before)
    for (const line of removed) steps.push({ kind: '-', line })
    for (const line of added) steps.push({ kind: '+', line })
    at += removed.length
  }
  keep(to)
  const oldCount = steps.filter((step) => step.kind !== '+').length
  const newCount = steps.filter((step) => step.kind !== '-').length
  const newFrom = first.after - (first.before - from)
  // A side without lines is named by the line before it.
  const range = (start: number, count: number) => `${skipped + (count === 0 ? start : start + 1)},${count}`
  const head = `@@ -${range(from, oldCount)} +${range(newFrom, newCount)} @@\n`
  return head + steps.map(toDiffLine).join('')
}

const toDiffLine = ({ kind, line }: Step): string =>
  line.endsWith('\n') ? kind + line : `${kind}${line}\n\\ No newline at end of file\n`
