import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { withCommandFolder } from '../disk/command-folder.ts'
import { createSnapshots, type Usage } from '../disk/snapshot.ts'
import { writeTree } from '../disk/write-tree.ts'
import type { DoneEdit } from '../editing/edit-rows.ts'
import type { EditedBy } from '../editing/plan-edit.ts'
import { describeEdits, insertChanges, type RecordChanges } from '../editing/record-changes.ts'
import { FileRefusal, isFileRefusal, toRefusal } from '../file-refusal.ts'
import { hashOfAny } from '../files/content.ts'
import type { ObjectStore } from '../objects/objects.ts'
import { type OpenWorkspace, type StoredWorkspace, usageAt } from '../open-workspace.ts'
import { applyChanges, findConflicts } from '../stored/apply-changes.ts'
import type { TreeChange } from '../trees/tree.ts'

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

interface Copied {
  db: Db
  dataDir: string
  workspace: StoredWorkspace
  /** The tree to copy. */
  tree: string
  label: string
  by: EditedBy
}

interface SavedCopy {
  checkpoint: string
  edits: DoneEdit[]
  notSaved: string[]
}

/** Runs a program in a temporary copy of the files. Its changes are saved together, or not at all. */
const runInCopy = <T, R>(
  copied: Copied,
  work: (root: string) => Promise<T>,
  done: (result: T, saving: Promise<SavedCopy>) => Promise<R>,
): Promise<R> =>
  withCommandFolder(copied.dataDir, async (root) => {
    await writeTree(copied.workspace, copied.tree, root)
    return done(await work(root), saveChanges(copied, root))
  })

async function saveChanges(copied: Copied, root: string): Promise<SavedCopy> {
  const { db, workspace, tree, label, by } = copied
  const { changes, skipped } = await findChanges(workspace, tree, root)
  const described = await describeEdits(workspace, changes)
  const saved = await applyChanges(db, workspace, {
    async plan(head) {
      const conflicts = await findConflicts(workspace.trees, head.tree, changes)
      if (conflicts.length > 0) throw conflicting(conflicts)
      return changes
    },
    check: (usage, head) => requireRoom(workspace, usage, usageAt(head)),
    save: (tx, applied) => insertChanges(tx, workspace.id, { label, by, tree: applied.tree, described }),
  }).catch((error: unknown) => {
    throw toRefusal(error)
  })
  return { ...saved, notSaved: skipped }
}

async function findChanges(
  { trees, objects, limits }: StoredWorkspace,
  tree: string,
  root: string,
): Promise<{ changes: TreeChange[]; skipped: string[] }> {
  const storedHashes = new Set<string>()
  for await (const { leaf } of trees.leaves(tree)) if (leaf.kind === 'file') storedHashes.add(leaf.hash)
  const snapshots = createSnapshots({
    objects: skippingStored(objects, storedHashes),
    trees,
    root,
    maxFiles: limits.files,
    fileBytes: WORKSPACE_LIMITS.fileBytes,
    withTimes: true,
  })
  const after = await snapshots.take()
  const skipped = new Set(after.skipped)
  const changes: TreeChange[] = []
  // A file that can’t be saved stays as it was; it is not a deletion.
  for await (const change of trees.compare(tree, after.tree))
    if (change.after || !skipped.has(change.path)) changes.push(change)
  return { changes, skipped: after.skipped }
}

/** Files that the program did not change are stored already. */
const skippingStored = (objects: ObjectStore, storedHashes: ReadonlySet<string>): ObjectStore => ({
  ...objects,
  async put(bytes, options) {
    const hash = await hashOfAny(bytes)
    return storedHashes.has(hash) ? hash : objects.put(bytes, options)
  },
})

const MAX_NAMED = 5

function conflicting(paths: readonly string[]): FileRefusal {
  const names = paths.slice(0, MAX_NAMED).join(', ')
  const more = paths.length > MAX_NAMED ? ', …' : ''
  return new FileRefusal(
    'changed_meanwhile',
    say('workspace_files.changed_during_command', { paths: names + more }),
  )
}

function requireRoom({ limits }: StoredWorkspace, usage: Usage, before: Usage): void {
  if (usage.bytes > limits.bytes && usage.bytes > before.bytes)
    throw new FileRefusal('no_room', say('workspace_files.workspace_full', { limit: limits.bytes }))
  if (usage.files > limits.files && usage.files > before.files)
    throw new FileRefusal('no_room', say('workspace_files.too_many_files', { limit: limits.files }))
}
