import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts'
import { createTestOutbox, describeOnEachDatabase, type TestDatabase } from '../../../platform/db/testing.ts'
import { createWorld, systemCaller } from '../../assistants/testing.ts'
import type { Amounts } from '../amounts.ts'
import { budgetRepository, toBudget } from '../budget.repository.ts'
import { periodAt } from '../periods.ts'
import { type AppliedBudget, createRules, personOf } from '../rules.ts'
import { createSpending } from './spending.ts'
import type { Spending } from './spending-deps.ts'

const NOON = Date.parse('2026-11-15T12:00:00Z') / 1000
const one: Amounts = { cost: 0, tokens: 0, requests: 1 }
const failOnError = (error: unknown) => {
  throw error
}

describeOnEachDatabase('budget reservations', (open) => {
  let database: TestDatabase
  let second: OpenDatabase
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let now = NOON
  const clock = { now: () => now, onError: failOnError, leaseSeconds: 900 }

  beforeAll(async () => {
    database = await open()
    db = database.db
    world = await createWorld(db)
    // Another instance of the server, with its own connections.
    second = await openDatabase({ url: database.url, dataDir: database.dataDir })
  })
  afterAll(() => second.close())
  beforeEach(async () => {
    now = NOON
    await db.deleteFrom('budgets').execute()
  })

  async function limit(
    maxima: { max_cost?: number; max_tokens?: number; max_requests?: number },
    more: { per_user?: 0 | 1; user_id?: number; period?: 'day' | 'month' } = {},
  ): Promise<number> {
    return budgetRepository.insert(db, {
      organization_id: world.north,
      target: String(Math.random()),
      set_by: 'organization',
      assistant_id: null,
      user_id: null,
      period: 'day',
      max_cost: null,
      max_tokens: null,
      max_requests: null,
      degrade: '{}',
      created_by: null,
      created_at: 1,
      updated_at: 1,
      ...maxima,
      ...more,
    })
  }
  async function applied(caller = world.ana): Promise<AppliedBudget[]> {
    const rows = await budgetRepository.ofOrganization(db, world.north)
    return createRules(rows.map(toBudget), 0)?.for(personOf(caller, undefined), false) ?? []
  }
  const context = () => ({
    caller: world.ana,
    assistant: { ownerId: world.ana.userId, organizationId: world.north },
  })
  const counters = () => db.selectFrom('budget_counters').selectAll().execute()

  it('never exceed the limit, for any number of concurrent requests on any instance', async () => {
    await limit({ max_requests: 10 })
    await limit({ max_tokens: 100_000 }, { period: 'month' })
    const instances = [
      createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock }),
      createSpending({ db: second.db, kind: database.kind, outbox: createTestOutbox(db), ...clock }),
    ]
    const budgets = await applied()
    const wanted = { cost: 5, tokens: 100, requests: 1 }
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => instances[at % 2]?.reserve(budgets, wanted, context())),
    )
    const held = results.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    expect(held).toHaveLength(10)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'quota_exceeded' })
    // A request refused by the first budget reserves nothing in the others.
    expect((await counters()).map((row) => row.reserved_tokens)).toEqual([1000, 1000])

    await Promise.all(held.map((spending: Spending) => spending.settle({ cost: 3, tokens: 40, requests: 1 })))
    for (const row of await counters())
      expect(row).toMatchObject({
        spent_cost: 30,
        spent_tokens: 400,
        spent_requests: 10,
        reserved_cost: 0,
        reserved_tokens: 0,
        reserved_requests: 0,
      })
    expect(await db.selectFrom('budget_reservations').selectAll().execute()).toEqual([])
  })

  it('are also made, or usage counted, for model calls by a tool', async () => {
    await limit({ max_cost: 100 })
    await limit({ max_cost: 30 }, { per_user: 1 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const asked = {
      assistantId: 0,
      ownerId: null,
      userId: world.ana.userId,
      endUser: null,
      tool: 'image_gen',
    }
    const wanted = { cost: 15, tokens: 0, requests: 0 }
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => spending.reserveFor(world.north, wanted, asked)),
    )
    const held = tries.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    expect(held).toHaveLength(2)
    for (const one of held) await one.settle({ cost: 10, tokens: 0, requests: 0 })
    await spending.charge(world.north, { cost: 7, tokens: 0, requests: 0 }, asked)
    // Calls by the server itself belong to no person.
    await spending.charge(world.north, { cost: 3, tokens: 0, requests: 0 })
    const byWhom = (await counters()).map((row) => [row.subject, row.spent_cost, row.reserved_cost])
    expect(byWhom.sort()).toEqual([
      ['', 30, 0],
      [`user:${world.ana.userId}`, 27, 0],
    ])
    expect(await spending.reserveFor(world.south, wanted, asked)).toBeUndefined()
  })

  it('are released when they are not needed', async () => {
    await limit({ max_tokens: 100 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const first = await spending.reserve(await applied(), { ...one, tokens: 90 }, context())
    // Reserved amounts will be released soon; spent amounts will not.
    await expect(spending.reserve(await applied(), { ...one, tokens: 20 }, context())).rejects.toMatchObject({
      message: expect.stringContaining('try again in a few seconds'),
      userMessage: {
        code: 'budgets.reserved',
        params: {
          budget: { code: 'budgets.organization_day' },
          contact: { code: expect.stringMatching(/^budgets\.contact_/) },
        },
      },
      details: { retryAfter: 10 },
    })
    await first.settle({ cost: 0, tokens: 10, requests: 1 })
    await first.settle({ cost: 0, tokens: 10, requests: 1 })
    expect((await counters())[0]).toMatchObject({ spent_tokens: 10, reserved_tokens: 0, refused: 0 })
    await expect(spending.reserve(await applied(), { ...one, tokens: 91 }, context())).rejects.toMatchObject({
      message: expect.stringContaining('is used up'),
      details: { retryAfter: 43_200 },
    })
    // Those who can raise the limit learn that someone was refused.
    expect((await counters())[0]).toMatchObject({ spent_tokens: 10, refused: 1 })
    await spending.reserve(await applied(), { ...one, tokens: 90 }, context())
  })

  it('expire when the instance that made them has crashed', async () => {
    await limit({ max_requests: 1 })
    const dead = createSpending({
      db: second.db,
      kind: database.kind,
      outbox: createTestOutbox(db),
      ...clock,
    })
    const lost = await dead.reserve(await applied(), one, context())
    const alive = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    now += 899
    await expect(alive.reserve(await applied(), one, context())).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    now += 2
    const next = await alive.reserve(await applied(), one, context())
    expect((await counters())[0]).toMatchObject({ spent_requests: 0, reserved_requests: 1 })
    // The instance was alive after all: its usage is counted, and the other reservation is unchanged.
    await lost.settle(one)
    expect((await counters())[0]).toMatchObject({ spent_requests: 1, reserved_requests: 1 })
    await next.settle(one)
    expect((await counters())[0]).toMatchObject({ spent_requests: 2, reserved_requests: 0 })
  })

  it('are renewed by their instance, and end soon after it was killed', async () => {
    await limit({ max_requests: 2 })
    const deps = { kind: database.kind, now: () => now, onError: failOnError, outbox: createTestOutbox(db) }
    const alive = createSpending({ ...deps, db })
    const killed = createSpending({ ...deps, db: second.db })
    await alive.reserve(await applied(), one, context())
    await killed.reserve(await applied(), one, context())
    for (let beats = 0; beats < 5; beats++) {
      now += 5
      await alive.beat()
    }
    expect((await counters())[0]).toMatchObject({ reserved_requests: 1 })
    // SQLite has one server: reservations found at startup belong to an earlier process.
    await alive.start()
    await alive.stop()
    expect((await counters())[0]).toMatchObject({ reserved_requests: database.kind === 'sqlite' ? 0 : 1 })
  })

  it('use the average of earlier answers when providers count more tokens than estimated', async () => {
    await limit({ max_tokens: 1000 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const answer = async (): Promise<number> => {
      const held = await spending.reserve(await applied(), { ...one, tokens: 38 }, context())
      await held.settle({ ...one, tokens: 50 })
      return 50
    }
    await answer()
    let spent = 50
    for (;;) {
      const batch = await Promise.allSettled([answer(), answer(), answer(), answer()])
      const done = batch.filter(({ status }) => status === 'fulfilled').length
      spent += done * 50
      if (done === 0) break
    }
    expect(spent).toBe(1000)
    expect((await counters())[0]).toMatchObject({ spent_tokens: 1000, reserved_tokens: 0 })
  })

  it('grow with each round, as long as there is room', async () => {
    await limit({ max_tokens: 100 })
    const held = await createSpending({
      db,
      kind: database.kind,
      outbox: createTestOutbox(db),
      ...clock,
    }).reserve(await applied(), { ...one, tokens: 40 }, context())
    await held.holdAtLeast({ ...one, tokens: 30 })
    expect((await counters())[0]).toMatchObject({ reserved_tokens: 40 })
    await held.holdAtLeast({ ...one, tokens: 80 })
    expect((await counters())[0]).toMatchObject({ reserved_tokens: 80, reserved_requests: 1 })
    await expect(held.holdAtLeast({ ...one, tokens: 101 })).rejects.toMatchObject({ code: 'quota_exceeded' })
    await held.settle({ ...one, tokens: 80 })
    expect((await counters())[0]).toMatchObject({ spent_tokens: 80, reserved_tokens: 0 })
  })

  it('count per person, and by a person’s own budget if there is one', async () => {
    await limit({ max_requests: 1 }, { per_user: 1 })
    await limit({ max_requests: 2 }, { per_user: 1, user_id: world.ben.userId })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const ask = async (caller = world.ana) => spending.reserve(await applied(caller), one, context())
    await ask()
    await expect(ask()).rejects.toThrow('Your daily budget')
    await ask(world.ben)
    await ask(world.ben)
    await expect(ask(world.ben)).rejects.toThrow('Your daily budget')
    await ask(world.nora)
  })

  it('reset at midnight UTC, and answers started before count for the previous day', async () => {
    await limit({ max_requests: 1 })
    now = Date.parse('2026-11-15T23:59:59Z') / 1000
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const late = await spending.reserve(await applied(), one, context())
    now += 2
    const early = await spending.reserve(await applied(), one, context())
    await late.settle(one)
    await early.settle(one)
    const rows = await db.selectFrom('budget_counters').selectAll().orderBy('period_start').execute()
    expect(rows.map((row) => [row.period_start, row.spent_requests])).toEqual([
      [Date.parse('2026-11-15') / 1000, 1],
      [Date.parse('2026-11-16') / 1000, 1],
    ])
  })

  it('are refused with the reset time and contacts; strangers get no e-mail addresses', async () => {
    await db
      .insertInto('organization_roles')
      .values({
        organization_id: world.north,
        user_id: world.nora.userId,
        role: 'admin',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await limit({ max_requests: 0 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const refusal = await spending.reserve(await applied(), one, context()).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'quota_exceeded', status: 429, details: { retryAfter: 12 * 3600 } })
    expect(String(refusal)).toContain('2026-11-16 00:00 UTC')
    expect(String(refusal)).toContain('nora (nora@example.edu)')
    const outside = { ...context(), caller: systemCaller }
    const other = await spending.reserve(await applied(), one, outside).catch((error: unknown) => error)
    expect(String(other)).toContain('ask nora.')
    expect(String(other)).not.toContain('@')
  })

  it('of the server’s own model calls count in the organization’s budgets only', async () => {
    await limit({ max_cost: 10 })
    await limit({ max_cost: 10 }, { per_user: 1 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    await spending.charge(world.north, { cost: 7, tokens: 5, requests: 0 })
    await spending.charge(world.north, { cost: 7, tokens: 5, requests: 0 })
    await spending.charge(world.south, { cost: 7, tokens: 5, requests: 0 })
    expect(await counters()).toMatchObject([{ subject: '', spent_cost: 14, spent_tokens: 10 }])
    const [standing] = await spending.standings(await applied())
    expect(standing?.percent).toBe(140)
  })

  it('are not refused for amounts they do not need', async () => {
    await limit({ max_cost: 10, max_tokens: 10 })
    const spending = createSpending({ db, kind: database.kind, outbox: createTestOutbox(db), ...clock })
    const first = await spending.reserve(await applied(), { cost: 10, tokens: 1, requests: 1 }, context())
    await first.settle({ cost: 15, tokens: 1, requests: 1 })
    await spending.reserve(await applied(), { cost: 0, tokens: 1, requests: 1 }, context())
    await expect(
      spending.reserve(await applied(), { cost: 1, tokens: 1, requests: 1 }, context()),
    ).rejects.toThrow()
  })
})

describe('a period', () => {
  it.each([
    ['day', '2026-11-15T23:59:59Z', '2026-11-15', '2026-11-16'],
    ['month', '2026-12-31T12:00:00Z', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T00:00:00Z', '2028-02-01', '2028-03-01'],
  ] as const)('%s at %s', (period, at, start, end) => {
    const dates = periodAt(period, Date.parse(at) / 1000)
    expect(dates).toEqual({ start: Date.parse(start) / 1000, end: Date.parse(end) / 1000 })
  })
})
