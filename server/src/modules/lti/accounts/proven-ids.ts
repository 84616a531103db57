import type { Db } from '../../../platform/db/db.ts'
import { userRepository } from '../../users/index.ts'
import { platformKey, platformRepository } from '../lti13/platform.repository.ts'
import { ltiAccountRepository } from './account.repository.ts'

interface Lms {
  organizationId: number
  issuer: string
}

/**
 * Who people are in an LMS, as its signed launches with LTI 1.3 have said. Launches with LTI 1.1 prove nothing here: their
 * key may be shared by several organizations.
 */
export function createProvenIds(db: Db) {
  /** Several only if different people of the LMS have been given the same account. */
  async function provenIdsOf(userId: number, { organizationId, issuer }: Lms): Promise<string[]> {
    const platforms = (await platformRepository.listOf(db, organizationId)).filter(
      (platform) => withoutSlash(platform.issuer) === withoutSlash(issuer),
    )
    return ltiAccountRepository.lmsUserIdsOf(db, userId, platforms.map(platformKey))
  }

  return {
    provenIdsOf,
    /** Whether the account with this address is another person’s in the LMS: addresses are given to others in time. */
    async isOfAnother(email: string, { lmsUserId, ...lms }: Lms & { lmsUserId: string }): Promise<boolean> {
      const holder = await userRepository.findByEmail(db, email)
      const ids = holder ? await provenIdsOf(holder.id, lms) : []
      return ids.some((id) => id !== lmsUserId)
    },
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
