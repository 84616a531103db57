import type { AccessLevel } from '@bellwether/wire'
import { isOrganizationAdmin, type UserCaller } from '../../platform/caller.ts'
import { may, type ObjectFacts } from '../access/index.ts'

export interface AssistantStanding {
  sharedWithCaller: boolean
  published: boolean
}

/** What the policy is told about an assistant. */
export const toFacts = (
  row: { id: number; organization_id: number; owner_id: number },
  { sharedWithCaller, published }: AssistantStanding,
): ObjectFacts => ({
  kind: 'assistant',
  assistantId: row.id,
  organizationId: row.organization_id,
  ownerId: row.owner_id,
  sharedWithCaller,
  published,
})

/** LAMB's word for what the caller may do. Undefined = may not look into it (but may perhaps chat with it). */
export function accessLevelOf(caller: UserCaller, facts: ObjectFacts): AccessLevel | undefined {
  if (!may(caller, 'see', facts)) return undefined
  if (facts.ownerId === caller.userId) return 'full'
  return caller.systemAdmin || isOrganizationAdmin(caller) ? 'read_only' : 'shared'
}
