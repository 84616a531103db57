export type { Checkpoints } from './checkpoints/checkpoints.ts'
export { createWorkspaces, type Workspaces, type WorkspacesDeps } from './create-workspaces.ts'
export { type FileContent, hashOf } from './disk/read-file.ts'
export type { DoneEdit, EditedBy, EditFile, EditRequest, PlannedEdit } from './editing/edit-file.ts'
export { FileRefusal, hasCode, isFileRefusal, type RefusalCode } from './file-refusal.ts'
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
