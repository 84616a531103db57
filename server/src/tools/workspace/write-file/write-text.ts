import { say } from '@bellwether/wire'
import { FileRefusal, readText, type TextFile, withDetails } from '../../../modules/workspaces/index.ts'
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

/** Returns the text of a file that is about to be overwritten or deleted. Refuses if the model saw another version. */
function requireSeen(bytes: Buffer, seen: string | undefined): TextFile {
  const file = readText(bytes)
  if (seen !== undefined && seen !== markOf(file))
    throw new FileRefusal(
      'stale_read',
      withDetails(
        say('workspace_files.stale_read'),
        'The file has changed since you read it. Nothing was changed. Read it again first.',
      ),
      { file_lines: file.texts.length },
    )
  return file
}
