import { readMessageBody, type SettingsWarning, say, toMessageBody } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { badRequest, isAppError, messageOf } from '../../platform/errors.ts'
import type { AssistantInContext } from './assistant.repository.ts'
import type { AssistantDeps, SettingsToCheck } from './assistant-deps.ts'
import { toSnapshot } from './records.ts'

export function createSettingChecks({ checkSettings }: AssistantDeps) {
  /** An assistant whose tools still need settings must not be published. */
  async function requireComplete(caller: UserCaller, row: AssistantInContext): Promise<void> {
    const incomplete = (await warningsOf(caller, row)).find(({ code }) => code === 'incomplete')
    if (incomplete) throw badRequest(say('assistants.incomplete', { reason: readMessageBody(incomplete) }))
  }

  /** Warnings for the author. Problems that would prevent saving are included: the assistant can't run as it is. */
  async function warningsFor(caller: UserCaller, settings: SettingsToCheck): Promise<SettingsWarning[]> {
    try {
      return (await checkSettings(caller, settings)).warnings
    } catch (error) {
      if (!isAppError(error)) throw error
      return [{ code: 'needs_repair', ...toMessageBody(messageOf(error)), path: '/metadata' }]
    }
  }

  const warningsOf = (caller: UserCaller, row: AssistantInContext): Promise<SettingsWarning[]> =>
    warningsFor(caller, toCheck(row))

  return { requireComplete, warningsOf, warningsFor }
}

export type SettingChecks = ReturnType<typeof createSettingChecks>

export const toCheck = (row: AssistantInContext): SettingsToCheck => ({
  ownerId: row.owner_id,
  organizationId: row.organization_id,
  assistantId: row.id,
  form: toSnapshot(row),
})
