import { appTexts } from '$lib/texts/app.ts'
import { session } from './session.svelte.ts'

/** The role of the signed-in user, in their language. */
export function roleLabel(): string {
  const { roles } = appTexts().session
  if (session.isSystemAdmin) return roles.admin
  if (session.isOrganizationAdmin) return roles.organization
  return session.user?.user_type === 'end_user' ? roles.student : roles.member
}
