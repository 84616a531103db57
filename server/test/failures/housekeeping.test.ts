import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createHousekeeping, listHousekeepingTasks } from '../../src/app/housekeeping.ts'
import { nowSeconds } from '../../src/platform/clock.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const DAY = 86_400

onEachDatabase('background clean-up ($name)', ({ name: database, env }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), FILES_URL: 'disk' })
  })
  afterAll(() => app.stop())

  const db = () => app.app.services.db
  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db())
    return Number(rows[0]?.n)
  }
  /** Creates old rows, twice as many as one batch deletes, and three new ones. */
  const rowsOf = (keptDays: number, toRow: (index: number, at: number) => ReturnType<typeof sql>) =>
    sql.join(
      Array.from({ length: 1004 }, (_, index) =>
        toRow(index, index > 1000 ? nowSeconds() : nowSeconds() - (keptDays + 1) * DAY),
      ),
    )
  const chores = () =>
    createHousekeeping({
      chores: listHousekeepingTasks(app.app.services),
      onError(error) {
        throw error
      },
    })

  it('deletes old approvals, audit log entries and budget periods', async () => {
    const audited = await count('audit_log')
    await sql`insert into approvals
      (id, organization_id, assistant_id, trace_id, tool, function_name, input, expires_at, created_at)
      values ${rowsOf(1, (index, at) => sql`(${`a${index}`}, 1, 1, 't', 't', 'f', '{}', ${at}, ${at})`)}`.execute(
      db(),
    )
    await sql`insert into audit_log (organization_id, action, object, detail, outcome, created_at)
      values ${rowsOf(400, (_index, at) => sql`(1, 'a', 'o', '', 'ok', ${at})`)}`.execute(db())
    await sql`insert into budgets (organization_id, target, set_by, period, degrade, created_at, updated_at)
      values (1, 'o', 'organization', 'day', '{}', 1, 1)`.execute(db())
    await sql`insert into budget_counters (budget_id, subject, period_start)
      values ${rowsOf(70, (index, at) => sql`((select max(id) from budgets), ${`s${index}`}, ${at})`)}`.execute(
      db(),
    )
    await sql`insert into budget_reservations (id, counters, cost, tokens, requests, expires_at)
      values ${sql.join(Array.from({ length: 450 }, (_, index) => sql`(${`r${index}`}, '[]', 0, 0, 0, 1)`))}`.execute(
      db(),
    )
    await chores().runAll()
    expect(await count('approvals')).toBe(3)
    expect(await count('audit_log')).toBe(audited + 3)
    expect(await count('budget_counters')).toBe(3)
    expect(await count('budget_reservations')).toBe(0)
  })

  it('deletes remains of interrupted uploads after a day, or if only a killed server can have left them', async () => {
    const left = [
      join('knowledge', '7', '.staged-1'),
      join('files', '1', 'deep', '.staged-2'),
      join('temporary', 'a'),
    ]
    const fromBefore = [join('knowledge', '7', '.staged-3'), join('temporary', 'b')]
    const young = [join('knowledge', '7', '.staged-4'), join('temporary', 'c')]
    const whole = join('knowledge', '7', 'original')
    const put = async (path: string, hours: number) => {
      const place = join(app.dataDir, path)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, 'half')
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(place, at, at)
    }
    const exist = (paths: readonly string[]) => paths.map((path) => existsSync(join(app.dataDir, path)))
    for (const path of [...left, whole]) await put(path, 25)
    for (const path of fromBefore) await put(path, 12)
    for (const path of young) await put(path, 0)
    await chores().runAll()
    expect(exist(left)).toEqual([false, false, false])
    const isShared = database === 'PostgreSQL'
    expect(exist(fromBefore)).toEqual([isShared, isShared])
    expect(exist([...young, whole])).toEqual([true, true, true])
  })
})

it('continues with the next task if one fails, never overlaps itself, and stops between two batches', async () => {
  const errors: [string, unknown][] = []
  let rounds = 0
  let release: () => void = () => undefined
  const first = {
    name: 'first',
    run: async () => {
      throw new Error('no')
    },
  }
  const second = {
    name: 'second',
    run: () => {
      rounds++
      return new Promise<void>((resolve) => {
        release = resolve
      })
    },
  }
  const never = { name: 'never', run: vi.fn(async () => undefined) }
  const keeping = createHousekeeping({
    chores: [first, second, never],
    onError: (error, chore) => errors.push([chore, error]),
    everyMs: 5,
  })
  keeping.start()
  await vi.waitFor(() => expect(rounds).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(rounds).toBe(1)
  const stopped = keeping.stop()
  release()
  await stopped
  expect(errors).toEqual([['first', expect.any(Error)]])
  expect(never.run).not.toHaveBeenCalled()
})
