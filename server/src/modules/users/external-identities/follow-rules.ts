import { type Message, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { organizationRepository } from '../../organizations/index.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import { externalIdentityRepository } from './external-identity.repository.ts'

interface RuledAccount {
  /** The name of the sign-in provider. */
  provider: string
  organizationId: number
  userType: 'creator' | 'end_user'
  role?: 'admin' | 'member' | undefined
}

/** Whether the rules say something else than the account is, and may change it. Pure. */
export function isChanged(user: UserAccount, target: RuledAccount): boolean {
  const isFixed =
    user.role === 'admin' ||
    user.organization_role === 'owner' ||
    user.organization_id !== target.organizationId
  const isSame =
    user.user_type === target.userType && (user.organization_role ?? 'member') === (target.role ?? 'member')
  return !isFixed && !isSame
}

/**
 * Changes an account to what the provider's rules say now. Never a system admin, an owner, or an account of another
 * organization than the rules are for; and an organization keeps its last admin. `note`: for the audit log.
 */
export function followRules(
  db: Db,
  userId: number,
  target: RuledAccount,
  note: (tx: Db, change: Message) => Promise<void>,
): Promise<UserAccount | undefined> {
  return db.transaction().execute(async (tx) => {
    // Two admins who sign in at once must not both stop being the last one.
    await organizationRepository.lock(tx, target.organizationId)
    const user = await userRepository.lock(tx, userId)
    if (!user) return undefined
    if (!isChanged(user, target)) return user
    const role = target.role ?? 'member'
    const roleBefore = user.organization_role ?? 'member'
    const isLosingAdmin = roleBefore === 'admin' && role !== 'admin'
    if (isLosingAdmin && !(await externalIdentityRepository.hasOtherAdmin(tx, user))) {
      await note(tx, say('parts.audit_last_admin', { provider: target.provider }))
      return user
    }
    const now = nowSeconds()
    if (roleBefore !== role)
      await userRepository.setOrganizationRole(tx, target.organizationId, user.id, role, now)
    await userRepository.update(tx, user.id, { user_type: target.userType, updated_at: now })
    // What the account could do before, it can't do with an old session.
    await userRepository.endSessions(tx, user.id)
    const after = await userRepository.findById(tx, user.id)
    const change = say('parts.audit_role_changed', {
      provider: target.provider,
      before: describe(user.user_type, roleBefore),
      after: describe(target.userType, role),
    })
    await note(tx, change)
    return after
  })
}

const describe = (userType: string, role: string): Message =>
  userType === 'creator'
    ? say(role === 'admin' ? 'parts.educator_admin' : 'parts.educator_member')
    : say(role === 'admin' ? 'parts.student_admin' : 'parts.student_member')
