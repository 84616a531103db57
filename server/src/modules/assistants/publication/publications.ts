import { type AssistantRecord, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Verb } from '../../access/index.ts'
import { type AssistantInContext, assistantRepository } from '../assistant.repository.ts'
import type { AssistantDeps } from '../assistant-deps.ts'
import { lambNameOf } from '../names/names.ts'
import { publicationRepository } from './publication.repository.ts'
import { consumerNamesOf, publish } from './publication.ts'

type Given = Parameters<typeof createSetPublished>

/** Publishing one assistant, or several together with other changes. */
export const createPublications = (deps: Given[0], reading: Given[1], checks: Given[2]) => ({
  setPublished: createSetPublished(deps, reading, checks),
  ...createPublishTogether(deps, { ...reading, ...checks }),
})

interface Reading {
  getRow(caller: UserCaller, verb: Verb, id: number): Promise<AssistantInContext>
  get(caller: UserCaller, id: number): Promise<AssistantRecord>
}

interface Checks {
  requireComplete(caller: UserCaller, row: AssistantInContext): Promise<void>
}

/** Publishes or unpublishes an assistant. `acceptFailedTests` is the reason to publish despite failed tests. */
const createSetPublished =
  (
    { db, requireTests }: Pick<AssistantDeps, 'db' | 'requireTests'>,
    { getRow, get }: Reading,
    { requireComplete }: Checks,
  ) =>
  async (
    caller: UserCaller,
    id: number,
    published: boolean,
    acceptFailedTests?: string,
  ): Promise<AssistantRecord> => {
    const row = await getRow(caller, published ? 'manage' : 'retire', id)
    if (published) await requireComplete(caller, row)
    if (!published) await publicationRepository.unpublish(db, id)
    // Publishing twice keeps the consumer name: a course may already be connected with it.
    else if (row.oauth_consumer_name === null) {
      await requireTests(caller, row, acceptFailedTests)
      await publish(db, { id, name: lambNameOf(row) })
    }
    return get(caller, id)
  }

interface TogetherChecks {
  getRow(caller: UserCaller, verb: Verb, id: number): Promise<AssistantInContext>
  requireComplete(caller: UserCaller, row: AssistantInContext): Promise<void>
}

/** Another assistant may take the same consumer name at the same moment. */
const MAX_ATTEMPTS = 3

/** Publishes assistants together with other changes: all of it is done, or nothing. */
function createPublishTogether(
  { db, requireTests }: Pick<AssistantDeps, 'db' | 'requireTests'>,
  { getRow, requireComplete }: TogetherChecks,
) {
  /** Those that are not published yet. Throws if one of them can't be published. */
  async function requirePublishable(caller: UserCaller, ids: readonly number[]) {
    const rows: AssistantInContext[] = []
    for (const id of ids) {
      const row = await getRow(caller, 'manage', id)
      await requireComplete(caller, row)
      if (row.oauth_consumer_name !== null) continue
      await requireTests(caller, row, undefined)
      rows.push(row)
    }
    return rows
  }

  return {
    /** Throws what `publishTogether` would throw, and changes nothing. */
    async requireAllPublishable(caller: UserCaller, ids: readonly number[]): Promise<void> {
      await requirePublishable(caller, ids)
    },

    async publishTogether<T>(
      caller: UserCaller,
      ids: readonly number[],
      work: (tx: Db) => Promise<T>,
    ): Promise<T> {
      const rows = await requirePublishable(caller, ids)
      for (let attempt = 1; ; attempt++) {
        try {
          return await db.transaction().execute(async (tx) => {
            for (const row of rows) await publishRow(tx, row)
            return work(tx)
          })
        } catch (error) {
          if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error
        }
      }
    },
  }
}

async function publishRow(tx: Db, row: AssistantInContext): Promise<void> {
  if (!(await assistantRepository.lock(tx, row.id))) throw notFound('Assistant')
  const name = lambNameOf(row)
  for (const consumerName of consumerNamesOf({ id: row.id, name })) {
    if (await publicationRepository.isNameTaken(tx, consumerName)) continue
    return publicationRepository.publish(tx, row.id, consumerName, nowSeconds())
  }
  throw conflict(say('assistants.name_published', { name }))
}
