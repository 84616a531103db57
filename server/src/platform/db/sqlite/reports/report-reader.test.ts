import { expect, it } from 'vitest'
import { describeOnSqlite } from '../../testing.ts'
import { openReportReader } from './report-reader.ts'

describeOnSqlite('report queries', (open) => {
  it('read committed data, and change nothing', async () => {
    const { db, reports } = await open()
    const draft = { slug: 'north', name: 'North', config: '{}', created_at: 1, updated_at: 1 }
    await db.insertInto('organizations').values(draft).execute()
    const names = () => reports.selectFrom('organizations').select('name').execute()
    expect(await names()).toContainEqual({ name: 'North' })
    await db.updateTable('organizations').set({ name: 'South' }).execute()
    expect(await names()).toContainEqual({ name: 'South' })
    await expect(reports.deleteFrom('organizations').execute()).rejects.toThrow('only read')
  })

  it('end at their time limit, and later ones still run', async () => {
    const { url } = await open()
    const file = url.replace(/^sqlite:(\/\/)?/, '')
    const limited = openReportReader(file, { timeoutMs: 1, maxQueued: 10 })
    const ask = (db: typeof limited) => db.selectFrom('users').select('id').execute()
    await expect(ask(limited)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('wait for one another, up to a limit', async () => {
    const { url } = await open()
    const file = url.replace(/^sqlite:(\/\/)?/, '')
    const reports = openReportReader(file, { timeoutMs: 60_000, maxQueued: 2 })
    const ask = () => reports.selectFrom('users').select('id').execute()
    const [first, second, third] = await Promise.allSettled([ask(), ask(), ask()])
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(await ask()).toEqual([])
  })
})
