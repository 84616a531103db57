import { type ChildProcess, fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testProgram } from '../../../../../../test/harness/test-program.ts'
import { describeOnPostgres, type TestDatabase } from '../../../../../platform/db/testing.ts'
import { createWorld } from '../../../../assistants/testing.ts'
import type { Knowledge } from '../../../knowledge.ts'
import { nearestRepository } from './nearest.repository.ts'
import { createInstance, createRecordingLog, findPgvector } from './nearest.testing.ts'

/** An index is built only while the test does not hold this lock. */
const GATE = 4711

describeOnPostgres('an index of pgvector whose builder disappears', (open) => {
  let database: TestDatabase
  let people: Awaited<ReturnType<typeof createWorld>>
  let hasPgvector = false
  let base: number
  let knowledge: Knowledge
  let made = 0
  let openGate: () => Promise<void>
  const processes: ChildProcess[] = []
  const logged: string[] = []
  const log = createRecordingLog(logged)

  beforeAll(async () => {
    database = await open()
    people = await createWorld(database.db)
    hasPgvector = await findPgvector(database.db, 'its tests of killed instances')
    await sql`create function wait_at_gate() returns event_trigger language plpgsql as
              $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); end $$`.execute(database.db)
    await sql`create event trigger gate on ddl_command_start when tag in ('CREATE INDEX')
              execute function wait_at_gate()`.execute(database.db)
  })
  beforeEach(async () => {
    logged.length = 0
    openGate = await closeGate()
    await makeLargeBase()
    knowledge = createInstance({ database, dataDir: database.dataDir, log })
  })
  afterEach(async () => {
    await openGate()
    for (const one of processes.splice(0)) one.kill('SIGKILL')
    await knowledge.stop()
    await knowledge.bases.remove(people.ana, base)
  })

  async function closeGate(): Promise<() => Promise<void>> {
    const client = database.newClient?.()
    if (!client) throw new Error('no PostgreSQL')
    await client.connect()
    await client.query(`select pg_advisory_lock(${GATE})`)
    let opening: Promise<void> | undefined
    return () => {
      opening ??= client.end()
      return opening
    }
  }

  /** Read, embedded and indexed by words, without a copy. */
  async function makeLargeBase(): Promise<void> {
    const first = createInstance({ database, dataDir: database.dataDir, withNearest: false })
    await first.start()
    base = (await first.bases.create(people.ana, { name: `Course ${++made}`, description: '' })).id
    const texts = [
      'Automobiles',
      ...Array.from({ length: 15 }, (_, at) => `Lesson ${at} is about topic${at}x.`),
    ]
    for (const [at, text] of texts.entries())
      await first.documents.add(people.ana, base, {
        name: `${at}.txt`,
        contentType: 'text/plain',
        bytes: Buffer.from(text),
        pluginName: 'simple_ingest',
        pluginParams: {},
      })
    await vi.waitFor(async () => {
      const embedded = await first.embeddingOf(people.ana, base)
      const row = await baseRow()
      expect([row.is_large, row.indexed_version, embedded?.done, embedded?.total]).toEqual([
        1,
        row.index_version,
        texts.length,
        texts.length,
      ])
    })
    await first.stop()
  }

  const baseRow = () =>
    database.db.selectFrom('knowledge_bases').selectAll().where('id', '=', base).executeTakeFirstOrThrow()
  /** Connections that build an index and wait at the gate. */
  const builders = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
       where datname = current_database() and application_name = 'bellwether-long'
         and query like 'create index%' and wait_event = 'advisory'`.execute(database.db)
    return rows.map(({ pid }) => pid)
  }
  const builderOtherThan = (...before: number[]) =>
    vi.waitFor(async () => {
      const [pid, ...others] = await builders()
      if (pid === undefined || before.includes(pid) || others.length > 0) throw new Error('not yet')
      return pid
    })
  const find = async (question: string) =>
    (await knowledge.query(people.ana, base, question, { topK: 3, threshold: 0.1 })).passages.map(
      ({ filename }) => filename,
    )
  /** Instead of waiting for it. */
  const endLease = (worker?: string) =>
    database.db
      .updateTable('knowledge_bases')
      .set({ index_leased_until: 0, ...(worker && { index_leased_by: worker }) })
      .where('id', '=', base)
      .execute()

  /** One copy with one valid index, and nothing left of earlier attempts. */
  async function requireOneIndex(): Promise<void> {
    await vi.waitFor(async () => {
      const [copy, ...others] = await nearestRepository.copiesOf(database.db, base)
      expect([copy?.is_ready, copy?.is_whole, others]).toEqual([1, true, []])
    })
    const { rows } = await sql<{ valid: boolean }>`
      select i.indisvalid as valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
        join pg_am as a on a.oid = c.relam where a.amname = 'hnsw'`.execute(database.db)
    expect(rows).toEqual([{ valid: true }])
    expect(await nearestRepository.unownedTables(database.db)).toEqual([])
    expect(await find('coche')).toEqual(['0.txt'])
  }

  it('is built by another instance after a kill, without waiting for the dead one', async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    const killed = fork(testProgram('nearest-instance'), [database.url, database.dataDir], { execArgv: [] })
    processes.push(killed)
    const orphan = await builderOtherThan()
    await knowledge.start()
    expect((await find('topic7x'))[0]).toBe('8.txt')
    expect(await builders()).toEqual([orphan])
    killed.kill('SIGKILL')
    await vi.waitFor(async () => expect(await builders()).not.toContain(orphan))
    expect((await find('topic7x'))[0]).toBe('8.txt')
    await endLease()
    await builderOtherThan(orphan)
    expect((await find('topic7x'))[0]).toBe('8.txt')
    await openGate()
    await requireOneIndex()
    expect(logged).toEqual([])
  })

  it('is built again after its connection was ended, however often', async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await knowledge.start()
    const ended: number[] = []
    for (let round = 0; round < 2; round++) {
      const pid = await builderOtherThan(...ended)
      ended.push(pid)
      await sql`select pg_terminate_backend(${pid})`.execute(database.db)
      await vi.waitFor(() => expect(logged).toHaveLength(ended.length))
      expect((await find('topic7x'))[0]).toBe('8.txt')
      await endLease()
    }
    await openGate()
    await requireOneIndex()
    expect(new Set(logged)).toEqual(new Set(['failed to index a large knowledge base']))
  })

  it('is built once by two instances', async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    const other = createInstance({ database, dataDir: database.dataDir, log })
    await Promise.all([knowledge.start(), other.start()])
    try {
      const pid = await builderOtherThan()
      // As after a pause that outlasted the lease: an instance stops when it notices that the lease is no longer its own.
      await endLease('someone else')
      await builderOtherThan(pid)
      expect((await find('topic7x'))[0]).toBe('8.txt')
      await openGate()
      await requireOneIndex()
      expect(logged).toEqual([])
    } finally {
      await other.stop()
    }
  })
})
