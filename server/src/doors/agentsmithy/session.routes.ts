import {
  approveDialogSchema,
  approvedDialogSchema,
  dialogCheckpointsSchema,
  dialogSessionSchema,
  resetDialogAnswerSchema,
  restoreDialogSchema,
  restoredDialogSchema,
  say,
} from '@bellwether/wire'
import { isFileRefusal } from '../../modules/workspaces/index.ts'
import { AppError, isAppError } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { AgentEndpoint } from './agent-endpoint.ts'
import type { DialogRow } from './dialogs/dialog.repository.ts'
import type { DialogService } from './dialogs/dialog.service.ts'
import { sessionName, toIso } from './session-format.ts'
import { type AgentWorkspaces, openEditable, openReadable } from './turns/agent-workspace.ts'

export interface SessionRouteDeps {
  dialogs: DialogService
  workspaces: AgentWorkspaces
}

/** The changes that an agent made to the files, and ways to undo them. */
export const createSessionRoutes = (agentEndpoint: AgentEndpoint, deps: SessionRouteDeps): Endpoint[] => [
  ...createLookRoutes(agentEndpoint, deps),
  ...createDecisionRoutes(agentEndpoint, deps),
]

const createLookRoutes = (
  agentEndpoint: AgentEndpoint,
  { dialogs, workspaces }: SessionRouteDeps,
): Endpoint[] => [
  agentEndpoint({
    method: 'GET',
    at: '/api/dialogs/{id}/checkpoints',
    summary: 'List the checkpoints of a dialog',
    description: 'Oldest first. Files can be restored to any of them.',
    answer: dialogCheckpointsSchema,
    async handle({ agentSession: { caller, assistant }, id }) {
      const dialog = await dialogs.get(caller, 'see', assistant.id, id)
      const rows = await dialogs.checkpoints(dialog)
      const first = rows[0]
      return {
        dialog_id: dialog.id,
        checkpoints: rows.map(({ checkpoint, label }) => ({ commit_id: checkpoint, message: label })),
        ...(first ? { initial_checkpoint: first.checkpoint } : {}),
      }
    },
  }),
  agentEndpoint({
    method: 'GET',
    at: '/api/dialogs/{id}/session',
    summary: 'Get unapproved changes',
    description: 'The changes since the last approval.',
    answer: dialogSessionSchema,
    async handle({ agentSession, id }) {
      const dialog = await dialogs.get(agentSession.caller, 'see', agentSession.assistant.id, id)
      const workspace = await openReadable(workspaces, agentSession, dialog.workspace_id)
      const changes = workspace && (await workspaces.checkpoints.changes(workspace))
      const approvedAt = changes?.last_approved_at ?? null
      return {
        active_session: sessionName(dialog.session),
        session_ref: `refs/heads/${sessionName(dialog.session)}`,
        has_unapproved: changes?.has_unapproved ?? false,
        last_approved_at: approvedAt === null ? null : toIso(approvedAt),
        changed_files: changes?.changed_files ?? [],
      }
    },
  }),
]

const createDecisionRoutes = (
  agentEndpoint: AgentEndpoint,
  { dialogs, workspaces }: SessionRouteDeps,
): Endpoint[] => [
  agentEndpoint({
    method: 'POST',
    at: '/api/dialogs/{id}/restore',
    summary: 'Restore a checkpoint',
    description: 'The current state is saved as a checkpoint first.',
    body: restoreDialogSchema,
    answer: restoredDialogSchema,
    async handle({ agentSession, id, body }) {
      const dialog = await dialogs.get(agentSession.caller, 'edit', agentSession.assistant.id, id)
      const workspace = await openEditable(workspaces, agentSession, dialog)
      const { restored_to, new_checkpoint, safety_checkpoint } = await workspaces.checkpoints
        .restore(workspace, body.checkpoint_id, agentSession.caller.userId)
        .catch(tellIfNoLongerKept(dialogs, dialog, body.checkpoint_id))
      await dialogs.noteCheckpoint(dialog, safety_checkpoint, `Before going back to ${restored_to}`)
      await dialogs.noteCheckpoint(dialog, new_checkpoint, `Back to ${restored_to}`)
      return { restored_to, new_checkpoint }
    },
  }),
  agentEndpoint({
    method: 'POST',
    at: '/api/dialogs/{id}/approve',
    summary: 'Approve the files',
    description: 'Marks the current files as approved. AgentSmithy clients send no body.',
    body: approveDialogSchema,
    bodyOptional: true,
    answer: approvedDialogSchema,
    async handle({ agentSession, id, body }) {
      const dialog = await dialogs.get(agentSession.caller, 'edit', agentSession.assistant.id, id)
      const workspace = await openEditable(workspaces, agentSession, dialog)
      const label = body.message?.replaceAll('\u0000', '') || 'Approved'
      const { approved_checkpoint } = await workspaces.checkpoints.approve(
        workspace,
        agentSession.caller.userId,
        label,
      )
      const { next, questions } = await endSession(dialogs, dialog, 'merged', approved_checkpoint, label)
      return {
        approved_commit: approved_checkpoint,
        new_session: sessionName(next),
        commits_approved: questions,
      }
    },
  }),
  agentEndpoint({
    method: 'POST',
    at: '/api/dialogs/{id}/reset',
    summary: 'Reset the files',
    description: 'Restores the last approved state. The current state is saved as a checkpoint first.',
    bodyOptional: true,
    answer: resetDialogAnswerSchema,
    async handle({ agentSession, id }) {
      const dialog = await dialogs.get(agentSession.caller, 'edit', agentSession.assistant.id, id)
      const workspace = await openEditable(workspaces, agentSession, dialog)
      const { new_checkpoint, pre_reset_checkpoint } = await workspaces.checkpoints.reset(
        workspace,
        agentSession.caller.userId,
      )
      await dialogs.noteCheckpoint(dialog, pre_reset_checkpoint, 'Before the reset')
      const { next } = await endSession(
        dialogs,
        dialog,
        'abandoned',
        new_checkpoint,
        'Reset to the approved state',
      )
      return { reset_to: new_checkpoint, new_session: sessionName(next), pre_reset_checkpoint }
    },
  }),
]

/** A dialog remembers its checkpoints permanently; the workspace keeps them for a limited time. */
const tellIfNoLongerKept =
  (dialogs: DialogService, dialog: DialogRow, checkpoint: string) =>
  async (error: unknown): Promise<never> => {
    const isMissing = isAppError(error) && error.code === 'not_found' && !isFileRefusal(error)
    const checkpoints = isMissing ? await dialogs.checkpoints(dialog) : []
    if (!checkpoints.some((saved) => saved.checkpoint === checkpoint)) throw error
    throw new AppError('not_found', say('agents.checkpoint_gone'))
  }

async function endSession(
  dialogs: DialogService,
  dialog: DialogRow,
  status: 'merged' | 'abandoned',
  checkpoint: string,
  label: string,
) {
  await dialogs.noteCheckpoint(dialog, checkpoint, label)
  return dialogs.endSession(dialog, status)
}
