import {
  currentDialogSchema,
  dialogHeadSchema,
  dialogListQuerySchema,
  dialogListSchema,
  newDialogSchema,
  renameDialogSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { AgentEndpoint } from './agent-endpoint.ts'
import type { AgentSession } from './agent-session.ts'
import type { DialogRow } from './dialogs/dialog.repository.ts'
import type { DialogService } from './dialogs/dialog.service.ts'
import { toIso } from './session-format.ts'
import { type AgentWorkspaces, openReadable } from './turns/agent-workspace.ts'

export interface DialogRouteDeps {
  dialogs: DialogService
  workspaces: AgentWorkspaces
}

/** The dialogs of a person with an agent. */
export function createDialogRoutes(agentEndpoint: AgentEndpoint, deps: DialogRouteDeps): Endpoint[] {
  return [...createCurrentRoutes(agentEndpoint, deps), ...createOneRoutes(agentEndpoint, deps)]
}

function createCurrentRoutes(agentEndpoint: AgentEndpoint, deps: DialogRouteDeps): Endpoint[] {
  const { dialogs } = deps
  return [
    agentEndpoint({
      method: 'GET',
      at: '/api/dialogs',
      summary: 'List dialogs',
      description: 'Your dialogs with this agent, most recently used first.',
      query: dialogListQuerySchema,
      answer: dialogListSchema,
      async handle({ agentSession: { caller, assistant }, query }) {
        const rows = await dialogs.list(caller, assistant.id, query)
        const current = await dialogs.current(caller, assistant.id)
        return { ...(current ? { current_dialog_id: current.id } : {}), dialogs: rows.map(toHead) }
      },
    }),
    agentEndpoint({
      method: 'POST',
      at: '/api/dialogs',
      summary: 'Start a dialog',
      description: 'Creates a checkpoint of the files first, so that you can go back to it.',
      body: newDialogSchema,
      bodyOptional: true,
      answer: dialogHeadSchema,
      async handle({ agentSession, body }) {
        const dialog = await beginDialog(deps, agentSession, body.title ?? null, body.set_current !== false)
        return toHead(dialog)
      },
    }),
    agentEndpoint({
      method: 'GET',
      at: '/api/dialogs/current',
      summary: 'Get the current dialog',
      description: 'The dialog that is open now.',
      answer: currentDialogSchema,
      async handle({ agentSession: { caller, assistant } }) {
        const current = await dialogs.current(caller, assistant.id)
        return current ? { id: current.id, meta: toHead(current) } : {}
      },
    }),
    agentEndpoint({
      method: 'PATCH',
      at: '/api/dialogs/current',
      summary: 'Switch to another dialog',
      description: 'Makes another dialog the current one.',
      query: z.object({ id: z.string().max(100) }),
      answer: z.object({ ok: z.literal(true) }),
      async handle({ agentSession: { caller, assistant }, query }) {
        await dialogs.setCurrent(caller, await dialogs.get(caller, 'see', assistant.id, query.id))
        return { ok: true }
      },
    }),
  ]
}

function createOneRoutes(agentEndpoint: AgentEndpoint, { dialogs }: DialogRouteDeps): Endpoint[] {
  return [
    agentEndpoint({
      method: 'GET',
      at: '/api/dialogs/{id}',
      summary: 'Get a dialog',
      description: 'Its title and dates.',
      answer: dialogHeadSchema,
      handle: async ({ agentSession: { caller, assistant }, id }) =>
        toHead(await dialogs.get(caller, 'see', assistant.id, id)),
    }),
    agentEndpoint({
      method: 'PATCH',
      at: '/api/dialogs/{id}',
      summary: 'Rename a dialog',
      description: 'Changes the title.',
      body: renameDialogSchema,
      answer: dialogHeadSchema.extend({ ok: z.literal(true) }),
      async handle({ agentSession: { caller, assistant }, id, body }) {
        const dialog = await dialogs.get(caller, 'edit', assistant.id, id)
        // AgentSmithy's own server only returns `ok`; its client shows the other fields immediately if it gets them.
        return { ok: true, ...toHead(await dialogs.rename(dialog, body.title)) }
      },
    }),
    agentEndpoint({
      method: 'DELETE',
      at: '/api/dialogs/{id}',
      summary: 'Delete a dialog',
      description: 'The files are not changed.',
      answer: z.object({ ok: z.literal(true) }),
      async handle({ agentSession: { caller, assistant }, id }) {
        await dialogs.remove(await dialogs.get(caller, 'manage', assistant.id, id))
        return { ok: true }
      },
    }),
  ]
}

/** The checkpoint is created first: without it there is no dialog. */
export async function beginDialog(
  { dialogs, workspaces }: DialogRouteDeps,
  agentSession: AgentSession,
  title: string | null,
  setCurrent: boolean,
): Promise<DialogRow> {
  const { caller, assistant, workspaceIds } = agentSession
  const workspace = await openReadable(workspaces, agentSession, workspaceIds[0])
  const checkpoint =
    workspace &&
    (await workspaces.checkpoints.checkpointFor(workspace, 'Start of a dialog', {
      kind: 'message',
      userId: caller.userId,
    }))
  return dialogs.create(caller, assistant.id, {
    title,
    workspaceId: workspace?.id ?? null,
    checkpoint,
    setCurrent,
  })
}

const toHead = ({ id, title, created_at, updated_at }: DialogRow) => ({
  id,
  ...(title === null ? {} : { title }),
  created_at: toIso(created_at),
  updated_at: toIso(updated_at),
})
