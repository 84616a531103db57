import { readText, type TextFile } from '../../../modules/workspaces/index.ts'
import { requireSeen } from '../stale-read.ts'
import { markOf } from '../text-mark.ts'

export interface WriteTask {
  /** The current content; empty if the file does not exist. */
  bytes: Buffer
  isThere: boolean
  content: string
  /** Hash of the text that the model saw last, if any. */
  seen: string | undefined
}

/** Replaces the whole content, keeping the style of the old file. Refuses if the model saw another version. Pure. */
export function writeOver({ bytes, isThere, content, seen }: WriteTask): { bytes: Buffer; mark: string } {
  const after = toBytes(content, isThere ? requireSeen(bytes, seen) : undefined)
  return { bytes: after, mark: markOf(readText(after)) }
}

/**
 * A file keeps its byte order mark, and CRLF if all of its lines use it: models write plain LF,
 * whatever they were shown.
 */
function toBytes(content: string, before: TextFile | undefined): Buffer {
  const isCrlf = before?.ends.includes('\r\n') === true && before.ends.every((end) => end !== '\n')
  const text = isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  const bom = before && !text.startsWith(before.bom) ? before.bom : ''
  return Buffer.from(bom + text, 'utf8')
}
