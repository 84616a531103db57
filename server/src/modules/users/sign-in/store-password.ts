import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { accountTokenRepository } from '../account-tokens/account-token.repository.ts'
import { apiKeyRepository } from '../api-keys/api-key.repository.ts'
import { userRepository } from '../user.repository.ts'

/**
 * Every change of a password: ends all sessions, including those of anyone who knew the old password, and makes open
 * links that reset it or change the e-mail address void. Returns the version of new sessions; undefined if there is no such user.
 */
export async function storePassword(
  tx: Db,
  userId: number,
  password_hash: string,
  { revokeApiKeys = false } = {},
): Promise<number | undefined> {
  const now = nowSeconds()
  await userRepository.update(tx, userId, { password_hash, updated_at: now })
  await accountTokenRepository.deleteAllOf(tx, userId, ['reset_password', 'change_email'])
  if (revokeApiKeys) await apiKeyRepository.revokeAllOf(tx, userId, now)
  return userRepository.endSessions(tx, userId)
}
