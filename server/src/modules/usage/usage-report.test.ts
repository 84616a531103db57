import { type UsageQuery, usageQuerySchema } from '@bellwether/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { toCsv } from '../../platform/text/write-csv.ts'
import { requireMay } from '../access/policy.ts'
import { createWorld } from '../assistants/testing.ts'
import { organizationRepository } from '../organizations/index.ts'
import { usageRepository } from './usage.repository.ts'
import { createUsageReports, type UsageReports } from './usage-report.ts'

const at = (day: string, hour = 12): number =>
  Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`) / 1000
const range = (change: Partial<UsageQuery> = {}): UsageQuery => ({
  org: undefined,
  from: '2026-09-01',
  to: '2026-09-30',
  scope: 'mine',
  ...change,
})
const ofAll = range({ scope: 'organization' })

describeOnEachDatabase('usage reports', (open) => {
  let world: Awaited<ReturnType<typeof createWorld>> & { db: Db }
  let reports: UsageReports
  let tutor: number

  beforeAll(async () => {
    const database = await open()
    const { db } = database
    world = { ...(await createWorld(db)), db }
    const { ana, eve } = world
    const times = { created_at: 1, updated_at: 1, deleted_at: null }
    const add = async (owner: UserCaller, name: string) =>
      (
        await db
          .insertInto('assistants')
          .values({ organization_id: owner.organizationId, owner_id: owner.userId, name, ...times })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    tutor = await add(ana, '1_tutor')
    const foreign = await add(eve, '2_foreign')
    const base = {
      provider: 'openai',
      model: 'small',
      end_user: null,
      outcome: 'ok',
      owner_id: ana.userId,
      cost: null,
    } as const
    const ofAna = { ...base, organization_id: ana.organizationId, assistant_id: tutor, user_id: ana.userId }
    await usageRepository.insertMany(db, [
      {
        ...ofAna,
        input_tokens: 100,
        cached_tokens: 60,
        cache_write_tokens: 30,
        output_tokens: 10,
        reasoning_tokens: 4,
        created_at: at('2026-09-01', 0),
        cost: 1000,
      },
      {
        ...ofAna,
        input_tokens: 100,
        output_tokens: 10,
        created_at: at('2026-09-30', 23),
        cost: 2000,
        tool_calls: 2,
      },
      {
        ...ofAna,
        input_tokens: 5,
        output_tokens: 5,
        created_at: at('2026-09-30'),
        outcome: 'failed',
        unpriced: 1,
      },
      { ...ofAna, input_tokens: 7, output_tokens: 7, created_at: at('2026-08-31', 23) },
      { ...ofAna, input_tokens: 7, output_tokens: 7, created_at: at('2026-10-01', 0) },
      {
        ...ofAna,
        user_id: world.ben.userId,
        model: 'large',
        input_tokens: 500,
        output_tokens: 500,
        created_at: at('2026-09-02'),
      },
      {
        ...ofAna,
        user_id: null,
        end_user: '=cmd()',
        assistant_id: 9999,
        input_tokens: 1,
        output_tokens: 1,
        created_at: at('2026-09-02'),
      },
      {
        ...ofAna,
        organization_id: eve.organizationId,
        assistant_id: foreign,
        user_id: eve.userId,
        input_tokens: 9,
        output_tokens: 9,
        created_at: at('2026-09-02'),
      },
      ...[
        { kind: 'tool', provider: 'tool', model: 'image_gen', units: 3, cost: 0 },
        { kind: 'tool', provider: 'tool', model: 'image_gen', units: 1, cost: 0, outcome: 'failed' },
        { kind: 'tool', provider: 'tool', model: 'weather', units: 9, cost: 900 },
        { kind: 'image', model: 'painter', units: 3, cost: 120_000 },
        { kind: 'rerank', model: 'ranker', tool: 'simple_rag', units: 2, cost: null, unpriced: 2 },
      ].map(
        (more) =>
          ({
            ...ofAna,
            tool: more.model === 'weather' ? 'weather' : 'image_gen',
            input_tokens: 0,
            output_tokens: 0,
            created_at: at('2026-06-01'),
            ...more,
          }) as NewRow<'usage_records'>,
      ),
    ])
    reports = createUsageReports({
      listCourses: async () => [],
      reports: database.reports,
      flush: async () => undefined,
      organizations: {
        getRow: async (id) => {
          const row = await organizationRepository.findById(db, id)
          if (!row) throw new Error('no such organization')
          return row
        },
        getFor: async (caller, verb, slug) => {
          const row = slug
            ? await organizationRepository.findBySlug(db, slug)
            : await organizationRepository.findById(db, caller.organizationId)
          if (!row) throw new Error('no such organization')
          requireMay(caller, verb, { kind: 'organization', organizationId: row.id }, 'Organization')
          return row
        },
      },
    })
  })

  it('show a person’s own usage by day, assistant and model, without other people', async () => {
    const report = await reports.report(world.ana, range())
    expect(report.totals).toEqual({
      answers: 3,
      failed: 1,
      input_tokens: 205,
      output_tokens: 25,
      cached_tokens: 60,
      cache_write_tokens: 30,
      reasoning_tokens: 4,
      cost: 0.003,
      unpriced: 1,
      tool_calls: 2,
    })
    expect(report.days.map(({ day, answers }) => [day, answers])).toEqual([
      ['2026-09-01', 1],
      ['2026-09-30', 2],
    ])
    expect(report.assistants).toEqual([{ id: tutor, name: '1_tutor', kind: 'saved', ...report.totals }])
    expect(report.models.map(({ model }) => model)).toEqual(['small'])
    expect(report.people).toEqual([])
  })

  it('show an admin the whole organization, largest first, and no other organization', async () => {
    const report = await reports.report(world.nora, ofAll)
    expect(report.totals).toEqual({
      answers: 5,
      failed: 1,
      input_tokens: 706,
      output_tokens: 526,
      cached_tokens: 60,
      cache_write_tokens: 30,
      reasoning_tokens: 4,
      cost: 0.003,
      unpriced: 1,
      tool_calls: 2,
    })
    expect(report.models.map(({ model, answers }) => [model, answers])).toEqual([
      ['large', 1],
      ['small', 4],
    ])
    expect(report.people.map(({ name, end_user }) => name ?? end_user)).toEqual(['ben', 'ana', '=cmd()'])
    expect(report.assistants.map(({ name, kind }) => [name, kind])).toEqual([
      ['1_tutor', 'saved'],
      [null, 'deleted'],
    ])
    expect((await reports.report(world.sven, ofAll)).totals.answers).toBe(1)
  })

  it('show an owner how much others used their assistants, without who they are', async () => {
    const theirs = range({ scope: 'assistants' })
    const report = await reports.report(world.ana, theirs)
    expect(report.totals.answers).toBe(5)
    expect(report.people).toEqual([])
    const lines = await reports.csv(world.ana, theirs)
    expect(lines).toContain('large')
    expect(lines).not.toContain('ben@')
    expect((await reports.report(world.ben, theirs)).totals.answers).toBe(0)
  })

  it('count tokens and cost of other model calls, but not as answers', async () => {
    const mine = { from: '2026-07-01', to: '2026-07-01' }
    await usageRepository.insertMany(world.db, [
      {
        kind: 'embedding',
        organization_id: world.north,
        assistant_id: 0,
        owner_id: null,
        user_id: null,
        end_user: null,
        provider: 'openai',
        model: 'text-embedding-3-small',
        input_tokens: 50,
        output_tokens: 0,
        cost: 1,
        outcome: 'ok',
        created_at: at('2026-07-01'),
      },
    ])
    const { totals } = await reports.report(world.nora, { ...ofAll, ...mine })
    expect(totals).toMatchObject({ answers: 0, failed: 0, input_tokens: 50, cost: 0.000001 })
  })

  it('distinguish drafts, deleted assistants and the server’s own calls', async () => {
    const base = {
      organization_id: world.north,
      assistant_id: 0,
      user_id: world.ana.userId,
      end_user: null,
      provider: 'openai',
      model: 'small',
      output_tokens: 0,
      cost: null,
      outcome: 'ok',
      created_at: at('2026-05-01'),
    } as const
    const gone = await world.db
      .insertInto('assistants')
      .values({
        organization_id: world.north,
        owner_id: world.ana.userId,
        name: '1_old',
        created_at: 1,
        updated_at: 1,
        deleted_at: 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await usageRepository.insertMany(world.db, [
      { ...base, kind: 'answer', owner_id: world.ana.userId, input_tokens: 40 },
      // A tool of the draft called a model.
      { ...base, kind: 'model', owner_id: world.ana.userId, tool: 'rubric_evaluate', input_tokens: 5 },
      { ...base, kind: 'embedding', owner_id: null, user_id: null, input_tokens: 30 },
      { ...base, kind: 'answer', owner_id: world.ana.userId, assistant_id: gone.id, input_tokens: 20 },
    ])
    const may = { ...ofAll, from: '2026-05-01', to: '2026-05-01' }
    const { assistants } = await reports.report(world.nora, may)
    expect(assistants.map(({ id, name, kind, input_tokens }) => [id, name, kind, input_tokens])).toEqual([
      [0, null, 'draft', 45],
      [0, null, 'none', 30],
      [gone.id, '1_old', 'deleted', 20],
    ])
    const names = (await reports.csv(world.nora, may)).split('\r\n').map((line) => line.split(',')[2])
    expect(names.slice(1, -1).sort()).toEqual(['', '(draft)', '(draft)', '1_old'])
  })

  it('are refused to members and to admins of other organizations', async () => {
    await expect(reports.report(world.ana, ofAll)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(reports.csv(world.ana, ofAll)).rejects.toMatchObject({ code: 'forbidden' })
    const north = { ...ofAll, org: 'north' }
    await expect(reports.report(world.sven, north)).rejects.toMatchObject({ code: 'not_found' })
    expect((await reports.report(world.root, north)).totals.answers).toBe(5)
  })

  it('show how often each tool ran, with its model calls', async () => {
    const june = { from: '2026-06-01', to: '2026-06-30' }
    const report = await reports.report(world.ana, range(june))
    const nothing = {
      input_tokens: 0,
      output_tokens: 0,
      cached_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      unpriced: 0,
      images: 0,
      searches: 0,
      audio_seconds: 0,
    }
    expect(report.tools).toEqual([
      { ...nothing, tool: 'weather', runs: 9, failed: 0, cost: 0.0009 },
      { ...nothing, tool: 'image_gen', runs: 4, failed: 1, cost: 0.12, images: 3 },
      { ...nothing, tool: 'simple_rag', runs: 0, failed: 0, cost: 0, unpriced: 2, searches: 2 },
    ])
    expect(report.units).toEqual({ images: 3, searches: 2, audio_seconds: 0 })
    expect(report.totals).toMatchObject({ answers: 0, tool_calls: 0, cost: 0.1209 })
    // A tool is not a model.
    expect(report.models.map(({ model }) => model).sort()).toEqual(['painter', 'ranker'])
    const lines = (await reports.csv(world.ana, range(june))).split('\r\n')
    expect(lines).toContain(
      `2026-06-01,${tutor},1_tutor,ana@example.edu,tool,weather,0,0,0,0,0,0.0009,USD,0,tool,weather,9,0,0,0`,
    )
  })

  it('are empty without usage', async () => {
    const report = await reports.report(world.ana, range({ from: '2025-01-01', to: '2025-01-02' }))
    expect(report.totals).toEqual({
      answers: 0,
      failed: 0,
      input_tokens: 0,
      output_tokens: 0,
      cached_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      cost: 0,
      unpriced: 0,
      tool_calls: 0,
    })
    expect(report.days).toEqual([])
  })

  it('are exported without names that act as formulas', async () => {
    const lines = (await reports.csv(world.nora, ofAll)).split('\r\n')
    expect(lines[0]).toBe(
      'day,assistant_id,assistant,person,provider,model,answers,failed,input_tokens,output_tokens,tool_calls,cost,currency,unpriced,kind,tool,units,cached_tokens,cache_write_tokens,reasoning_tokens',
    )
    expect(lines).toContain(
      `2026-09-30,${tutor},1_tutor,ana@example.edu,openai,small,2,1,105,15,2,0.002,USD,1,answer,,0,0,0,0`,
    )
    expect(lines).toContain(
      `2026-09-01,${tutor},1_tutor,ana@example.edu,openai,small,1,0,100,10,0,0.001,USD,0,answer,,0,60,30,4`,
    )
    expect(lines).toContain(
      "2026-09-02,9999,(deleted),'=cmd(),openai,small,1,0,1,1,0,0,USD,0,answer,,0,0,0,0",
    )
    expect(lines).toHaveLength(6)
  })
})

describe('a CSV file', () => {
  it('quotes cells with commas, quotes or line breaks', () => {
    expect(toCsv([['a,b', 'say "x"', 'two\nlines', -3, null]])).toBe('"a,b","say ""x""","two\nlines",-3,\r\n')
  })
})

describe('the range', () => {
  it.each([
    { from: '2026-09-30', to: '2026-09-01' },
    { from: '2025-01-01', to: '2026-12-31' },
    { from: 'yesterday', to: '2026-09-30' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-09-01' },
  ])('is refused when it is %o', (query) => {
    expect(usageQuerySchema.safeParse(query).success).toBe(false)
  })

  it('may be one leap year', () => {
    expect(usageQuerySchema.safeParse({ from: '2028-01-01', to: '2028-12-31' }).success).toBe(true)
  })
})
