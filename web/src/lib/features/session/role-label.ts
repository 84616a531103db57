import { session } from './session.svelte.ts'
import { texts } from './texts'

/** The role of the signed-in user, in their language. */
export function roleLabel(): string {
  const { roles } = texts()
  if (session.isSystemAdmin) return roles.admin
  if (session.isOrganizationAdmin) return roles.organization
  return session.user?.user_type === 'end_user' ? roles.student : roles.member
}
