import * as z from 'zod'
import { readText, requireWritable, type TextFile } from '../../../modules/workspaces/index.ts'
import { defineTool } from '../../tool.ts'
import { requireSeen } from '../stale-read.ts'
import { markOf } from '../text-mark.ts'
import {
  COMMON,
  editor,
  filePath,
  inWorkspace,
  tellEdit,
  toEditResult,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'

const NAME = 'write_file'

/** A new file, or all of an old one anew. */
export const writeFileTool = (deps: WorkspaceToolDeps) =>
  defineTool({
    ...COMMON,
    name: NAME,
    aliases: ['write_to_file'],
    title: 'Write a file',
    description: 'Writes a whole text file in the workspace.',
    input: z.object({
      path: filePath(),
      content: z.string().meta({ description: 'The whole content of the file' }),
    }),
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Write a whole file; folders are made as needed. To change parts of a file use patch_file.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'edit', run, async (workspace) => {
        const { readingLog, editFile } = deps.workspaces
        const { content, path } = run.input
        requireWritable(content, 'content')
        const done = await editFile(workspace, {
          path,
          by: editor(run, NAME),
          signal: run.signal,
          plan(before, real) {
            const seen = readingLog.lastSeen(run.traceId, workspace.id, real)
            return { bytes: toBytes(content, before && requireSeen(before.bytes, seen)) }
          },
        })
        tellEdit(run, done)
        readingLog.saw(run.traceId, workspace.id, done.path, markOf(readText(Buffer.from(content))))
        return {
          type: 'write_file_result',
          status: done.diff.includes('\nnew file mode') ? 'created' : 'written',
          ...toEditResult(done),
        }
      }),
  })

/** A file keeps its byte order mark, and CRLF if all its lines end so: models write plain LF whatever they were shown. */
function toBytes(content: string, before: TextFile | undefined): Buffer {
  const isCrlf = before?.ends.includes('\r\n') === true && before.ends.every((end) => end !== '\n')
  const text = isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  const bom = before && !text.startsWith(before.bom) ? before.bom : ''
  return Buffer.from(bom + text, 'utf8')
}
