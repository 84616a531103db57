import { type Message, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { accountTokenRepository } from '../account-tokens/account-token.repository.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'

interface Person {
  provider: string
  name?: string | undefined
  email?: string | undefined
  isEmailVerified: boolean
}

/**
 * Changes an account to the name that the provider has now, and to the e-mail address if the provider has verified it
 * and no other account has it. `note`: for the audit log.
 */
export async function followPerson(
  db: Db,
  user: UserAccount,
  person: Person,
  note: (tx: Db, change: Message) => Promise<void>,
): Promise<UserAccount> {
  const name = person.name?.trim() || user.name
  const verified = person.isEmailVerified ? person.email?.trim().toLowerCase() : undefined
  const isTaken = verified !== undefined && (await userRepository.findByEmail(db, verified))
  const email = verified === undefined || isTaken ? user.email : verified
  if (name === user.name && email === user.email) return user
  const isMoved = email !== user.email
  const now = nowSeconds()
  try {
    await db.transaction().execute(async (tx) => {
      const address = isMoved ? { email, email_confirmed_at: now } : {}
      await userRepository.update(tx, user.id, { name, ...address, updated_at: now })
      if (!isMoved) return
      // Links to the old mailbox must not open the account any more.
      await accountTokenRepository.deleteAllOf(tx, user.id, ['reset_password'])
      await note(tx, say('parts.audit_identity_email', { provider: person.provider }))
    })
  } catch (error) {
    // Someone else has taken the address in the meantime.
    if (!isUniqueViolation(error)) throw error
    return user
  }
  return (await userRepository.findById(db, user.id)) ?? user
}
