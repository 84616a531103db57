import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { createCheckpoints } from './checkpoints/checkpoints.ts'
import { createEditFile } from './editing/edit-file.ts'
import { createRecordChanges } from './editing/record-changes.ts'
import { createEditHistory } from './editing/undo-edit.ts'
import { createWorkspaceFolders, type WorkspaceLimits } from './open-workspace.ts'
import { createReadingLog } from './reading-log.ts'
import { createWorkspaceRetention } from './retention/retention.ts'
import { createWorkspaceService } from './workspace.service.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

export interface WorkspacesDeps {
  db: Db
  dataDir: string
  roots: readonly string[]
  limits: WorkspaceLimits
  maySharePeople(caller: UserCaller): Promise<boolean>
  /** So many edits of a workspace can be taken back at least. */
  keepEdits?: number
  onError(error: unknown): void
  beforeRename?: (() => Promise<void> | void) | undefined
}

/** Everything about workspaces, put together. */
export function createWorkspaces({
  db,
  dataDir,
  roots,
  limits,
  maySharePeople,
  keepEdits = 500,
  onError,
  beforeRename,
}: WorkspacesDeps) {
  const folders = createWorkspaceFolders(dataDir, limits)
  const workspaces = createWorkspaceService({ db, folders, dataDir, roots, maySharePeople })
  const checkpoints = createCheckpoints(db)
  const editFile = createEditFile({ db, onError, beforeRename })
  const edits = createEditHistory({ db, editFile })
  const files = createWorkspaceFiles({ db, folders, editFile, checkpoints })
  const retention = createWorkspaceRetention({ db, folders, keepEdits })
  return {
    ...workspaces,
    folders,
    checkpoints,
    editFile,
    recordChanges: createRecordChanges(db),
    edits,
    files,
    retention,
    readingLog: createReadingLog(),
  }
}

export type Workspaces = ReturnType<typeof createWorkspaces>
