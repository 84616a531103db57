import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { assistantRepository } from '../assistant.repository.ts'
import { publicationRepository } from './publication.repository.ts'

/**
 * Publishes under the assistant's name, which becomes the consumer name that courses connect with. Consumer names are
 * unique across organizations; if this one is taken, the id is appended. The caller has checked access.
 */
export async function publish(db: Db, { id, name }: { id: number; name: string }): Promise<void> {
  for (const consumerName of consumerNamesOf({ id, name })) {
    try {
      return await db.transaction().execute(async (tx) => {
        if (!(await assistantRepository.lock(tx, id))) throw notFound('Assistant')
        await publicationRepository.publish(tx, id, consumerName, nowSeconds())
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
  throw conflict(say('assistants.name_published', { name }))
}

/** In the order in which they are tried. Pure. */
export const consumerNamesOf = ({ id, name }: { id: number; name: string }): string[] => [
  name,
  `${name}_${id}`,
  `assistant_${id}_${name}`,
]
