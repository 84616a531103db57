import {
  DONE,
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
      summary: 'List workspaces',
      description: 'Your own and those shared with you, most recently used first.',
      access: 'user',
      answer: workspaceListSchema,
      handle: async ({ caller }) => ({ workspaces: await workspaces.list(caller) }),
    }),
    endpoint({
      method: 'POST',
      path: '/workspaces',
      tag,
      summary: 'Create a workspace',
      description: 'System admins can also open an allowed folder of the server.',
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
      summary: 'Get a workspace',
      description: 'With its size and limits.',
      access: 'user',
      params,
      answer: workspaceDetailSchema,
      handle: ({ caller, params: { id } }) => workspaces.get(caller, id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/workspaces/{id}',
      tag,
      summary: 'Rename a workspace',
      description: 'Its files don’t change.',
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
      summary: 'Delete a workspace',
      description: 'With its files and checkpoints. A folder of the server itself is kept.',
      access: 'user',
      params,
      answer: success,
      async handle({ caller, params: { id } }) {
        await workspaces.remove(caller, id)
        return DONE
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
      summary: 'List the shares of a workspace',
      description: 'The people a workspace is shared with.',
      access: 'user',
      params,
      answer: workspaceSharesSchema,
      handle: async ({ caller, params: { id } }) => ({ shares: await workspaces.listShares(caller, id) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/workspaces/{id}/shares',
      tag,
      summary: 'Replace the shares of a workspace',
      description:
        'Shares it with exactly these colleagues, to read or to write. Unknown e-mail addresses are ignored.',
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
