import * as z from 'zod'
import { requireWritable } from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import { runTextTask } from '../run-text-task.ts'
import {
  COMMON,
  editor,
  fileNotFound,
  filePath,
  inWorkspace,
  reportEdit,
  toEditResult,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'

const NAME = 'replace_in_file'

/** Replaces a text that is identified by its content instead of line numbers. */
export const replaceInFileTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: z.object({
      path: filePath(),
      old_text: z
        .string()
        .min(1)
        .meta({ description: 'The exact text in the file; must occur exactly once' }),
      new_text: z.string().meta({ description: 'The replacement, taken literally' }),
      replace_all: z.boolean().default(false).meta({ description: 'Replace all occurrences' }),
    }),
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Replace an exact text in a file with another one. It must occur exactly once, unless replace_all is set.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'edit', run, async (workspace) => {
        const { readingLog, editFile } = deps.workspaces
        requireWritable(run.input.new_text, 'new_text')
        let mark: string | undefined
        const done = await editFile(workspace, {
          path: run.input.path,
          by: editor(run, NAME),
          signal: run.signal,
          async plan(before, path) {
            if (!before) throw fileNotFound(path)
            const seen = readingLog.lastSeen(run.traceId, workspace.id, path)
            const task = { bytes: before.bytes, replacement: run.input, seen }
            const replaced = await runTextTask('replace', task, run.signal)
            mark = replaced.mark
            return { bytes: replaced.bytes }
          },
        })
        reportEdit(run, done)
        if (mark !== undefined) readingLog.saw(run.traceId, workspace.id, done.path, mark)
        return { type: 'replace_file_result', status: 'applied', ...toEditResult(done) }
      }),
  })
