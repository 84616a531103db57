import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { toCaller, type UserAccount, userRepository } from '../../users/index.ts'
import type { Launch } from '../launch/launch-form.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { ltiAccountRepository } from './account.repository.ts'
import { mayAdopt, unknownPlatformOf } from './unknown-platform.ts'

/**
 * The rights of an educator who acts through a launch: their own, but never those of an admin. An LMS only claims who a
 * person is, and the key of LTI 1.1 may be shared by several organizations.
 */
function toEducator(user: UserAccount): UserCaller {
  if (user.role === 'admin') throw new LaunchRefused('account_elsewhere')
  if (user.enabled !== 1) throw new LaunchRefused('account_disabled')
  if (user.organization_status === 'suspended') throw new LaunchRefused('organization_suspended')
  return toCaller(
    { ...user, organization_role: null },
    { credential: 'session', onlyAssistants: null, trustedForwarder: false },
  )
}

/** Finds the account of an educator who comes from an LMS. */
export function createLtiEducators(db: Db) {
  /** The key of the installation is shared by all organizations, so this is safe only while there is a single one. */
  async function findByCreatorId(platform: string, lmsUserId: string): Promise<number | undefined> {
    const organizations = await ltiAccountRepository.organizationsWithKey(db, 2)
    const [only] = organizations
    if (only === undefined || organizations.length > 1) return undefined
    if (await ltiAccountRepository.hasOtherOrganizations(db, only)) return undefined
    return ltiAccountRepository.findCreator(db, only, platform, lmsUserId)
  }

  async function findByEmail(email: string | undefined): Promise<number | undefined> {
    const user = email === undefined ? undefined : await userRepository.findByEmail(db, email)
    // Anyone can sign up with someone else's address, so only confirmed ones count. The address of the launch is a claim
    // of the LMS, perhaps of another organization: admins must link their account with their password.
    const isAdmin = user?.organization_role === 'admin' || user?.organization_role === 'owner'
    return user && user.email_confirmed_at !== null && !isAdmin ? user.id : undefined
  }

  async function adoptLink(platform: string, lmsUserId: string, email: string | undefined) {
    if (email === undefined || !mayAdopt(platform)) return undefined
    return ltiAccountRepository.adoptLink(db, unknownPlatformOf(email), platform, lmsUserId)
  }

  return {
    async find({
      platform,
      lmsUserId,
      email,
    }: Pick<Launch, 'platform' | 'lmsUserId' | 'email'>): Promise<UserCaller | undefined> {
      const id =
        (await ltiAccountRepository.findLinked(db, platform, lmsUserId)) ??
        (await adoptLink(platform, lmsUserId, email)) ??
        (await findByCreatorId(platform, lmsUserId)) ??
        (await findByEmail(email))
      const user = id === undefined ? undefined : await userRepository.findById(db, id)
      return user?.user_type === 'creator' && user.role !== 'admin' ? toEducator(user) : undefined
    },

    isEducator: async (userId: number): Promise<boolean> =>
      (await userRepository.findById(db, userId))?.user_type === 'creator',

    isSystemAdmin: async (userId: number): Promise<boolean> =>
      (await userRepository.findById(db, userId))?.role === 'admin',

    async require(userId: number): Promise<UserCaller> {
      const user = await userRepository.findById(db, userId)
      if (user?.user_type !== 'creator') throw new LaunchRefused('account_disabled')
      return toEducator(user)
    },
  }
}
