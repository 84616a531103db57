import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnPostgres } from '../testing.ts'
import { createRunLong } from './long-statements.ts'
import { openPostgres } from './open-postgres.ts'

describeOnPostgres('long statements', (open) => {
  it('have no time limit', async () => {
    const { url } = await open()
    const limited = openPostgres(url, undefined, { statementTimeoutMs: 20 })
    try {
      await expect(sql`select pg_sleep(0.2)`.execute(limited.db)).rejects.toThrow()
      await createRunLong(limited.newClient)(['select pg_sleep(0.2)'], new AbortController().signal)
    } finally {
      await limited.close()
    }
  })

  it('are cancelled in the database, and change nothing', async () => {
    const { db, newClient } = await open()
    if (!newClient) throw new Error('no PostgreSQL')
    const controller = new AbortController()
    const running = createRunLong(newClient)(
      ['create table half_done (id int)', 'select pg_sleep(600)'],
      controller.signal,
    )
    const ended = running.then(
      () => 'done',
      (error: unknown) => error,
    )
    const count = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where application_name = 'bellwether-long' and query like '%pg_sleep(600)%'
           and datname = current_database()`.execute(db)
      return rows.length
    }
    await vi.waitFor(async () => expect(await count()).toBe(1))
    controller.abort(new Error('stop'))
    expect(await ended).toEqual(new Error('stop'))
    await vi.waitFor(async () => expect(await count()).toBe(0))
    const { rows } = await sql`select from pg_class where relname = 'half_done'`.execute(db)
    expect(rows).toEqual([])
  })
})
