import * as z from 'zod'
import { defineBuiltIn } from '../../built-in-tool.ts'
import { COMMON, inWorkspace, type WorkspaceToolDeps } from '../workspace-tool.ts'

const NAME = 'list_files'
const MAX_SHOWN = 500

/** Lists a folder of the workspace. */
export const listFilesTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: z.object({
      path: z
        .string()
        .max(1000)
        .default('')
        .meta({ description: 'The folder; empty for the whole workspace' }),
      recursive: z.boolean().default(false).meta({ description: 'Include subfolders' }),
      hidden_files: z.boolean().default(false).meta({ description: 'Include names that start with a dot' }),
    }),
    call: { functionName: () => NAME, describe: () => 'List files and folders. Folders end with a slash.' },
    run: (run) =>
      inWorkspace(deps, NAME, 'see', run, async (workspace) => {
        const { path, recursive, hidden_files } = run.input
        const entries = await deps.workspaces.files.list(workspace, path, recursive)
        const items = entries
          .filter(
            (entry) =>
              hidden_files ||
              !entry.path
                .slice(path.length)
                .split('/')
                .some((step) => step.startsWith('.')),
          )
          .map((entry) => (entry.kind === 'folder' ? `${entry.path}/` : entry.path))
          .sort()
        const more = items.length > MAX_SHOWN ? { truncated: true, total: items.length } : {}
        return { type: 'list_files_result', path, items: items.slice(0, MAX_SHOWN), ...more }
      }),
  })
