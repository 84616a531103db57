import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isAppError } from '../../../platform/errors.ts'
import { userRepository } from '../user.repository.ts'
import { toCaller } from './authenticate.ts'

export type CallerOf = (userId: number) => Promise<UserCaller | undefined>

/** For jobs, which run with the rights that their owner has by then. Undefined if the account can no longer be used. */
export const createCallerOf =
  (db: Db): CallerOf =>
  async (userId) => {
    const user = await userRepository.findAccount(db, userId)
    if (user?.enabled !== 1) return undefined
    try {
      return toCaller(user, { credential: 'session', onlyAssistants: null, trustedForwarder: false })
    } catch (error) {
      if (isAppError(error)) return undefined
      throw error
    }
  }
