import { say } from '@bellwether/wire'
import { FileRefusal, numberLines, readText } from '../../../modules/workspaces/index.ts'
import { markOf } from '../text-mark.ts'

export interface ReadTask {
  bytes: Buffer
  start_line?: number | undefined
  end_line?: number | undefined
}

export interface ReadLines {
  mark: string
  /** The result for the model. */
  shown: object
}

const MAX_LINES = 2000
/** Leaves room for the rest of the result: the model is shown 20,000 characters. */
const MAX_CHARS = 14_000

/** Returns as many numbered lines of a file as fit. Pure. */
export function readLines({ bytes, start_line: from = 1, end_line }: ReadTask): ReadLines {
  const file = readText(bytes)
  const count = file.texts.length
  const to = Math.min(end_line ?? count, count)
  if (from > Math.max(1, count) || (end_line !== undefined && from > end_line))
    throw new FileRefusal('invalid_range', say('workspace_files.invalid_range', { count }), {
      file_lines: count,
    })
  const last = lastShown(file.texts, from, to)
  const shown = {
    file_lines: count,
    start_line: count === 0 ? 0 : from,
    end_line: last,
    ...(last < to ? { truncated: true, next_line: last + 1 } : {}),
    ...(file.eol === '\n' ? {} : { line_ends: file.eol === '\r\n' ? 'CRLF' : 'CR' }),
    content: numberLines(file.texts, from, last),
  }
  return { mark: markOf(file), shown }
}

/** Includes at least one line, however long it is. */
function lastShown(texts: readonly string[], from: number, to: number): number {
  let room = MAX_CHARS
  let last = from - 1
  while (last < to && last - from + 1 < MAX_LINES) {
    room -= (texts[last]?.length ?? 0) + 8
    if (room < 0 && last >= from) break
    last++
  }
  return last
}
