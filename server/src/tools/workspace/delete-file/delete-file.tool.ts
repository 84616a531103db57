import { say } from '@bellwether/wire'
import * as z from 'zod'
import { FileRefusal } from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import {
  COMMON,
  editor,
  filePath,
  inWorkspace,
  reportEdit,
  toEditResult,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'

const NAME = 'delete_file'

/** Deletes a file. Undoing the edit restores it. */
export const deleteFileTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: z.object({ path: filePath() }),
    hasSideEffects: () => true,
    call: { functionName: () => NAME, describe: () => 'Delete a file. Folders can’t be deleted.' },
    run: (run) =>
      inWorkspace(deps, NAME, 'edit', run, async (workspace) => {
        const done = await deps.workspaces.editFile(workspace, {
          path: run.input.path,
          by: editor(run, NAME),
          signal: run.signal,
          plan(before, path) {
            if (!before) throw new FileRefusal('not_found', say('workspace_files.file_not_found', { path }))
            return 'delete'
          },
        })
        reportEdit(run, done)
        return { type: 'delete_file_result', status: 'deleted', ...toEditResult(done) }
      }),
  })
