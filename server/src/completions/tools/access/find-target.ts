import {
  type AssistantForCompletion,
  type AssistantRef,
  getSettings,
  isOrchestrator,
  REFUSED_CALL,
} from '../../../modules/assistants/index.ts'
import type { FileService } from '../../../modules/files/index.ts'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import type { McpToolUse } from '../../../modules/mcp-servers/index.ts'
import type { RubricService } from '../../../modules/rubrics/index.ts'
import type { Workspaces } from '../../../modules/workspaces/index.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { ToolTarget } from '../../../tools/tool.ts'
import { ownerRights } from './owner-rights.ts'
import type { Delegation, FindTarget, FoundTarget, TargetVerb } from './tool-access.ts'

type Owner = { userId: number; organizationId: number }

export interface FindTargetDeps {
  findAssistant(caller: Caller, ref: AssistantRef): Promise<AssistantForCompletion | undefined>
  knowledge: Pick<Knowledge, 'findForTool'>
  hasExternalKnowledge(organizationId: number): Promise<boolean>
  rubrics: Pick<RubricService, 'findForTool'>
  files: Pick<FileService, 'isOwn'>
  workspaces: Pick<Workspaces, 'findForTool'>
  mcpToolUse: Pick<McpToolUse, 'findServerName'>
}

/** Looks up any object that a tool can name, with the rights of the assistant's owner. */
export function createFindTarget(deps: FindTargetDeps): FindTarget {
  async function findAssistant(owner: Owner, id: string, from: number): Promise<FoundTarget | undefined> {
    const row = await deps.findAssistant(ownerRights(owner), { id: Number(id) })
    if (!row || row.id === from) return undefined
    const refusal = isOrchestrator(getSettings(row.metadata)) ? REFUSED_CALL : undefined
    return { ownerId: row.owner_id, refusal, name: row.name, purpose: row.description }
  }

  const look: Record<
    ToolTarget['kind'],
    (owner: Owner, id: string, acting: Delegation, verb: TargetVerb) => Promise<FoundTarget | undefined>
  > = {
    assistant: (owner, id, { assistant }) => findAssistant(owner, id, assistant.id),
    // Nothing is known about an organization's own knowledge server until it is queried.
    knowledge_base: async (owner, id) =>
      (await deps.hasExternalKnowledge(owner.organizationId))
        ? { ownerId: owner.userId }
        : deps.knowledge.findForTool(owner, id),
    rubric: (owner, id) => deps.rubrics.findForTool(owner, id),
    file: async (owner, path) =>
      (await deps.files.isOwn(owner, path))
        ? { ownerId: owner.userId, name: path.split('/').at(-1) }
        : undefined,
    workspace: (_owner, id, acting, verb) => deps.workspaces.findForTool(acting, verb, id),
    // It belongs to the organization rather than to a person.
    mcp_server: async (owner, id) => {
      const name = await deps.mcpToolUse.findServerName(owner.organizationId, Number(id))
      return name === undefined ? undefined : { ownerId: owner.userId, name }
    },
  }

  return ({ kind, id }, acting, verb = 'see') => {
    const { ownerId: userId, organizationId } = acting.assistant
    return look[kind]({ userId, organizationId }, id, acting, verb)
  }
}
