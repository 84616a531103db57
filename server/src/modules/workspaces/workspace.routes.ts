import {
  renameWorkspaceSchema,
  replaceWorkspaceSharesSchema,
  workspaceDetailSchema,
  workspaceDraftSchema,
  workspaceListSchema,
  workspaceSchema,
  workspaceSharesSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { createCheckpointRoutes } from './checkpoint.routes.ts'
import type { Workspaces } from './create-workspaces.ts'
import { createWorkspaceFileRoutes } from './workspace-files.routes.ts'

const tag = 'Workspaces'
const params = z.object({ id: z.string().max(100) })
const success = z.object({ success: z.literal(true) })

/** Folders of files that assistants work on. */
export const createWorkspaceRoutes = (workspaces: Workspaces): Endpoint[] => [
  ...createOwnRoutes(workspaces),
  ...createShareRoutes(workspaces),
  ...createWorkspaceFileRoutes(workspaces),
  ...createCheckpointRoutes(workspaces),
]

function createOwnRoutes(workspaces: Workspaces): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/workspaces',
      tag,
      summary: 'My workspaces and those shared with me, the last used first.',
      access: 'user',
      answer: workspaceListSchema,
      handle: async ({ caller }) => ({ workspaces: await workspaces.list(caller) }),
    }),
    endpoint({
      method: 'POST',
      path: '/workspaces',
      tag,
      summary: 'Make a workspace; a system admin may open an allowed folder of the server as one.',
      access: 'author',
      status: 201,
      body: workspaceDraftSchema,
      answer: workspaceSchema,
      handle: ({ caller, body }) => workspaces.create(caller, body),
    }),
    endpoint({
      method: 'GET',
      path: '/workspaces/{id}',
      tag,
      summary: 'A workspace, and how full it is.',
      access: 'user',
      params,
      answer: workspaceDetailSchema,
      handle: ({ caller, params: { id } }) => workspaces.get(caller, id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/workspaces/{id}',
      tag,
      summary: 'Rename a workspace.',
      access: 'user',
      params,
      body: renameWorkspaceSchema,
      answer: workspaceSchema,
      handle: ({ caller, params: { id }, body }) => workspaces.rename(caller, id, body.name),
    }),
    endpoint({
      method: 'DELETE',
      path: '/workspaces/{id}',
      tag,
      summary: 'Delete a workspace with its files and checkpoints. A folder of the server itself stays.',
      access: 'user',
      params,
      answer: success,
      async handle({ caller, params: { id } }) {
        await workspaces.remove(caller, id)
        return { success: true }
      },
    }),
  ]
}

function createShareRoutes(workspaces: Workspaces): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/workspaces/{id}/shares',
      tag,
      summary: 'With whom a workspace is shared.',
      access: 'user',
      params,
      answer: workspaceSharesSchema,
      handle: async ({ caller, params: { id } }) => ({ shares: await workspaces.listShares(caller, id) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/workspaces/{id}/shares',
      tag,
      summary:
        'Share a workspace with exactly these colleagues, to read or to write; unknown e-mails are passed over.',
      access: 'user',
      params,
      body: replaceWorkspaceSharesSchema,
      answer: workspaceSharesSchema,
      handle: async ({ caller, params: { id }, body }) => ({
        shares: await workspaces.replaceShares(caller, id, body.shares),
      }),
    }),
  ]
}
