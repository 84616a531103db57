import type { AssistantFields, AssistantSnapshot, SettingsWarning } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AssistantInContext } from './assistant.repository.ts'
import type { FirstModel } from './settings.ts'

export interface AssistantDeps {
  db: Db
  /** Throws when a tool's settings are wrong or name something foreign. Handed in, because tools stand above assistants. */
  checkSettings: (caller: UserCaller, settings: SettingsToCheck) => Promise<CheckedSettings>
  /** Which of the tools in these settings are not there. Handed in for the same reason. */
  findUnavailable: (metadata: string) => string[]
  /** The connector and model of an assistant that names none. */
  firstModel: (organizationId: number) => Promise<FirstModel>
  /** Brings the stored form up to date where the organization wants that; whether it did. Never throws. */
  migrate: (row: AssistantInContext) => Promise<boolean>
}

export interface AssistantChange extends AssistantFields {
  /** The version that the caller had in front of them; a later one in the database refuses the save. */
  version?: number | undefined
  /** LAMB's form of the name, from LAMB's route. Otherwise it is made from the name. */
  lamb_name?: string | undefined
}

/** Settings as they shall be stored, and what their author should know about them. */
export interface CheckedSettings {
  metadata: string
  warnings: SettingsWarning[]
}

/** Settings about to be saved, and whose rights they will be used with. */
export interface SettingsToCheck {
  ownerId: number
  organizationId: number
  /** Undefined while it is being created. */
  assistantId: number | undefined
  form: AssistantSnapshot
  /** Malformed tool entries are refused; otherwise they are read as well as can be, as LAMB's clients expect. */
  isStrict?: boolean
}
