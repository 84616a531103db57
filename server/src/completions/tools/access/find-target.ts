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
  knowledge: Pick<Knowledge, 'ownerOf'>
  hasExternalKnowledge(organizationId: number): Promise<boolean>
  rubrics: Pick<RubricService, 'ownerOf'>
  files: Pick<FileService, 'isOwn'>
  workspaces: Pick<Workspaces, 'ownerForTool'>
  mcpToolUse: Pick<McpToolUse, 'isServerOf'>
}

const ownedBy = (ownerId: number | undefined): FoundTarget | undefined =>
  ownerId === undefined ? undefined : { ownerId }

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
        : ownedBy(await deps.knowledge.ownerOf(owner, id)),
    rubric: async (owner, id) => ownedBy(await deps.rubrics.ownerOf(owner, id)),
    file: async (owner, path) =>
      (await deps.files.isOwn(owner, path)) ? { ownerId: owner.userId } : undefined,
    workspace: async (_owner, id, acting, verb) =>
      ownedBy(await deps.workspaces.ownerForTool(acting, verb, id)),
    // It belongs to the organization rather than to a person.
    mcp_server: async (owner, id) =>
      (await deps.mcpToolUse.isServerOf(owner.organizationId, Number(id)))
        ? { ownerId: owner.userId }
        : undefined,
  }

  return ({ kind, id }, acting, verb = 'see') => {
    const { ownerId: userId, organizationId } = acting.assistant
    return look[kind]({ userId, organizationId }, id, acting, verb)
  }
}
