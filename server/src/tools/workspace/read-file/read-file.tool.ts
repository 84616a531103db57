import * as z from 'zod'
import { FileRefusal, numberLines, readText } from '../../../modules/workspaces/index.ts'
import { defineTool } from '../../tool.ts'
import { markOf } from '../text-mark.ts'
import { COMMON, filePath, inWorkspace, type WorkspaceToolDeps } from '../workspace-tool.ts'

const NAME = 'read_file'
const MOST_LINES = 2000
/** With room for the rest of the answer: the model is shown 20,000 characters of a result. */
const MOST_CHARS = 14_000

/** A file of the workspace, whole or in part, with numbered lines. */
export const readFileTool = (deps: WorkspaceToolDeps) =>
  defineTool({
    ...COMMON,
    name: NAME,
    title: 'Read a file',
    description: 'Reads a text file of the workspace, with numbered lines.',
    input: z.object({
      path: filePath(),
      start_line: z.number().int().min(1).optional().meta({ description: 'First line, counted from 1' }),
      end_line: z.number().int().min(1).optional().meta({ description: 'Last line' }),
    }),
    call: {
      functionName: () => NAME,
      describe: () =>
        'Read a text file. Each line is shown as its number, a tab and the line; number and tab are not part of the file. Long files come in parts: ask for start_line and end_line.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'see', run, async (workspace) => {
        const { path, bytes, hash } = await deps.workspaces.files.read(workspace, run.input.path)
        const file = readText(bytes)
        const count = file.texts.length
        const { start_line: from = 1, end_line: to = count } = run.input
        if (from > Math.max(1, count) || (run.input.end_line !== undefined && from > to))
          throw new FileRefusal('invalid_range', `Invalid line range: the file has ${count} lines.`, {
            file_lines: count,
          })
        const last = lastShown(file.texts, from, Math.min(to, count))
        deps.workspaces.readingLog.saw(run.traceId, workspace.id, path, markOf(file))
        return {
          type: 'read_file_result',
          path,
          hash,
          file_lines: count,
          start_line: count === 0 ? 0 : from,
          end_line: last,
          ...(last < Math.min(to, count) ? { truncated: true, next_line: last + 1 } : {}),
          ...(file.eol === '\n' ? {} : { line_ends: file.eol === '\r\n' ? 'CRLF' : 'CR' }),
          content: numberLines(file.texts, from, last),
        }
      }),
  })

/** At least one line, however long. */
function lastShown(texts: readonly string[], from: number, to: number): number {
  let room = MOST_CHARS
  let last = from - 1
  while (last < to && last - from + 1 < MOST_LINES) {
    room -= (texts[last]?.length ?? 0) + 8
    if (room < 0 && last >= from) break
    last++
  }
  return last
}
