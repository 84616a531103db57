import { newAssistantBudgetSchema, newBudgetSchema } from '@bellwether/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { createWorld, shareWith } from '../assistants/testing.ts'
import { createOrganizationService } from '../organizations/index.ts'
import { membershipRepository } from '../users/memberships/membership.repository.ts'
import { type BudgetService, createBudgetService } from './budget.service.ts'

const key = Buffer.alloc(32, 1)
const draft = (given: object) => newBudgetSchema.parse({ scope: 'organization', period: 'day', ...given })
const onAssistant = (given: object) => newAssistantBudgetSchema.parse({ period: 'day', ...given })

describeOnEachDatabase('budgets', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let budgets: BudgetService
  let tutor: number
  let foreign: number

  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    const organizations = createOrganizationService({ db, box: createSecretBox(key, key) })
    budgets = createBudgetService({ db, organizations, flushUsage: async () => undefined })
    const add = async (owner: UserCaller) =>
      (
        await db
          .insertInto('assistants')
          .values({
            organization_id: owner.organizationId,
            owner_id: owner.userId,
            name: `of ${owner.name}`,
            created_at: 1,
            updated_at: 1,
            deleted_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    tutor = await add(world.ana)
    foreign = await add(world.eve)
  })
  beforeEach(() => db.deleteFrom('budgets').execute())

  const versionOf = async (id: number) =>
    (await db.selectFrom('organizations').select('version').where('id', '=', id).executeTakeFirst())?.version

  it('count what was used in the running period before they were set', async () => {
    const now = Math.floor(Date.now() / 1000)
    const yesterday = now - 40 * 86_400
    const used = (more: object) => ({
      organization_id: world.north,
      assistant_id: tutor,
      user_id: world.ana.userId,
      end_user: null,
      provider: 'openai',
      model: 'm',
      input_tokens: 10,
      output_tokens: 5,
      outcome: 'ok' as const,
      kind: 'answer' as 'answer' | 'embedding',
      system_provider: 0 as const,
      created_at: now,
      owner_id: world.ana.userId,
      cost: 2_000_000,
      tool: null,
      ...more,
    })
    await db
      .insertInto('usage_records')
      .values([
        used({}),
        used({ user_id: world.ben.userId, assistant_id: 0 }),
        used({ user_id: world.ben.userId, kind: 'embedding', cost: null, tool: 'simple_rag' }),
        used({ user_id: null, end_user: 'Stu@example.edu', system_provider: 1, outcome: 'failed', cost: 0 }),
        used({ created_at: yesterday }),
        used({ organization_id: world.south, assistant_id: foreign }),
      ])
      .execute()
    try {
      const spentOf = async (given: object) => {
        const { id } = await budgets.create(
          world.nora,
          undefined,
          draft({ period: 'month', max_cost: 50, ...given }),
        )
        const counters = await db
          .selectFrom('budget_counters')
          .selectAll()
          .where('budget_id', '=', id)
          .orderBy('subject')
          .execute()
        return counters.map((row) => [
          row.subject,
          Number(row.spent_cost),
          Number(row.spent_tokens),
          Number(row.spent_requests),
        ])
      }
      const [ana, ben] = [`user:${world.ana.userId}`, `user:${world.ben.userId}`]
      expect(await spentOf({})).toEqual([['', 4_000_000, 60, 2]])
      expect(await spentOf({ scope: 'assistant', assistant_id: tutor })).toEqual([['', 2_000_000, 45, 1]])
      expect(await spentOf({ scope: 'user' })).toEqual([
        ['client:stu@example.edu', 0, 15, 0],
        [ana, 2_000_000, 15, 1],
        [ben, 2_000_000, 30, 1],
      ])
      expect(await spentOf({ scope: 'user', user_id: world.ana.userId })).toEqual([[ana, 2_000_000, 15, 1]])
    } finally {
      await db.deleteFrom('usage_records').execute()
    }
  })

  it('can be set, read, changed and deleted by an admin; each change increments the organization’s version', async () => {
    const before = Number(await versionOf(world.north))
    const made = await budgets.create(world.nora, undefined, draft({ max_cost: 2.5, max_requests: 10 }))
    expect(made).toMatchObject({
      scope: 'organization',
      set_by: 'organization',
      max_cost: 2.5,
      max_tokens: null,
      max_requests: 10,
      currency: 'USD',
      may_change: true,
      degrade: { fast_model_at: null, no_tools_at: null, sources_only_at: null },
      states: [{ spent: { cost: 0, tokens: 0, requests: 0 }, percent: 0 }],
    })
    const changed = await budgets.change(world.nora, made.id, {
      max_cost: null,
      degrade: { fast_model_at: 80 },
    })
    expect(changed).toMatchObject({ max_cost: null, max_requests: 10, degrade: { fast_model_at: 80 } })
    await expect(budgets.change(world.nora, made.id, { max_requests: null })).rejects.toThrow('Set max_cost')
    expect(await budgets.list(world.nora, undefined)).toHaveLength(1)
    expect(await budgets.list(world.root, 'north')).toHaveLength(1)
    await budgets.delete(world.nora, made.id)
    await expect(budgets.get(world.nora, made.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(Number(await versionOf(world.north)) - before).toBe(3)
  })

  it('are hidden from members and other organizations', async () => {
    const { id } = await budgets.create(world.nora, undefined, draft({ max_requests: 10 }))
    for (const stranger of [world.ana, world.eve, world.sven]) {
      await expect(budgets.get(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(budgets.change(stranger, id, { max_requests: 99 })).rejects.toMatchObject({
        code: 'not_found',
      })
      await expect(budgets.delete(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(budgets.list(world.ana, undefined)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(budgets.list(world.sven, 'north')).rejects.toMatchObject({ code: 'not_found' })
    const on = draft({ scope: 'assistant', assistant_id: foreign, max_requests: 1 })
    await expect(budgets.create(world.nora, undefined, on)).rejects.toMatchObject({ code: 'not_found' })
    await expect(budgets.create(world.root, 'north', on)).rejects.toMatchObject({ code: 'not_found' })
    const of = draft({ scope: 'user', user_id: world.eve.userId, max_requests: 1 })
    await expect(budgets.create(world.nora, undefined, of)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can be set by an owner on their assistant, below the organization’s', async () => {
    await budgets.create(world.nora, undefined, draft({ max_requests: 100 }))
    const above = onAssistant({ max_requests: 101 })
    await expect(budgets.createOnAssistant(world.ana, tutor, above)).rejects.toThrow('limit (100 per day)')
    const own = await budgets.createOnAssistant(world.ana, tutor, onAssistant({ max_requests: 50 }))
    expect(own).toMatchObject({ scope: 'assistant', set_by: 'owner', assistant_id: tutor, may_change: true })
    await expect(budgets.change(world.ana, own.id, { max_requests: 500 })).rejects.toThrow(
      'above the organization’s limit',
    )
    await budgets.change(world.ana, own.id, { max_requests: 60 })
    const each = onAssistant({ scope: 'user', max_requests: 5 })
    expect(await budgets.createOnAssistant(world.ana, tutor, each)).toMatchObject({ scope: 'user' })

    const admins = await budgets.createOnAssistant(world.nora, tutor, onAssistant({ max_requests: 20 }))
    expect(admins.set_by).toBe('organization')
    await expect(budgets.change(world.ana, admins.id, { max_requests: 30 })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(budgets.delete(world.ana, admins.id)).rejects.toMatchObject({ code: 'forbidden' })
    const seen = await budgets.listOfAssistant(world.ana, tutor)
    expect(seen.map((one) => one.may_change)).toEqual([true, true, false])
    // Not even if the assistant is shared with them.
    await shareWith(db, tutor, world.ben)
    for (const id of [own.id, admins.id]) {
      await expect(budgets.get(world.ben, id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(budgets.delete(world.ben, id)).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(budgets.listOfAssistant(world.ben, tutor)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      budgets.createOnAssistant(world.ben, tutor, onAssistant({ max_requests: 1 })),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('show an owner neither names nor e-mail addresses of others', async () => {
    const named = onAssistant({ scope: 'user', user_id: world.ben.userId, max_requests: 1 })
    await expect(budgets.createOnAssistant(world.ana, tutor, named)).rejects.toMatchObject({
      code: 'not_found',
    })
    const each = await budgets.createOnAssistant(
      world.ana,
      tutor,
      onAssistant({ scope: 'user', max_requests: 5 }),
    )
    const start = Math.floor(Date.now() / 86_400_000) * 86_400
    await db
      .insertInto('budget_counters')
      .values([
        { budget_id: each.id, subject: `user:${world.ben.userId}`, period_start: start, spent_requests: 4 },
        { budget_id: each.id, subject: 'end:pupil', period_start: start, spent_requests: 1 },
      ])
      .execute()
    const [first, second] = (await budgets.get(world.ana, each.id)).states
    expect(first).toMatchObject({ user_id: world.ben.userId, name: null, email: null, percent: 80 })
    expect(second).toMatchObject({ user_id: null, end_user: 'pupil', percent: 20 })
    expect((await budgets.get(world.nora, each.id)).states[0]).toMatchObject({ email: 'ben@example.edu' })
  })

  it('are unique per kind', async () => {
    await budgets.create(world.nora, undefined, draft({ max_requests: 10 }))
    await budgets.create(world.nora, undefined, draft({ max_requests: 10, period: 'month' }))
    await budgets.create(world.nora, undefined, draft({ scope: 'user', max_requests: 10 }))
    await expect(budgets.create(world.nora, undefined, draft({ max_tokens: 10 }))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('set by an owner move with their assistant', async () => {
    await budgets.createOnAssistant(world.ana, tutor, onAssistant({ max_requests: 5 }))
    await budgets.createOnAssistant(world.nora, tutor, onAssistant({ max_requests: 6 }))
    await budgets.create(
      world.nora,
      undefined,
      draft({ scope: 'user', user_id: world.ana.userId, max_requests: 7 }),
    )
    await budgets.create(world.nora, undefined, draft({ max_requests: 8 }))
    await db
      .transaction()
      .execute((tx) => membershipRepository.moveUser(tx, world.ana.userId, world.south, 5))
    const left = await db
      .selectFrom('budgets')
      .select(['organization_id', 'max_requests'])
      .orderBy('max_requests')
      .execute()
    expect(left).toEqual([
      { organization_id: world.south, max_requests: 5 },
      { organization_id: world.north, max_requests: 8 },
    ])
  })
})

describe('a new budget', () => {
  it.each([
    [{}],
    [{ max_requests: -1 }],
    [{ max_tokens: 1.5 }],
    [{ max_cost: Number.NaN }],
    [{ max_requests: 1, period: 'year' }],
    [{ max_requests: 1, scope: 'assistant' }],
    [{ max_requests: 1, user_id: 3 }],
    [{ max_requests: 1, assistant_id: 3 }],
    [{ max_requests: 1, degrade: { fast_model_at: 101 } }],
  ])('is refused when it is %o', (given) => {
    expect(newBudgetSchema.safeParse({ scope: 'organization', period: 'day', ...given }).success).toBe(false)
  })
})
