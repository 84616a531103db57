import type { UserCaller } from '../../../platform/caller.ts'

/**
 * The rights with which an assistant's tools look things up: only what its owner was given. An admin's wider rights are not lent to
 * everyone who asks the assistant.
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
