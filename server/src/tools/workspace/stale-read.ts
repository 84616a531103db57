import { FileRefusal, readText, type TextFile } from '../../modules/workspaces/index.ts'
import { markOf } from './text-mark.ts'

/** The text of a file that is about to be overwritten or deleted. Refused when the model has seen another one. */
export function requireSeen(bytes: Buffer, seen: string | undefined): TextFile {
  const file = readText(bytes)
  if (seen !== undefined && seen !== markOf(file))
    throw new FileRefusal(
      'stale_read',
      'The file has changed since you read it. Nothing was changed. Read it again first.',
      { file_lines: file.texts.length },
    )
  return file
}
