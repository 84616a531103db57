import * as z from 'zod'
import { defineBuiltIn } from '../../built-in-tool.ts'
import { runTextTask } from '../run-text-task.ts'
import { COMMON, filePath, inWorkspace, type WorkspaceToolDeps } from '../workspace-tool.ts'

const NAME = 'read_file'

/** Reads a file of the workspace, whole or in part, with numbered lines. */
export const readFileTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: z.object({
      path: filePath(),
      start_line: z.number().int().min(1).optional().meta({ description: 'First line, counted from 1' }),
      end_line: z.number().int().min(1).optional().meta({ description: 'Last line' }),
    }),
    call: {
      functionName: () => NAME,
      describe: () =>
        'Read a text file. Each line is shown as its number, a tab and the line; number and tab are not part of the file. Long files are returned in parts: use start_line and end_line.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'see', run, async (workspace) => {
        const { start_line, end_line } = run.input
        const { path, bytes, hash } = await deps.workspaces.files.read(workspace, run.input.path)
        const { mark, shown } = await runTextTask('read', { bytes, start_line, end_line }, run.signal)
        deps.workspaces.readingLog.saw(run.traceId, workspace.id, path, mark)
        return { type: 'read_file_result', path, hash, ...shown }
      }),
  })
