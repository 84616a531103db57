import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { InstanceLocks } from '../../platform/db/instance-locks.ts'
import type { RemoveSoon } from '../../platform/storage/remove-soon.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createCheckpoints } from './checkpoints/checkpoints.ts'
import { createRunInFolder } from './commands/run-in-folder.ts'
import { removeOldCommandFolders } from './disk/command-folder.ts'
import { createDiskObjects } from './disk/disk-objects.ts'
import { createEditFile } from './editing/edit-file.ts'
import { createRecordChanges } from './editing/record-changes.ts'
import { createEditHistory } from './editing/undo-edit.ts'
import { createLock } from './files/path-lock.ts'
import { createStoredObjects } from './objects/stored-objects.ts'
import { createWorkspaceFolders, type WorkspaceLimits } from './open-workspace.ts'
import { createReadingLog } from './reading-log.ts'
import { createWorkspaceRetention } from './retention/retention.ts'
import { createWorkspaceService } from './workspace.service.ts'
import { createWorkspaceFiles } from './workspace-files.ts'
import { finishUnpacking } from './zip/unpack-on-disk.ts'

export interface WorkspacesDeps {
  db: Db
  /** Its kind decides where the files of new workspaces are: in folders of `dataDir`, or in the storage. */
  storage: Storage
  /** For files on a disk that several instances share. */
  locks: InstanceLocks
  dataDir: string
  roots: readonly string[]
  limits: WorkspaceLimits
  maySharePeople(caller: UserCaller): Promise<boolean>
  /** How many edits of a workspace can be undone at least. */
  keepEdits?: number
  onError(error: unknown): void
  /** Without it, deleting a workspace fails if its files can’t be removed. */
  removeSoon?: RemoveSoon
  beforeRename?: (() => Promise<void> | void) | undefined
}

/** Everything about workspaces, put together. */
export function createWorkspaces({
  db,
  storage,
  locks,
  dataDir,
  roots,
  limits,
  maySharePeople,
  keepEdits = 500,
  onError,
  removeSoon = (remove) => remove(),
  beforeRename,
}: WorkspacesDeps) {
  const objects = storage.kind === 'disk' ? createDiskObjects(dataDir) : createStoredObjects(storage)
  const folders = createWorkspaceFolders({
    db,
    dataDir,
    limits,
    objects,
    withLock: createLock(locks),
    // The workspace can be used without it, for example if the disk is full. It is tried again later.
    finishInterrupted: (workspace, incoming) => finishUnpacking(workspace, incoming).catch(onError),
  })
  const workspaces = createWorkspaceService({
    db,
    folders,
    objects,
    storage,
    removeSoon,
    dataDir,
    roots,
    maySharePeople,
  })
  const checkpoints = createCheckpoints(db)
  const editFile = createEditFile({ db, onError, beforeRename })
  const recordChanges = createRecordChanges(db)
  const edits = createEditHistory({ db, editFile })
  const files = createWorkspaceFiles({ db, folders, editFile, checkpoints })
  const retention = createWorkspaceRetention({ db, folders, objects, keepEdits })
  return {
    ...workspaces,
    folders,
    objects,
    checkpoints,
    editFile,
    recordChanges,
    runInFolder: createRunInFolder({ db, dataDir, checkpoints, recordChanges }),
    removeOldCommandFolders: () => removeOldCommandFolders(dataDir),
    edits,
    files,
    retention,
    readingLog: createReadingLog(),
  }
}

export type Workspaces = ReturnType<typeof createWorkspaces>
