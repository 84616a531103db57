import type { AccessLevel } from '@bellwether/wire'
import { isOrganizationAdmin, type UserCaller } from '../../platform/caller.ts'
import { may, type ObjectFacts } from '../access/index.ts'

export interface AssistantSharing {
  sharedWithCaller: boolean
  published: boolean
}

/** The facts about an assistant that the access policy needs. */
export const toFacts = (
  row: { id: number; organization_id: number; owner_id: number },
  { sharedWithCaller, published }: AssistantSharing,
): ObjectFacts => ({
  kind: 'assistant',
  assistantId: row.id,
  organizationId: row.organization_id,
  ownerId: row.owner_id,
  sharedWithCaller,
  published,
})

/**
 * LAMB's term for what the caller may do. Undefined if they may not see its settings (they may still be allowed to
 * chat).
 */
export function accessLevelOf(caller: UserCaller, facts: ObjectFacts): AccessLevel | undefined {
  if (!may(caller, 'see', facts)) return undefined
  if (facts.ownerId === caller.userId) return 'full'
  return caller.systemAdmin || isOrganizationAdmin(caller) ? 'read_only' : 'shared'
}
