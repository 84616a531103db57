import type { WorkspaceChanges, WorkspaceCheckpoint } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { currentTree, type OpenWorkspace } from '../open-workspace.ts'
import { workspaceRepository } from '../workspace.repository.ts'
import { describeChanges } from './changes.ts'
import { type CheckpointRow, checkpointRepository } from './checkpoint.repository.ts'
import { withTrees } from './record-edit.ts'
import { restoreTree } from './restore-tree.ts'

const MAX_LABEL = 200
/** How long a look at a folder on disk counts as its current state. Our own edits are known immediately; this is for other programs. */
const LOOK_MS = 2000

type Kind = CheckpointRow['kind']

export interface Page {
  limit: number
  before?: string | undefined
}

/** The checkpoints of a workspace. They are stored outside the user's files and never touch git data. */
export function createCheckpoints(db: Db) {
  const store = createStore(db)

  return {
    ...changeMethods(db, store),
    ...readMethods(db, store),
  }
}

function createStore(db: Db) {
  /** Reads all files. */
  const take = (
    workspace: OpenWorkspace,
    kind: Kind,
    label: string,
    userId: number | null,
  ): Promise<CheckpointRow> =>
    withTrees(workspace, async () => {
      const tree = await currentTree(workspace)
      return insert(workspace, kind, label, userId, tree)
    })

  const insert = (workspace: OpenWorkspace, kind: Kind, label: string, userId: number | null, tree: string) =>
    checkpointRepository.insert(db, {
      workspace_id: workspace.id,
      kind,
      label: label.slice(0, MAX_LABEL),
      tree,
      edit_id: null,
      created_by: userId,
      created_at: nowSeconds(),
    })

  async function getRow(workspace: OpenWorkspace, id: string): Promise<CheckpointRow> {
    const row = /^[1-9]\d{0,14}$/.test(id)
      ? await checkpointRepository.find(db, workspace.id, Number(id))
      : undefined
    if (!row) throw notFound('Checkpoint')
    return row
  }

  async function baselineOf(workspace: OpenWorkspace) {
    const row = await workspaceRepository.find(db, workspace.id)
    if (!row) throw notFound('Workspace')
    return row
  }

  return { getRow, baselineOf, take }
}

type Store = ReturnType<typeof createStore>

const readMethods = (db: Db, { getRow, baselineOf }: Store) => ({
  treeOf: async (workspace: OpenWorkspace, id: string): Promise<string> => (await getRow(workspace, id)).tree,

  /** The newest first. */
  async list(workspace: OpenWorkspace, { limit, before }: Page): Promise<WorkspaceCheckpoint[]> {
    const page = { limit, before: before === undefined ? undefined : Number(before) }
    return (await checkpointRepository.list(db, workspace.id, page)).map(toCheckpoint)
  },

  /** From one checkpoint to another, or to the files as they are now. */
  async diff(workspace: OpenWorkspace, from: string, to: string | undefined) {
    const before = await getRow(workspace, from)
    const after =
      to === undefined
        ? await withTrees(workspace, () => currentTree(workspace))
        : (await getRow(workspace, to)).tree
    const { files, truncated } = await describeChanges(workspace, before.tree, after)
    return { changed_files: files, truncated }
  },

  /** Unapproved changes. Cheap: reads the disk at most every two seconds. */
  async changes(workspace: OpenWorkspace): Promise<WorkspaceChanges> {
    const { baseline, approved_at } = await baselineOf(workspace)
    const tree = await recentTree(workspace)
    const { files, truncated } = await describeChanges(workspace, baseline, tree)
    return {
      has_unapproved: files.length > 0,
      last_approved_at: approved_at,
      changed_files: files,
      truncated,
    }
  },
})

async function recentTree(workspace: OpenWorkspace): Promise<string> {
  const seen = workspace.kind === 'disk' ? workspace.seen : undefined
  if (seen && Date.now() - seen.at < LOOK_MS) return seen.tree
  return withTrees(workspace, () => currentTree(workspace))
}

function changeMethods(db: Db, { take, getRow, baselineOf }: Store) {
  /** One at a time, with a checkpoint before and after, so that nothing is lost. */
  const goTo = (
    workspace: OpenWorkspace,
    target: string,
    labels: { kind: 'restore' | 'reset'; safety: string; label: string },
    userId: number | null,
  ) =>
    workspace.withLock(`restoring ${workspace.id}`, async () => {
      const { tree: tracked } = await checkpointRepository.latest(db, workspace.id)
      const safety = await take(workspace, 'safety', labels.safety, userId)
      const changed = await restoreTree(db, workspace, { now: safety.tree, tracked, target })
      const checkpoint = await take(workspace, labels.kind, labels.label, userId)
      return { safety: String(safety.id), newCheckpoint: String(checkpoint.id), changed }
    })

  return {
    /** Before a user's message is answered, after an upload, after a command. */
    async checkpointFor(
      workspace: OpenWorkspace,
      label: string,
      {
        kind = 'message',
        userId = null,
      }: { kind?: 'message' | 'upload' | 'initial' | 'edit'; userId?: number | null } = {},
    ): Promise<string> {
      return String((await take(workspace, kind, label, userId)).id)
    },

    async restore(workspace: OpenWorkspace, id: string, userId: number | null) {
      const target = await getRow(workspace, id)
      const labels = {
        kind: 'restore',
        safety: `Before going back to checkpoint ${id}`,
        label: `Back to checkpoint ${id}: ${target.label}`,
      } as const
      const { safety, newCheckpoint, changed } = await goTo(workspace, target.tree, labels, userId)
      return { restored_to: id, new_checkpoint: newCheckpoint, safety_checkpoint: safety, changed }
    },

    /** Makes the current files the new baseline. */
    async approve(workspace: OpenWorkspace, userId: number | null, label = 'Approved') {
      const { baseline } = await baselineOf(workspace)
      const checkpoint = await take(workspace, 'approve', label, userId)
      let files = 0
      for await (const _change of workspace.trees.compare(baseline, checkpoint.tree)) files++
      await workspaceRepository.update(db, workspace.id, {
        baseline: checkpoint.tree,
        approved_at: nowSeconds(),
      })
      return { approved_checkpoint: String(checkpoint.id), files_approved: files }
    },

    /** Restores the last approved state. */
    async reset(workspace: OpenWorkspace, userId: number | null) {
      const { baseline } = await baselineOf(workspace)
      const labels = {
        kind: 'reset',
        safety: 'Before the reset',
        label: 'Reset to the approved state',
      } as const
      const { safety, newCheckpoint, changed } = await goTo(workspace, baseline, labels, userId)
      return { pre_reset_checkpoint: safety, new_checkpoint: newCheckpoint, changed }
    },
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

const toCheckpoint = (row: CheckpointRow): WorkspaceCheckpoint => ({
  id: String(row.id),
  kind: row.kind,
  label: row.label,
  edit: row.edit_id === null ? null : String(row.edit_id),
  created_at: row.created_at,
})
