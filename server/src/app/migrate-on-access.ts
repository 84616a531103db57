import type { AssistantSnapshot } from '@bellwether/wire'
import { convertClassic, FORMAT_VERSION } from '../completions/convert-classic.ts'
import { saveForm, toSnapshot } from '../modules/assistants/index.ts'
import type { OrganizationSettings } from '../modules/organizations/index.ts'
import type { Db } from '../platform/db/db.ts'
import type { Log } from '../platform/log.ts'
import type { ToolRegistry } from '../tools/registry.ts'

export interface MigrateDeps {
  db: Db
  tools: ToolRegistry
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  log: Log
}

export type MigrateOnAccess = (
  assistant: AssistantSnapshot & { id: number; organization_id: number },
) => Promise<boolean>

/**
 * In organizations that want it, a classic assistant becomes one of tools when it is opened or used (never when it is listed). The form before
 * is kept as a version, and so are the legacy columns. Many who come at once convert it once: the row is locked, and whoever comes second finds
 * it done. A conversion that fails is logged, and the assistant goes on as it was.
 */
export function createMigrateOnAccess({ db, tools, settingsOf, log }: MigrateDeps): MigrateOnAccess {
  return async function migrateOnAccess(assistant) {
    try {
      if (convertClassic(toSnapshot(assistant), tools) === undefined) return false
      if ((await settingsOf(assistant.organization_id)).config.assistant_migration !== 'on_access')
        return false
      let done: { from: string; to: string } | undefined
      await saveForm(db, null, assistant.id, (current) => {
        const metadata = convertClassic(current, tools)
        if (metadata === undefined) return current
        done = { from: current.metadata, to: metadata }
        return { ...current, metadata }
      })
      if (done)
        log.info(
          {
            assistant: assistant.id,
            name: assistant.name,
            ...done,
            from_version: 1,
            to_version: FORMAT_VERSION,
          },
          'assistant migrated',
        )
      // Also when somebody else was quicker: either way the caller holds the old form.
      return true
    } catch (error) {
      log.error(
        { err: error, assistant: assistant.id },
        'an assistant could not be migrated; it goes on as it was',
      )
      return false
    }
  }
}
