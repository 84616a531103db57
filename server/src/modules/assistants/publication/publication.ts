import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { assistantRepository } from '../assistant.repository.ts'
import { publicationRepository } from './publication.repository.ts'

/**
 * Publishes under the assistant's name, which is the consumer name that a course is connected with. Consumer names are unique over
 * all organizations: where another has this one, the id is added. The caller's right was checked.
 */
export async function publish(db: Db, { id, name }: { id: number; name: string }): Promise<void> {
  for (const consumerName of [name, `${name}_${id}`, `assistant_${id}_${name}`]) {
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
