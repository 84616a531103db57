import { join } from 'node:path'
import { say } from '@bellwether/wire'
import {
  isFileRefusal,
  isFileThere,
  type OpenWorkspace,
  type Workspaces,
} from '../../../modules/workspaces/index.ts'
import { badRequest, isAppError, isUnavailable } from '../../../platform/errors.ts'
import type { AgentSession } from '../agent-session.ts'
import type { DialogRow } from '../dialogs/dialog.repository.ts'

export type AgentWorkspaces = Pick<Workspaces, 'openForTool' | 'checkpoints' | 'readingLog'>

/**
 * Undefined if there is none, or if the person and the assistant's owner don't both have access. Then people can only
 * chat.
 */
export async function openReadable(
  workspaces: AgentWorkspaces,
  agentSession: AgentSession,
  id: string | null | undefined,
): Promise<OpenWorkspace | undefined> {
  if (!id) return undefined
  try {
    return await workspaces.openForTool(agentSession, 'see', id)
  } catch (error) {
    // A missing folder is an error that people have to see.
    if (isAppError(error) && !isFileRefusal(error) && !isUnavailable(error)) return undefined
    throw error
  }
}

export function openEditable(
  workspaces: AgentWorkspaces,
  agentSession: AgentSession,
  { workspace_id }: DialogRow,
): Promise<OpenWorkspace> {
  if (workspace_id === null) throw badRequest(say('agents.no_workspace'))
  return workspaces.openForTool(agentSession, 'edit', workspace_id)
}

/** The path that an editor opens: on the server's disk, or else within the workspace. */
export function createFileFinder(workspaces: AgentWorkspaces, agentSession: AgentSession) {
  const open = new Map<string, Promise<OpenWorkspace | undefined>>()
  return async (workspace: string, path: string): Promise<FoundFile> => {
    const pending = open.get(workspace) ?? openReadable(workspaces, agentSession, workspace)
    open.set(workspace, pending)
    const opened = await pending
    if (!opened) return { file: path, isThere: async () => false }
    const file = opened.kind === 'disk' ? join(opened.root, path) : path
    return { file, isThere: () => isFileThere(opened, path) }
  }
}

interface FoundFile {
  file: string
  isThere(): Promise<boolean>
}

export type FindFile = ReturnType<typeof createFileFinder>
