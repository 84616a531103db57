import { type Identity, type MemberRecord, parseJsonObject, type UserRecord } from '@bellwether/wire'
import { isMadeUp, shownEmail } from './made-up-email.ts'
import type { UserAccount } from './user.repository.ts'

const common = (user: UserAccount) => ({
  id: user.id,
  email: shownEmail(user.email),
  name: user.name,
  enabled: user.enabled === 1,
  user_type: user.user_type,
  auth_provider: user.auth_provider,
  lti_user_id: user.lti_user_id,
  user_config: parseJsonObject(user.user_config) ?? {},
})

/** A user as organization admins see them. */
export const toMemberRecord = (user: UserAccount): MemberRecord => ({
  ...common(user),
  email_confirmed: user.email_confirmed_at !== null && !isMadeUp(user.email),
  role: user.organization_role ?? 'member',
  created_at: user.created_at,
})

/** A user as system admins see them. */
export const toUserRecord = (user: UserAccount): UserRecord => ({
  ...common(user),
  role: user.role,
  organization: {
    id: user.organization_id,
    name: user.organization_name,
    slug: user.organization_slug,
    is_system: user.organization_is_system === 1,
  },
  organization_role: user.organization_role ?? 'member',
})

/** The signed-in user as clients see them. */
export const toIdentity = (user: UserAccount, publicUrl: string): Identity => ({
  name: user.name,
  email: shownEmail(user.email),
  user_id: user.id,
  role: user.role,
  user_type: user.user_type,
  organization_role: user.organization_role ?? 'member',
  launch_url: `${publicUrl}/`,
  language: user.language,
})
