import { parseMetadata } from '@bellwether/wire'
import type { ImportedObjects } from '../../modules/assistants/index.ts'
import type { HandOverDeps } from '../../modules/users/index.ts'
import { secretsOf } from '../../tools/http-request/placeholders.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { readSettings, safeTargets } from '../../tools/safe-tool-queries.ts'
import type { ToolTarget } from '../../tools/tool.ts'
import { classicSettings } from '../context/classic-tools.ts'
import { ownerRights } from '../tools/access/owner-rights.ts'
import type { FindTarget, FoundTarget } from '../tools/access/tool-access.ts'

export interface ReferencedObjectsDeps {
  tools: ToolRegistry
  findTarget: FindTarget
}

const TARGET_KINDS = [
  'assistant',
  'knowledge_base',
  'rubric',
  'file',
  'workspace',
  'mcp_server',
] as const satisfies readonly ToolTarget['kind'][]

/**
 * Finds the objects that an assistant's tools refer to, and whether another person's assistant could use
 * them. Disabled tools count, because they can be enabled.
 */
export function createReferencedObjects({
  tools,
  findTarget,
}: ReferencedObjectsDeps): Pick<HandOverDeps, 'referencesOf' | 'mayUse'> {
  function targetsOf(type: string, config: unknown): readonly ToolTarget[] {
    const tool = tools.find(type)
    const settings = tool && readSettings(tool, config)
    return (settings && safeTargets(tool, settings.data)) ?? []
  }

  return {
    referencesOf({ metadata, rag_collections, rag_top_k }) {
      const settings = parseMetadata(metadata)
      if (!settings) return { objects: [], secrets: [] }
      const processor = tools.find(settings.rag_processor)
      const classic = processor && classicSettings(processor, settings, { rag_collections, rag_top_k })
      const objects = [
        ...(processor ? targetsOf(processor.name, classic) : []),
        ...normalizeEntries(settings.tools, tools).entries.flatMap(({ type, config }) =>
          targetsOf(type, config),
        ),
      ]
      const once = new Map(objects.map((object) => [`${object.kind} ${object.id}`, object]))
      return { objects: [...once.values()], secrets: [...new Set(secretsOf(JSON.stringify(settings.tools)))] }
    },

    async mayUse(owner, { kind, id }, assistantId) {
      const target = TARGET_KINDS.find((candidate) => candidate === kind)
      if (target === undefined) return false
      return (await findForOwner(findTarget, owner, { kind: target, id }, assistantId)) !== undefined
    },
  }
}

/** Finds the name of an object that an assistant of this owner could use; its id if it has no name. */
export const createNameFor =
  (findTarget: FindTarget): ImportedObjects['nameFor'] =>
  async (owner, ref) => {
    const object = await findForOwner(findTarget, owner, ref, 0)
    return object && (object.name ?? ref.id)
  }

function findForOwner(
  findTarget: FindTarget,
  { userId, organizationId }: { userId: number; organizationId: number },
  target: ToolTarget,
  assistantId: number,
): Promise<FoundTarget | undefined> {
  const assistant = { id: assistantId, ownerId: userId, organizationId }
  const caller = ownerRights({ userId, organizationId })
  return findTarget(target, { caller, assistant, allowsChanges: true })
}
