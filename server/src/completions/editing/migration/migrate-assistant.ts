import { type AssistantSnapshot, parseJsonObject } from '@bellwether/wire'
import { saveForm, toSnapshot } from '../../../modules/assistants/index.ts'
import { createRedactor, secretsIn } from '../../../modules/traces/index.ts'
import { userRepository } from '../../../modules/users/index.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { type UpgradeResult, upgradeSettings } from '../format-steps.ts'

export interface MigrateAssistantDeps {
  db: Db
  tools: ToolRegistry
  log: Log
}

export type StoredAssistant = AssistantSnapshot & { id: number; owner_id: number; organization_id: number }

/**
 * Converts the stored settings of an assistant to the current format. The row is locked, so a concurrent
 * run finds it done. The previous settings are kept as a version; LAMB's columns do not change. Returns
 * the result of this call.
 */
export const createMigrateAssistant =
  ({ db, tools, log }: MigrateAssistantDeps) =>
  async (assistant: StoredAssistant): Promise<UpgradeResult> => {
    const expected = upgradeSettings(toSnapshot(assistant), tools)
    if (expected.kind !== 'changed') return expected
    let done: UpgradeResult = { kind: 'current' }
    let before = ''
    await saveForm(db, null, assistant.id, (current) => {
      done = upgradeSettings(current, tools)
      before = current.metadata
      return done.kind === 'changed' ? { ...current, metadata: done.metadata } : current
    })
    const owner = (await userRepository.findById(db, assistant.owner_id))?.email
    tell(log, { ...assistant, owner }, before, done)
    return done
  }

function tell(
  log: Log,
  assistant: StoredAssistant & { owner: string | undefined },
  before: string,
  done: UpgradeResult,
): void {
  if (done.kind !== 'changed') return
  log.info(
    {
      assistant_id: assistant.id,
      assistant_name: assistant.name,
      owner: assistant.owner,
      organization: assistant.organization_id,
      old_metadata: forLog(before),
      new_metadata: forLog(done.metadata),
      from_version: done.from,
      to_version: done.to,
    },
    `Migrated assistant ${assistant.id} from v${done.from} to v${done.to}`,
  )
}

/** Longer texts are content rather than settings. */
const MAX_VALUE_LENGTH = 200

function forLog(metadata: string): unknown {
  const settings = parseJsonObject(metadata)
  return createRedactor(secretsIn(settings)).value(settings, MAX_VALUE_LENGTH)
}
