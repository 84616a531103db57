import type { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
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

  it('end with their process, and hold no lock while it hangs', async () => {
    const { db, newClient } = await open()
    if (!newClient) throw new Error('no PostgreSQL')
    const clients: pg.Client[] = []
    const runLong = createRunLong((options) => {
      const client = newClient(options)
      clients.push(client)
      return client
    })
    const { signal } = new AbortController()
    await runLong(
      ["create table seen as select current_setting('idle_in_transaction_session_timeout') as idle"],
      signal,
    )
    const { rows } = await sql<{ idle: string }>`select idle from seen`.execute(db)
    expect(rows).toEqual([{ idle: '1min' }])

    const ended = runLong(['select pg_sleep(601)'], signal).catch((error: unknown) => error)
    const count = async () => {
      const found = await sql`
        select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(601)%'`.execute(
        db,
      )
      return found.rows.length
    }
    await vi.waitFor(async () => expect(await count()).toBe(1))
    // What the operating system does when a process is killed.
    const { connection } = clients.at(-1) as unknown as { connection: { stream: Socket } }
    connection.stream.destroy()
    expect(await ended).toMatchObject({ code: 'unavailable' })
    await vi.waitFor(async () => expect(await count()).toBe(0))
  })

  it('tell a lost connection from other errors', async () => {
    const { db, newClient } = await open()
    if (!newClient) throw new Error('no PostgreSQL')
    const { signal } = new AbortController()
    const runLong = createRunLong(newClient)
    await expect(runLong(['select 1 / 0'], signal)).rejects.toMatchObject({ code: '22012' })
    const ended = runLong(['select pg_sleep(602)'], signal).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query = 'select pg_sleep(602)'`.execute(db)
      expect(rows).toHaveLength(1)
    })
    expect(await ended).toMatchObject({ code: 'unavailable' })
  })
})
