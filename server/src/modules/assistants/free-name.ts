import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { assistantRepository } from './assistant.repository.ts'
import { toFreeName } from './names.ts'
import { nameTaken } from './save.ts'

/** How often a name is looked for again when somebody else took it in the same moment. */
const TRIES = 5

/** Does `work` in a transaction, under the wanted name or, if the owner has that already, the next free one. */
export async function withFreeName<T>(
  db: Db,
  owner: { organizationId: number; ownerId: number },
  wanted: string,
  work: (tx: Db, name: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        const taken = await assistantRepository.takenNames(tx, owner.organizationId, owner.ownerId, wanted)
        return work(tx, toFreeName(wanted, taken))
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (attempt === TRIES) throw nameTaken(wanted)
    }
  }
}
