import { type AssistantTest, say, TEST_LIMITS, type TestDraft } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUser } from '../../platform/db/with-lock.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { AssistantService } from '../assistants/index.ts'
import { toDraftColumns, toTest } from './records.ts'
import { resultRepository } from './result.repository.ts'
import { type TestRow, testRepository } from './test.repository.ts'

export interface TestDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
}

/** Tests are for people who may edit the assistant: their answers show its prompt and material. */
export function createTestService({ db, assistants }: TestDeps) {
  async function getRow(caller: UserCaller, assistantId: number, id: number): Promise<TestRow> {
    await assistants.getRow(caller, 'edit', assistantId)
    const row = await testRepository.find(db, assistantId, id)
    if (!row) throw notFound('Test')
    return row
  }

  async function get(caller: UserCaller, assistantId: number, id: number): Promise<AssistantTest> {
    const row = await getRow(caller, assistantId, id)
    return (await withOutcomes([row]))[0] as AssistantTest
  }

  async function withOutcomes(rows: readonly TestRow[]): Promise<AssistantTest[]> {
    const ids = rows.map((row) => row.id)
    const newest = await resultRepository.newestOfTests(db, ids, Number.MAX_SAFE_INTEGER)
    const outcomes = new Map(
      newest.map((result) => [
        result.test_id,
        result.verdict === 'bad' ? ('failed' as const) : result.outcome,
      ]),
    )
    return rows.map((row) => toTest(row, outcomes.get(row.id) ?? null))
  }

  return {
    getRow,
    get,

    async list(caller: UserCaller, assistantId: number): Promise<AssistantTest[]> {
      await assistants.getRow(caller, 'edit', assistantId)
      return withOutcomes(await testRepository.list(db, assistantId))
    },

    async authors(caller: UserCaller, assistantId: number): Promise<Map<number, string>> {
      await assistants.getRow(caller, 'edit', assistantId)
      return testRepository.authors(db, assistantId)
    },

    async add(caller: UserCaller, assistantId: number, draft: TestDraft): Promise<AssistantTest> {
      const { owner_id: ownerId } = await assistants.getRow(caller, 'edit', assistantId)
      const now = nowSeconds()
      const row = await db.transaction().execute(async (tx) => {
        await lockUser(tx, ownerId)
        if ((await testRepository.count(tx, assistantId)) >= TEST_LIMITS.perAssistant)
          throw badRequest(say('tests.too_many', { limit: TEST_LIMITS.perAssistant }))
        return testRepository.insert(tx, {
          assistant_id: assistantId,
          ...toDraftColumns(draft),
          created_by: caller.userId,
          created_at: now,
          updated_at: now,
        })
      })
      return toTest(row, null)
    },

    async replace(
      caller: UserCaller,
      assistantId: number,
      id: number,
      draft: TestDraft,
    ): Promise<AssistantTest> {
      await getRow(caller, assistantId, id)
      await testRepository.update(db, id, { ...toDraftColumns(draft), updated_at: nowSeconds() })
      return get(caller, assistantId, id)
    },

    async remove(caller: UserCaller, assistantId: number, id: number): Promise<void> {
      await getRow(caller, assistantId, id)
      await testRepository.remove(db, id)
    },
  }
}

export type TestService = ReturnType<typeof createTestService>
