import * as z from 'zod'
import { requireWritable } from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import { runTextTask } from '../run-text-task.ts'
import {
  COMMON,
  editor,
  filePath,
  inWorkspace,
  reportEdit,
  toEditResult,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'

const NAME = 'write_file'

/** Creates a file, or replaces an existing one completely. */
export const writeFileTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    aliases: ['write_to_file'],
    input: z.object({
      path: filePath(),
      content: z.string().meta({ description: 'The whole content of the file' }),
    }),
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Write a whole file; folders are created as needed. To change parts of a file, use patch_file.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'edit', run, async (workspace) => {
        const { readingLog, editFile } = deps.workspaces
        const { content, path } = run.input
        requireWritable(content, 'content')
        let mark: string | undefined
        const done = await editFile(workspace, {
          path,
          by: editor(run, NAME),
          signal: run.signal,
          async plan(before, real) {
            const seen = readingLog.lastSeen(run.traceId, workspace.id, real)
            const existing = { bytes: before?.bytes ?? Buffer.alloc(0), isThere: before !== undefined }
            const written = await runTextTask('write', { ...existing, content, seen }, run.signal)
            mark = written.mark
            return { bytes: written.bytes }
          },
        })
        reportEdit(run, done)
        if (mark !== undefined) readingLog.saw(run.traceId, workspace.id, done.path, mark)
        return {
          type: 'write_file_result',
          status: done.diff.includes('\nnew file mode') ? 'created' : 'written',
          ...toEditResult(done),
        }
      }),
  })
