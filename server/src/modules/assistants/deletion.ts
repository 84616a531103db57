import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { requireMay } from '../access/index.ts'
import { assistantRepository } from './assistant.repository.ts'
import { toFacts } from './facts.ts'
import { withFreeNames } from './names/free-name.ts'
import { lambNameOf, toDeletedName, toUndeletedName } from './names/names.ts'
import { publicationRepository } from './publication/publication.repository.ts'

const UNDELETE_SECONDS = 30 * 24 * 3600

/** Frees its name and consumer name and removes everyone's access. The caller has checked access. */
export const softDelete = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await assistantRepository.lock(tx, id)
    if (!row) throw notFound('Assistant')
    const now = nowSeconds()
    await assistantRepository.markDeleted(tx, id, toDeletedName(lambNameOf(row), now), now)
  })

/** For its owner, within a month. Shares and publication are not restored: people who had access may have left. */
export async function undelete(db: Db, caller: UserCaller, id: number): Promise<void> {
  const row = await assistantRepository.findDeletedOf(db, caller, id)
  const now = nowSeconds()
  if (!row || (row.deleted_at ?? 0) < now - UNDELETE_SECONDS) throw notFound('Assistant')
  requireMay(caller, 'manage', toFacts(row, { sharedWithCaller: false, published: false }), 'Assistant')
  const owner = { organizationId: row.organization_id, ownerId: row.owner_id }
  const requestedNames = { name: row.name, lambName: toUndeletedName(lambNameOf(row)) }
  await withFreeNames(db, owner, requestedNames, async (tx, names) => {
    await assistantRepository.markUndeleted(tx, id, names)
    await publicationRepository.insertUnpublished(tx, id, now)
  })
}
