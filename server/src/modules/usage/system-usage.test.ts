import { systemUsageQuerySchema } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { serve } from '../assistants/server.testing.ts'
import { addOrganization, addUser, createWorld } from '../assistants/testing.ts'
import { createSystemUsage, createSystemUsageRoutes, usageRepository } from './index.ts'

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000
const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' }
const QUERY = `from=${SEPTEMBER.from}&to=${SEPTEMBER.to}`

describeOnEachDatabase('usage of all organizations', (open) => {
  let world: Awaited<ReturnType<typeof createWorld>>
  let server: Awaited<ReturnType<typeof serve>>
  let systemUsage: ReturnType<typeof createSystemUsage>

  beforeAll(async () => {
    const { db } = await open()
    world = await createWorld(db)
    const west = await addOrganization(db, 'west', { prices: { currency: 'EUR' } })
    await addOrganization(db, 'idle', { prices: { currency: 'GBP' } })
    const wim = await addUser(db, west, 'wim')
    const used = (
      { userId, organizationId }: typeof wim,
      day: string,
      cost: number | null,
      more: object = {},
    ) => ({
      organization_id: organizationId,
      user_id: userId,
      owner_id: userId,
      assistant_id: 0,
      provider: 'openai',
      model: 'small',
      end_user: null,
      outcome: 'ok' as const,
      input_tokens: 10,
      output_tokens: 1,
      created_at: at(day),
      cost,
      ...more,
    })
    await usageRepository.insertMany(db, [
      used(world.ana, '2026-09-01', 100_000),
      used(world.ana, '2026-09-02', 200_000, { outcome: 'failed', tool_calls: 2 }),
      used(world.eve, '2026-09-02', 500_000, {
        cached_tokens: 8,
        cache_write_tokens: 1,
        reasoning_tokens: 1,
      }),
      used(wim, '2026-09-30', 7_000_000),
      // Not in this period.
      used(wim, '2026-08-31', 9_000_000),
      used(wim, '2026-10-01', 9_000_000),
    ])
    systemUsage = createSystemUsage({ reports: db, flush: async () => undefined })
    server = await serve(createSystemUsageRoutes({ systemUsage }), [world.root, world.nora, world.ana])
  })
  afterAll(() => server.close())

  it('has one total for each currency, with its days and organizations', async () => {
    const report = await systemUsage.report(SEPTEMBER)
    expect(report.totals).toEqual({
      answers: 4,
      failed: 1,
      input_tokens: 40,
      output_tokens: 4,
      cached_tokens: 8,
      cache_write_tokens: 1,
      reasoning_tokens: 1,
      tool_calls: 2,
    })
    expect(
      report.currencies.map(({ currency, totals, organizations }) => [
        currency,
        totals.cost,
        organizations.map(({ slug, cost }) => [slug, cost]),
      ]),
    ).toEqual([
      ['EUR', 7, [['west', 7]]],
      [
        'USD',
        0.8,
        [
          ['south', 0.5],
          ['north', 0.3],
        ],
      ],
    ])
    expect(report.currencies[1]?.days.map(({ day, cost }) => [day, cost])).toEqual([
      ['2026-09-01', 0.1],
      ['2026-09-02', 0.7],
    ])
  })

  it('is exported with a row per day and organization', async () => {
    const response = await server.raw(world.root, `/system/usage/export?${QUERY}`)
    expect(response.headers.get('content-disposition')).toContain('usage-all-2026-09-01-2026-09-30.csv')
    expect((await response.text()).trim().split('\r\n')).toEqual([
      'day,organization,name,answers,failed,input_tokens,output_tokens,tool_calls,cost,currency,unpriced,cached_tokens,cache_write_tokens,reasoning_tokens',
      '2026-09-01,north,University north,1,0,10,1,0,0.1,USD,0,0,0,0',
      '2026-09-02,north,University north,1,1,10,1,2,0.2,USD,0,0,0,0',
      '2026-09-02,south,University south,1,0,10,1,0,0.5,USD,0,8,1,1',
      '2026-09-30,west,University west,1,0,10,1,0,7,EUR,0,0,0,0',
    ])
  })

  it('is for system admins only, and refuses periods that are too long or end before they start', async () => {
    for (const path of ['/system/usage', '/system/usage/export']) {
      expect((await server.raw(world.root, `${path}?${QUERY}`)).status).toBe(200)
      for (const other of [world.nora, world.ana])
        expect((await server.raw(other, `${path}?${QUERY}`)).status).toBe(403)
      expect((await server.raw(world.root, `${path}?from=2026-09-02&to=2026-09-01`)).status).toBe(422)
    }
    expect(systemUsageQuerySchema.safeParse({ from: '2024-01-01', to: '2026-01-01' }).success).toBe(false)
  })
})
