import { readText, type TextFile } from '../../../modules/workspaces/index.ts'
import { requireSeen } from '../stale-read.ts'
import { markOf } from '../text-mark.ts'

export interface WriteTask {
  /** What is there; empty when nothing is. */
  bytes: Buffer
  isThere: boolean
  content: string
  /** The mark of the text that the model was shown last, if it was. */
  seen: string | undefined
}

/** A whole new content, in the manner of the old one. Refused when the model has seen another one than is there. Pure. */
export function writeOver({ bytes, isThere, content, seen }: WriteTask): { bytes: Buffer; mark: string } {
  const after = toBytes(content, isThere ? requireSeen(bytes, seen) : undefined)
  return { bytes: after, mark: markOf(readText(after)) }
}

/** A file keeps its byte order mark, and CRLF if all its lines end so: models write plain LF whatever they were shown. */
function toBytes(content: string, before: TextFile | undefined): Buffer {
  const isCrlf = before?.ends.includes('\r\n') === true && before.ends.every((end) => end !== '\n')
  const text = isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  const bom = before && !text.startsWith(before.bom) ? before.bom : ''
  return Buffer.from(bom + text, 'utf8')
}
