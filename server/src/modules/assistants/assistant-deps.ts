import type { AssistantFields, AssistantSnapshot, SettingsWarning } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AssistantInContext } from './assistant.repository.ts'
import type { FirstModel } from './settings.ts'
import type { ImportedObjects } from './transfer/imported-objects.ts'

export interface AssistantDeps {
  db: Db
  /**
   * Throws when a tool's settings are invalid or refer to objects the caller can't access. Injected, because the
   * tools module depends on this one.
   */
  checkSettings: (caller: UserCaller, settings: SettingsToCheck) => Promise<CheckedSettings>
  /** The tools in these settings that don't exist on this server. Injected for the same reason. */
  findUnavailable: (metadata: string) => string[]
  /** The objects that settings name. Injected for the same reason. */
  importedObjects: ImportedObjects
  /** The connector and model for assistants that name none. */
  firstModel: (organizationId: number) => Promise<FirstModel>
  /** Throws if required tests have not passed, unless a reason to publish anyway is given. */
  requireTests: (caller: UserCaller, row: AssistantInContext, reason: string | undefined) => Promise<void>
  /** How many tests started to fail, by assistant, as far as the caller has not seen it. Injected for the same reason. */
  countFailingTests: (caller: UserCaller, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** When the used-up budgets that count for them reset, by assistant. Injected for the same reason. */
  budgetUsedUpUntil: (rows: readonly AssistantInContext[]) => Promise<ReadonlyMap<number, number>>
  /** Updates the stored form where the organization has opted in. Returns whether it changed. Never throws. */
  migrate: (row: AssistantInContext) => Promise<boolean>
}

export interface AssistantChange extends AssistantFields {
  /** The version that the caller was editing. The save is refused if the stored one is newer. */
  version?: number | undefined
  /** LAMB's form of the name, set by LAMB's route. Otherwise derived from the name. */
  lamb_name?: string | undefined
}

/** Settings in the form in which they are stored, with warnings for their author. */
export interface CheckedSettings {
  metadata: string
  warnings: SettingsWarning[]
}

/** Settings about to be saved, and the person whose rights they run with. */
export interface SettingsToCheck {
  ownerId: number
  organizationId: number
  /** Undefined when the assistant is being created. */
  assistantId: number | undefined
  form: AssistantSnapshot
  /** The stored metadata. Only when a stored assistant is changed. */
  earlier?: string
  /** Refuses malformed tool entries. Otherwise they are read leniently, as LAMB clients expect. */
  isStrict?: boolean
}
