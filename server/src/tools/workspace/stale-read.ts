import { say } from '@bellwether/wire'
import { FileRefusal, readText, type TextFile, withDetails } from '../../modules/workspaces/index.ts'
import { markOf } from './text-mark.ts'

/** Returns the text of a file that is about to be overwritten or deleted. Refuses if the model saw another version. */
export function requireSeen(bytes: Buffer, seen: string | undefined): TextFile {
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
