import { say } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { isForeignKeyViolation } from '../../../platform/db/violations.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { ownedObjectRepository } from '../hand-over/owned-object.repository.ts'
import { blockingCounts, describeCounts } from '../hand-over/owned-object-counts.ts'
import { prepareDeletion } from '../hand-over/personal.repository.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import { forgetPerson } from './forget-person.repository.ts'

/** Deletes an account with everything that is kept about the person. Throws conflict while it owns anything. */
export async function eraseAccount(tx: Db, user: UserAccount, deletedBy: number): Promise<void> {
  const counts = blockingCounts(await ownedObjectRepository.listAll(tx, user.id))
  if (Object.values(counts).some((count) => count > 0))
    throw conflict(say('users.still_owns', { content: describeCounts(counts) }))
  await prepareDeletion(tx, user.id, deletedBy)
  await forgetPerson(tx, user)
  await userRepository.delete(tx, user.id)
}

/** Admins are deleted by another admin, so that no organization is left without one by mistake. */
export const eraseOwnAccount = (db: Db, userId: number): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      const user = await userRepository.lock(tx, userId)
      if (!user) throw notFound('User')
      if (user.role === 'admin' || isAdminAccount(user)) throw forbidden(say('users.admin_deletes_admin'))
      await eraseAccount(tx, user, userId)
    })
    .catch(refuseOwned)

export const isAdminAccount = ({ organization_role: role }: UserAccount): boolean =>
  role === 'owner' || role === 'admin'

export function refuseOwned(error: unknown): never {
  throw isForeignKeyViolation(error) ? conflict(say('users.still_owns_content')) : error
}
