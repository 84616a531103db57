import type { Tool } from '../tool.ts'
import { deleteFileTool } from './delete-file/delete-file.tool.ts'
import { listFilesTool } from './list-files/list-files.tool.ts'
import { patchFileTool } from './patch-file/patch-file.tool.ts'
import { readFileTool } from './read-file/read-file.tool.ts'
import { replaceInFileTool } from './replace-in-file/replace-in-file.tool.ts'
import { createSandboxFinder } from './run-command/find-sandbox.ts'
import { runCommandTool } from './run-command/run-command.tool.ts'
import { searchFilesTool } from './search-files/search-files.tool.ts'
import type { WorkspaceToolDeps } from './workspace-tool.ts'
import { writeFileTool } from './write-file/write-file.tool.ts'

export interface WorkspaceToolsDeps extends WorkspaceToolDeps {
  /** `off`, or allowed by the operator. Programs always run in a sandbox. */
  runCommand: string
}

/** The tools with which an agent works on the files of its workspace. */
export const workspaceTools = ({ workspaces, runCommand }: WorkspaceToolsDeps): Tool[] => [
  readFileTool({ workspaces }),
  listFilesTool({ workspaces }),
  searchFilesTool({ workspaces }),
  writeFileTool({ workspaces }),
  replaceInFileTool({ workspaces }),
  deleteFileTool({ workspaces }),
  patchFileTool({ workspaces }),
  ...(runCommand === 'off' ? [] : [runCommandTool({ workspaces, findSandbox: createSandboxFinder() })]),
]
