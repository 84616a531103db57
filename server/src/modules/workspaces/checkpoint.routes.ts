import {
  approvedSchema,
  fileEditSchema,
  resetSchema,
  restoredSchema,
  workspaceChangedFileSchema,
  workspaceChangesSchema,
  workspaceCheckpointListSchema,
  workspaceEditListSchema,
  workspacePageQuerySchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Workspaces } from './create-workspaces.ts'
import { toAnswer } from './workspace-files.routes.ts'

const tag = 'Workspaces: edits and checkpoints'
const id = z.string().max(100)
const params = z.object({ id })
const ofEdit = z.object({ id, edit: z.string().max(100) })
const ofCheckpoint = z.object({ id, checkpoint: z.string().max(100) })

export const createCheckpointRoutes = (workspaces: Workspaces): Endpoint[] => [
  ...createEditRoutes(workspaces),
  ...createMomentRoutes(workspaces),
  ...createApprovalRoutes(workspaces),
]

const createEditRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/workspaces/{id}/edits',
    tag,
    summary: 'List edits',
    description: 'Changes to single files, newest first.',
    access: 'user',
    params,
    query: workspacePageQuerySchema,
    answer: workspaceEditListSchema,
    async handle({ caller, params, query }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      return { edits: await workspaces.edits.list(workspace, query) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/workspaces/{id}/edits/{edit}/undo',
    tag,
    summary: 'Undo an edit',
    description: 'Undoing an undo is a redo.',
    access: 'user',
    params: ofEdit,
    bodyOptional: true,
    answer: fileEditSchema,
    async handle({ caller, params }) {
      const workspace = await workspaces.open(caller, 'edit', params.id)
      return toAnswer(
        await workspaces.edits.undo(workspace, params.edit, { userId: caller.userId, isPerson: true }),
      )
    },
  }),
]

const createMomentRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/workspaces/{id}/checkpoints',
    tag,
    summary: 'List checkpoints',
    description: 'Newest first. Files can be restored to any of them.',
    access: 'user',
    params,
    query: workspacePageQuerySchema,
    answer: workspaceCheckpointListSchema,
    async handle({ caller, params, query }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      return { checkpoints: await workspaces.checkpoints.list(workspace, query) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/workspaces/{id}/checkpoints/{checkpoint}/diff',
    tag,
    summary: 'Compare checkpoints',
    description: 'The changes since a checkpoint, up to another one or to the current files.',
    access: 'user',
    params: ofCheckpoint,
    query: z.object({ to: z.string().max(100).optional() }),
    answer: z.object({ changed_files: z.array(workspaceChangedFileSchema), truncated: z.boolean() }),
    async handle({ caller, params, query }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      return workspaces.checkpoints.diff(workspace, params.checkpoint, query.to)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/workspaces/{id}/checkpoints/{checkpoint}/restore',
    tag,
    summary: 'Restore a checkpoint',
    description:
      'The current state is saved as a checkpoint first. Files that are in no checkpoint are kept.',
    access: 'user',
    params: ofCheckpoint,
    bodyOptional: true,
    answer: restoredSchema,
    async handle({ caller, params }) {
      const workspace = await workspaces.open(caller, 'edit', params.id)
      return workspaces.checkpoints.restore(workspace, params.checkpoint, caller.userId)
    },
  }),
]

const createApprovalRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/workspaces/{id}/changes',
    tag,
    summary: 'List unapproved changes',
    description: 'The changes since the last approval.',
    access: 'user',
    params,
    answer: workspaceChangesSchema,
    async handle({ caller, params }) {
      return workspaces.checkpoints.changes(await workspaces.open(caller, 'see', params.id))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/workspaces/{id}/approve',
    tag,
    summary: 'Approve the files',
    description: 'A reset returns to this state from now on.',
    access: 'user',
    params,
    bodyOptional: true,
    answer: approvedSchema,
    async handle({ caller, params }) {
      return workspaces.checkpoints.approve(await workspaces.open(caller, 'edit', params.id), caller.userId)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/workspaces/{id}/reset',
    tag,
    summary: 'Reset the files',
    description: 'Restores the last approved state. The current state is saved as a checkpoint first.',
    access: 'user',
    params,
    bodyOptional: true,
    answer: resetSchema,
    async handle({ caller, params }) {
      return workspaces.checkpoints.reset(await workspaces.open(caller, 'edit', params.id), caller.userId)
    },
  }),
]
