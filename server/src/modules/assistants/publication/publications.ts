import type { AssistantRecord } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Verb } from '../../access/index.ts'
import type { AssistantInContext } from '../assistant.repository.ts'
import type { AssistantDeps } from '../assistant-deps.ts'
import { lambNameOf } from '../names/names.ts'
import { publicationRepository } from './publication.repository.ts'
import { publish } from './publication.ts'
import { createPublishTogether } from './publish-together.ts'

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
