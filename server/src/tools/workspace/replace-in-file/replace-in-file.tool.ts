import * as z from 'zod'
import { FileRefusal, readText, requireWritable } from '../../../modules/workspaces/index.ts'
import { defineTool } from '../../tool.ts'
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
import { replaceText } from './replace-text.ts'

const NAME = 'replace_in_file'

/** Replaces a text by another one, named by itself and not by its lines. */
export const replaceInFileTool = (deps: WorkspaceToolDeps) =>
  defineTool({
    ...COMMON,
    name: NAME,
    title: 'Replace in a file',
    description: 'Replaces a text in a file of the workspace.',
    input: z.object({
      path: filePath(),
      old_text: z
        .string()
        .min(1)
        .meta({ description: 'Exactly as it stands in the file; must be there once' }),
      new_text: z.string().meta({ description: 'What to put in its place, literally' }),
      replace_all: z.boolean().default(false).meta({ description: 'Replace it wherever it stands' }),
    }),
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Replace an exact text in a file by another one. It must stand there exactly once, unless replace_all is set.',
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
          plan(before, path) {
            if (!before)
              throw new FileRefusal('not_found', `There is no file ${path}; write_file makes new ones.`)
            // The text itself says where: a file that has changed elsewhere since it was read does no harm.
            const file = readText(before.bytes)
            const bytes = Buffer.from(replaceText(file, run.input), 'utf8')
            const seen = readingLog.lastSeen(run.traceId, workspace.id, path)
            mark = seen === undefined || seen === markOf(file) ? markOf(readText(bytes)) : undefined
            return { bytes }
          },
        })
        tellEdit(run, done)
        if (mark !== undefined) readingLog.saw(run.traceId, workspace.id, done.path, mark)
        return { type: 'replace_file_result', status: 'applied', ...toEditResult(done) }
      }),
  })
