import type { AssistantMetadata, SettingsWarning, ToolEntry } from '@bellwether/wire'
import { isOrchestrator, REFUSED_AS_TOOL, type SettingsToCheck } from '../../../modules/assistants/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { FindTarget } from '../../tools/access/tool-access.ts'
import { MAX_LOOKUPS } from './missing-objects.ts'

/** Refuses an assistant that asks itself, or one that asks others itself: it would never answer. */
export async function requireNoLeaders(
  findTarget: FindTarget,
  entries: readonly ToolEntry[],
  caller: UserCaller,
  assistant: { id: number; ownerId: number; organizationId: number },
): Promise<void> {
  for (const [index, entry] of entries.slice(0, MAX_LOOKUPS).entries()) {
    if (!entry.enabled || entry.type !== 'assistant') continue
    const id = String(entry.config['assistant_id'])
    if (id === String(assistant.id)) throw badRequest(`tools/${index}: an assistant can’t ask itself`)
    const found = await findTarget({ kind: 'assistant', id }, { caller, assistant, allowsChanges: true })
    if (found?.refusal) throw badRequest(`tools/${index}: ${REFUSED_AS_TOOL}`)
  }
}

/** Warns that other assistants can no longer ask this one. */
export async function warnOfReferences(
  countReferencingAssistants: (organizationId: number, id: number) => Promise<number>,
  settings: AssistantMetadata,
  { assistantId: id, organizationId }: SettingsToCheck,
): Promise<SettingsWarning[]> {
  if (id === undefined || !isOrchestrator(settings)) return []
  const count = await countReferencingAssistants(organizationId, id)
  if (count === 0) return []
  const message = `${count === 1 ? 'One assistant asks' : `${count} assistants ask`} this one as a tool. Because it leads others itself, their calls are refused from now on.`
  return [{ code: 'is_tool_of_others', message, path: '/metadata/tools' }]
}
