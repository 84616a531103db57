import { type Message, say } from '@bellwether/wire'
import {
  FileRefusal,
  numberLines,
  type RefusalCode,
  readText,
  type TextFile,
  withDetails,
  writeText,
} from '../../../modules/workspaces/index.ts'
import { markOf } from '../text-mark.ts'
import type { Change } from './patch-input.ts'
import { type AppliedChange, planPatch } from './plan-patch.ts'

export interface PatchTask {
  bytes: Buffer
  /** Hash of `bytes`. */
  hash: string
  changes: readonly Change[]
  /** Hash of the text that the model saw last, if any. */
  seen: string | undefined
}

export interface PatchedText {
  /** The current file, for a model that fails repeatedly; undefined if it is not text. */
  now?: { mark: string; shown: string }
  result:
    | { bytes: Buffer; applied: AppliedChange[]; lines: number; mark: string }
    | { refusal: RefusalCode; message: Message; facts: Readonly<Record<string, unknown>> }
}

/** Returns the new file, or why it stays unchanged. Pure: runs here, or in a worker thread for a large file. */
export function patchText({ bytes, hash, changes, seen }: PatchTask): PatchedText {
  let now: PatchedText['now']
  try {
    const file = readText(bytes)
    now = { mark: markOf(file), shown: showAround(file, changes, MAX_CONTENT) }
    const isStale = seen !== undefined && seen !== now.mark
    const planned = planPatch(file, changes, { file_hash: hash, ...(isStale ? STALE : {}) })
    if (isStale) refuseStale(file, changes)
    const { applied, texts } = planned
    const after = writeText({ ...file, ...planned })
    return { now, result: { bytes: after, applied, lines: texts.length, mark: markOf(planned) } }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { refusal, reason: message, facts } = error
    return { ...(now ? { now } : {}), result: { refusal, message, facts } }
  }
}

const STALE = { changed_since_read: true }
const MAX_CONTENT = 3500

/**
 * The line numbers belong to an older version of the file. An insertion, above all, would go to the
 * wrong place unnoticed.
 */
function refuseStale(file: TextFile, changes: readonly Change[]): never {
  throw new FileRefusal(
    'stale_read',
    withDetails(
      say('workspace_files.stale_read'),
      'The file has changed since you read it. Nothing was changed. Read it again and send the changes for the current file.',
    ),
    { file_lines: file.texts.length, ...STALE, around: showAround(file, changes, 3000) },
  )
}

/** Shows the whole file if it fits, otherwise the lines around the changes. */
function showAround({ texts }: TextFile, changes: readonly Change[], maxLength: number): string {
  const allLines = texts.length <= 400 ? numberLines(texts, 1, texts.length) : ''
  if (allLines !== '' && allLines.length <= maxLength) return allLines
  const excerpts: string[] = []
  const each = Math.floor(maxLength / Math.min(changes.length, 3))
  for (const { line_start, line_end } of changes.slice(0, 3)) {
    const from = Math.max(1, Math.min(line_start, texts.length) - 15)
    const to = Math.min(texts.length, Math.max(line_end, line_start) + 15)
    const text = numberLines(texts, from, Math.min(to, from + 200))
    excerpts.push(text.length > each ? `${text.slice(0, each)}…` : text)
  }
  return excerpts.join('\n…\n')
}
