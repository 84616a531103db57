import { toRefusal } from '../file-refusal.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import { type EditDeps, editOnDisk } from './edit-on-disk.ts'
import type { DoneEdit } from './edit-rows.ts'
import { editStored } from './edit-stored.ts'
import type { EditRequest } from './plan-edit.ts'

/** The only way to change a file of a workspace, for tools and people. All or nothing. */
export function createEditFile(deps: EditDeps) {
  return async function editFile(workspace: OpenWorkspace, request: EditRequest): Promise<DoneEdit> {
    try {
      return workspace.kind === 'disk'
        ? await editOnDisk(deps, workspace, request)
        : await editStored(deps.db, workspace, request)
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

export type EditFile = ReturnType<typeof createEditFile>
