import { toSnapshot } from '../../../modules/assistants/index.ts'
import { type OrganizationSettings, settingsIn } from '../../../modules/organizations/index.ts'
import { upgradeSettings } from '../format-steps.ts'
import {
  createMigrateAssistant,
  type MigrateAssistantDeps,
  type StoredAssistant,
} from './migrate-assistant.ts'

export interface MigrateDeps extends MigrateAssistantDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

export type MigrateOnAccess = (assistant: StoredAssistant) => Promise<boolean>

/**
 * In organizations that enable it, converts an assistant's settings to the current format when it is opened
 * or used, not when it is listed. Concurrent requests convert it once. If the conversion fails, it is logged
 * and the assistant stays as it was.
 */
export function createMigrateOnAccess({ settingsOf, ...deps }: MigrateDeps): MigrateOnAccess {
  const migrate = createMigrateAssistant(deps)
  return async function migrateOnAccess(assistant) {
    try {
      if (upgradeSettings(toSnapshot(assistant), deps.tools).kind !== 'changed') return false
      const { config } = await settingsOf(assistant.organization_id)
      const { assistant_migration, multi_tool_enabled } = settingsIn(config)
      if (assistant_migration !== 'on_access' || !multi_tool_enabled) return false
      await migrate(assistant)
      // Also true if another request was faster: the caller holds the old settings either way.
      return true
    } catch (error) {
      deps.log.error(
        { err: error, assistant: assistant.id },
        'failed to migrate assistant; it was not changed',
      )
      return false
    }
  }
}
