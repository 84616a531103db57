import { type AssistantSnapshot, readMessageBody, say } from '@bellwether/wire'
import type { SettingsToCheck } from '../../modules/assistants/index.ts'
import type { CheckForm } from '../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { badRequest, isAppError } from '../../platform/errors.ts'
import type { createCheckSettings } from '../editing/checks/check-settings.ts'

type CheckSettings = ReturnType<typeof createCheckSettings>

/**
 * The rules for saving, and one more: a proposal must not add objects that the owner can't use. Saving by hand only
 * warns about those.
 */
export const createCheckForm =
  (checkSettings: CheckSettings): CheckForm =>
  async (caller, { form, assistantId, ownerId, organizationId }, before) => {
    const toCheck = (checked: AssistantSnapshot): SettingsToCheck => ({
      ownerId,
      organizationId,
      assistantId,
      isStrict: true,
      form: checked,
    })
    const { metadata, warnings } = await checkSettings(caller, {
      ...toCheck(form),
      earlier: before.metadata,
    })
    const missing = warnings.filter(({ code }) => code === 'not_available')
    if (missing.length > 0) {
      const missingEarlier = await missingBefore(checkSettings, caller, toCheck(before))
      const added = missing.find(({ message }) => !missingEarlier.has(message))
      if (added) throw badRequest(say('creation.not_available', { reason: readMessageBody(added) }))
    }
    return { metadata, warnings }
  }

/** Unavailable objects that the assistant already refers to. Empty if that can't be checked. */
async function missingBefore(
  checkSettings: CheckSettings,
  caller: UserCaller,
  settings: SettingsToCheck,
): Promise<Set<string>> {
  try {
    const { warnings } = await checkSettings(caller, settings)
    return new Set(warnings.filter(({ code }) => code === 'not_available').map(({ message }) => message))
  } catch (error) {
    if (!isAppError(error)) throw error
    return new Set()
  }
}
