import type { WorkspaceEdit } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Page } from '../checkpoints/checkpoints.ts'
import { type EditRow, editRepository } from '../checkpoints/edit.repository.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import type { EditFile } from './edit-file.ts'
import type { DoneEdit } from './edit-rows.ts'
import type { EditedBy } from './plan-edit.ts'

/** A chain of undo and redo is followed this far. */
const MAX_CHAIN = 20

/** The edits of a workspace. Each can be undone; undoing an undo is a redo. */
export function createEditHistory({ db, editFile }: { db: Db; editFile: EditFile }) {
  /** The edits that are currently undone. */
  async function findUndone(workspaceId: string, ids: readonly number[], depth = 0): Promise<Set<number>> {
    const undoing = await editRepository.undoing(db, workspaceId, ids)
    if (undoing.length === 0 || depth === MAX_CHAIN) return new Set()
    const redone = await findUndone(
      workspaceId,
      undoing.map((row) => row.id),
      depth + 1,
    )
    return new Set(undoing.flatMap((row) => (row.undoes === null || redone.has(row.id) ? [] : [row.undoes])))
  }

  async function refuseChanged(workspace: OpenWorkspace, row: EditRow): Promise<never> {
    const laterEdits = await editRepository.after(db, workspace.id, row.path, row.id)
    const undone = await findUndone(
      workspace.id,
      laterEdits.map((edit) => edit.id),
    )
    const standing = laterEdits.filter((edit) => !undone.has(edit.id)).map((edit) => edit.id)
    throw conflict(
      standing.length > 0
        ? say('workspaces.edited_again', { path: row.path, edits: standing.join(', ') })
        : say('workspaces.edited_outside', { path: row.path }),
    )
  }

  return {
    async list(workspace: OpenWorkspace, { limit, before }: Page): Promise<WorkspaceEdit[]> {
      const page = { limit, before: before === undefined ? undefined : Number(before) }
      const rows = await editRepository.list(db, workspace.id, page)
      const undone = await findUndone(
        workspace.id,
        rows.map((row) => row.id),
      )
      return rows.map((row) => toEdit(row, undone.has(row.id)))
    },

    async undo(workspace: OpenWorkspace, id: string, by: Omit<EditedBy, 'tool'>): Promise<DoneEdit> {
      const row = /^[1-9]\d{0,14}$/.test(id)
        ? await editRepository.find(db, workspace.id, Number(id))
        : undefined
      if (!row) throw notFound('Edit')
      const undone = await findUndone(workspace.id, [row.id])
      if (undone.has(row.id)) throw conflict(say('workspaces.edit_already_undone'))
      const content = row.before_hash === null ? undefined : await workspace.objects.get(row.before_hash)
      return editFile(workspace, {
        path: row.path,
        by: { ...by, tool: 'undo' },
        undoes: row.id,
        async plan(current) {
          if ((current?.hash ?? null) !== row.after_hash) await refuseChanged(workspace, row)
          return content === undefined
            ? 'delete'
            : { bytes: content, mode: row.before_mode ?? current?.mode ?? 0o644 }
        },
      })
    },
  }
}

const toEdit = (row: EditRow, undone: boolean): WorkspaceEdit => ({
  id: String(row.id),
  path: row.path,
  kind: row.kind,
  tool: row.tool,
  added: row.added,
  removed: row.removed,
  before_hash: row.before_hash,
  after_hash: row.after_hash,
  undoes: row.undoes === null ? null : String(row.undoes),
  undone,
  user_id: row.user_id,
  trace_id: row.trace_id,
  checkpoint: row.checkpoint_id === null ? null : String(row.checkpoint_id),
  created_at: row.created_at,
})
