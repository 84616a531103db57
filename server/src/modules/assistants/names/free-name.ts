import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { assistantRepository } from '../assistant.repository.ts'
import { nameTaken } from '../save.ts'
import { type AssistantNames, toFreeLambName, toFreeName } from './names.ts'

/** How often another name is tried when a concurrent request has taken it. */
const MAX_ATTEMPTS = 5

interface Owner {
  organizationId: number
  ownerId: number
}

/** Runs `work` in a transaction with the wanted names or, if the owner already uses those, the next free ones. */
export async function withFreeNames<T>(
  db: Db,
  owner: Owner,
  requested: AssistantNames,
  work: (tx: Db, names: AssistantNames) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        const taken = await assistantRepository.takenNames(tx, owner, requested)
        return work(tx, {
          name: toFreeName(requested.name, taken.names),
          lambName: toFreeLambName(requested.lambName, taken.lambNames),
        })
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw nameTaken(requested.name)
    }
  }
}
