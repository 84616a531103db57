import type { UserCaller } from '../../../platform/caller.ts'

/**
 * The rights with which an assistant's tools look objects up: only the owner's own. An admin's wider rights
 * are not passed on to people who use the assistant.
 */
export const ownerRights = ({
  userId,
  organizationId,
}: {
  userId: number
  organizationId: number
}): UserCaller => ({
  kind: 'user',
  userId,
  email: '',
  name: '',
  userType: 'creator',
  systemAdmin: false,
  organizationId,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
})
