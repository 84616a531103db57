import type { Db } from '../../../platform/db/db.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { DoneEdit } from '../editing/edit-rows.ts'
import type { EditedBy } from '../editing/plan-edit.ts'
import type { RecordChanges } from '../editing/record-changes.ts'
import { isFileRefusal } from '../file-refusal.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import { runInCopy } from './run-in-copy.ts'

export interface Running<T> {
  /** Names the checkpoints. */
  label: string
  by: EditedBy
  /** Runs a program in this folder. */
  work(root: string): Promise<T>
}

/** What a program did to the files. */
export interface Saved {
  checkpoint: string
  edits: DoneEdit[]
  /** Files that can’t be saved: too large, or not readable. */
  notSaved: string[]
}

export interface CommandResult<T> {
  result: T
  before: string
  /** `refused`: why nothing was saved. */
  after: Saved | { refused: string }
}

export interface RunDeps {
  db: Db
  dataDir: string
  checkpoints: Checkpoints
  recordChanges: RecordChanges
}

/** Runs a program on the files of a workspace, in a folder on this machine, and records its changes as edits. */
export const createRunInFolder = ({ db, dataDir, checkpoints, recordChanges }: RunDeps) =>
  async function runInFolder<T>(
    workspace: OpenWorkspace,
    { label, by, work }: Running<T>,
  ): Promise<CommandResult<T>> {
    const keep = (label: string) =>
      checkpoints.checkpointFor(workspace, label, { kind: 'edit', userId: by.userId })
    const before = await keep(`Before ${label}`)
    if (workspace.kind === 'stored') {
      const tree = await checkpoints.treeOf(workspace, before)
      return runInCopy({ db, dataDir, workspace, tree, label, by }, work, (result, saving) =>
        toRan(result, before, saving),
      )
    }
    const result = await work(workspace.root)
    const look = async (): Promise<Saved> => {
      const after = await keep(label)
      const edits = await recordChanges(workspace, { before, after }, by)
      return { checkpoint: after, edits, notSaved: [] }
    }
    return toRan(result, before, look())
  }

/** A program that has written too much can only be undone as a whole. */
async function toRan<T>(result: T, before: string, saving: Promise<Saved>): Promise<CommandResult<T>> {
  try {
    return { result, before, after: await saving }
  } catch (error) {
    if (isFileRefusal(error)) return { result, before, after: { refused: error.message } }
    throw error
  }
}
