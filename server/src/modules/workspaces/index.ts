export type { Checkpoints } from './checkpoints/checkpoints.ts'
export type { CommandResult } from './commands/run-in-folder.ts'
export {
  type Conversion,
  convertToDisk,
  convertToStored,
  listWorkspaces,
  removeWorkspaceFiles,
} from './converting/convert.ts'
export { createWorkspaces, type Workspaces, type WorkspacesDeps } from './create-workspaces.ts'
export type { EditFile } from './editing/edit-file.ts'
export type { DoneEdit } from './editing/edit-rows.ts'
export type { EditedBy, EditRequest, PlannedEdit } from './editing/plan-edit.ts'
export { FileRefusal, hasCode, isFileRefusal, type RefusalCode, withDetails } from './file-refusal.ts'
export { type FileContent, hashOf } from './files/content.ts'
export type { OpenWorkspace } from './open-workspace.ts'
export type { ReadingLog } from './reading-log.ts'
export { searchFiles } from './search/search-files.ts'
export { LARGE_BYTES } from './text/diff-files.ts'
export {
  numberLines,
  readText,
  requireWritable,
  splitLines,
  type TextFile,
  writeText,
} from './text/text-file.ts'
export { createWorkspaceRoutes } from './workspace.routes.ts'
export type { ReadFile, TreeEntry, WorkspaceFiles } from './workspace-files.ts'
export { isFileThere } from './workspace-files.ts'
