import { type AssistantMetadata, type SettingsWarning, say, type ToolEntry } from '@bellwether/wire'
import { isOrchestrator, type SettingsToCheck } from '../../../modules/assistants/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { FindTarget } from '../../tools/access/tool-access.ts'
import { MAX_LOOKUPS } from './missing-objects.ts'
import { toWarning } from './settings-warning.ts'

/** Refuses the assistant itself and orchestrators as tools, because their calls would be denied. */
export async function requireNoOrchestrators(
  findTarget: FindTarget,
  entries: readonly ToolEntry[],
  caller: UserCaller,
  assistant: { id: number; ownerId: number; organizationId: number },
): Promise<void> {
  for (const [index, entry] of entries.slice(0, MAX_LOOKUPS).entries()) {
    if (!entry.enabled || entry.type !== 'assistant') continue
    const id = String(entry.config['assistant_id'])
    if (id === String(assistant.id)) throw badRequest(say('settings.asks_itself', { index }))
    const target = await findTarget({ kind: 'assistant', id }, { caller, assistant, allowsChanges: true })
    if (target?.refusal) throw badRequest(say('settings.nested_assistants', { index }))
  }
}

/** Warns that other assistants can no longer use this one as a tool. */
export async function warnOfReferences(
  countReferencingAssistants: (organizationId: number, id: number) => Promise<number>,
  settings: AssistantMetadata,
  { assistantId: id, organizationId }: SettingsToCheck,
): Promise<SettingsWarning[]> {
  if (id === undefined || !isOrchestrator(settings)) return []
  const count = await countReferencingAssistants(organizationId, id)
  if (count === 0) return []
  return [toWarning('is_tool_of_others', say('settings.is_tool_of_others', { count }), '/metadata/tools')]
}
