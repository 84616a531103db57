import { once, setMaxListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { readerEnded } from '../../../documents/readers/unreadable-document.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSegment, writeSegment } from '../../../search/postings/segment.ts'
import { createWorld } from '../../assistants/testing.ts'
import { createIngestion, type IngestionDeps } from './ingestion.ts'
import { jobRepository } from './job.repository.ts'

const CHUNK = { start: 0, end: 4, heading: '', parent: 0, text: 'Text' }
const READ = {
  title: '',
  language: 'en',
  chunks: [CHUNK],
  characters: 4,
  warnings: [],
  segment: writeSegment(buildSegment(['Text'], 'en')),
} as const

describeOnEachDatabase('files that wait to be read', (open) => {
  async function prepare(count: number) {
    const database = await open()
    const { db } = database
    const { ana } = await createWorld(db)
    const isPostgres = database.kind === 'postgres'
    const base = await db
      .insertInto('knowledge_bases')
      .values({
        organization_id: ana.organizationId,
        owner_id: ana.userId,
        name: 'Course',
        description: '',
        created_at: 1,
        updated_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let at = 0; at < count; at++)
      await db
        .insertInto('knowledge_files')
        .values({
          knowledge_base_id: base.id,
          owner_id: ana.userId,
          name: `${at}.txt`,
          content_type: 'text/plain',
          size: 4,
          checksum: '',
          stored_path: `${at}`,
          source_url: null,
          plugin_name: 'simple_ingest',
          plugin_params: '{}',
          error_code: null,
          error_message: null,
          leased_by: null,
          started_at: null,
          finished_at: null,
          created_at: 1,
          updated_at: 1,
        })
        .execute()
    const started: string[] = []
    const worker = (more: Partial<IngestionDeps> = {}) =>
      createIngestion({
        db,
        isPostgres,
        log: createLog('silent'),
        async prepare(job) {
          started.push(job.name)
          return { document: { ...READ, chunks: [CHUNK], warnings: [] } }
        },
        removeOriginal: async () => undefined,
        ...more,
      })
    return { db, isPostgres, worker, started }
  }

  const statesOf = async (db: Db) => {
    const rows = await db.selectFrom('knowledge_files').select('status').orderBy('id').execute()
    return rows.map(({ status }) => status)
  }
  const allCompleted = (db: Db, count: number) =>
    vi.waitFor(async () => expect(await statesOf(db)).toEqual(Array<string>(count).fill('completed')), {
      timeout: 15_000,
    })
  const chunksOf = async (db: Db) =>
    (await db.selectFrom('knowledge_chunks').select('file_id').execute()).map(({ file_id }) => file_id)

  it('are looked for without a change while there are none', async () => {
    const { db, worker } = await prepare(1)
    const ingestion = worker()
    await ingestion.start()
    await allCompleted(db, 1)
    await ingestion.stop()
    const look = vi.spyOn(jobRepository, 'hasUnfinished')
    const claim = vi.spyOn(jobRepository, 'claim')
    const later = worker()
    await later.start()
    await vi.waitFor(() => expect(look).toHaveBeenCalled())
    await later.stop()
    expect(claim).not.toHaveBeenCalled()
    look.mockRestore()
    claim.mockRestore()
  })

  it('the next process continues the work of a killed one, without losses or duplicates', async () => {
    const { db, isPostgres, worker, started } = await prepare(30)
    // A process that took six and was never heard of again; one of them it had in hand for a long time.
    const longAgo = Math.floor(Date.now() / 1000) - 1000
    for (let at = 0; at < 6; at++) await jobRepository.claim(db, 'killed', longAgo, isPostgres)
    const workers = isPostgres ? [worker(), worker()] : [worker()]
    for (const one of workers) await one.start()
    await allCompleted(db, 30)
    for (const one of workers) await one.stop()
    expect(started.toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `${at}.txt`).toSorted())
    const chunks = await chunksOf(db)
    expect([chunks.length, new Set(chunks).size]).toEqual([30, 30])
  })

  it('a worker that lost its file to another one changes nothing', async () => {
    const { db, worker } = await prepare(1)
    const gate = new AbortController()
    const slow = worker({
      async prepare() {
        if (!gate.signal.aborted) await once(gate.signal, 'abort')
        return { document: { ...READ, chunks: [CHUNK, { ...CHUNK, text: 'late' }], warnings: [] } }
      },
    })
    await slow.start()
    await vi.waitFor(async () => expect(await statesOf(db)).toEqual(['processing']))
    // Its lease ran out, and another worker has taken the file and finished it. In one step: in two, this worker's own next look
    // for work could take the file again in between.
    const taken = await db
      .updateTable('knowledge_files')
      .set({ leased_by: 'other', leased_until: Math.floor(Date.now() / 1000) + 60 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await jobRepository.end(db, { id: taken.id, leased_by: 'other' }, { status: 'completed' })
    gate.abort()
    await slow.stop()
    expect([await statesOf(db), await chunksOf(db)]).toEqual([['completed'], []])
  })

  it('a file that was cancelled and started again is only indexed by the second run', async () => {
    const { db, worker } = await prepare(1)
    const gates = [new AbortController(), new AbortController()] as const
    let readings = 0
    const one = worker({
      async prepare() {
        const mine = readings++
        const signal = gates[mine]?.signal
        if (signal) await once(signal, 'abort')
        return { document: { ...READ, title: `reading ${mine}`, chunks: [CHUNK], warnings: [] } }
      },
    })
    await one.start()
    await vi.waitFor(() => expect(readings).toBe(1))
    await db
      .updateTable('knowledge_files')
      .set({ status: 'pending', leased_by: null, leased_until: 0 })
      .execute()
    one.abandon((await db.selectFrom('knowledge_files').select('id').executeTakeFirstOrThrow()).id)
    one.wake()
    await vi.waitFor(async () => expect(await statesOf(db)).toEqual(['processing']))
    gates[0].abort()
    await vi.waitFor(() => expect(readings).toBe(2))
    expect(await statesOf(db)).toEqual(['processing'])
    gates[1].abort()
    await allCompleted(db, 1)
    await one.stop()
    const { title, attempts } = await db
      .selectFrom('knowledge_files')
      .select(['title', 'attempts'])
      .executeTakeFirstOrThrow()
    expect([title, attempts, readings]).toEqual(['reading 1', 2, 2])
  })

  it('a file that is in progress each time the server is killed is given up with a reason, and can be retried', async () => {
    const { db, isPostgres, worker, started } = await prepare(2)
    const longAgo = Math.floor(Date.now() / 1000) - 1000
    const bad = await jobRepository.claim(db, 'killed', longAgo, isPostgres)
    await db
      .updateTable('knowledge_files')
      .set({ attempts: 10 })
      .where('id', '=', bad?.id ?? 0)
      .execute()
    const one = worker()
    await one.start()
    await vi.waitFor(async () => expect((await statesOf(db)).toSorted()).toEqual(['completed', 'failed']))
    await one.stop()
    expect(started).toEqual(['1.txt'])
    const file = await db
      .selectFrom('knowledge_files')
      .selectAll()
      .where('id', '=', bad?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(file.error_message).toContain('The server stopped every time')
  })

  it('a file that ends the process that reads it is tried once more, also by the next server', async () => {
    const { db, worker } = await prepare(1)
    const fileNow = () => db.selectFrom('knowledge_files').selectAll().executeTakeFirstOrThrow()
    const ends: Partial<IngestionDeps> = {
      prepare: () => Promise.reject(readerEnded(new Error('It ended with SIGKILL'))),
    }
    const first = worker(ends)
    await first.start()
    await vi.waitFor(async () => expect(await fileNow()).toMatchObject({ status: 'pending', attempts: 1 }))
    await first.stop()
    await db.updateTable('knowledge_files').set({ run_after: 0 }).execute()
    const next = worker(ends)
    await next.start()
    await vi.waitFor(async () => expect((await fileNow()).status).toBe('failed'))
    await next.stop()
    expect(await fileNow()).toMatchObject({ attempts: 2, error_code: 'reader_ended' })
  })

  it('a file that was being read when something else killed its reader is read', async () => {
    const { db, worker } = await prepare(1)
    let readings = 0
    const one = worker({
      async prepare() {
        if (++readings === 1) throw readerEnded(new Error('It ended with SIGKILL'))
        return { document: { ...READ, chunks: [CHUNK], warnings: [] } }
      },
    })
    await one.start()
    await vi.waitFor(async () => expect([readings, await statesOf(db)]).toEqual([1, ['pending']]))
    await db.updateTable('knowledge_files').set({ run_after: 0 }).execute()
    one.wake()
    await allCompleted(db, 1)
    await one.stop()
  })

  it('does not let a small file that was cancelled or can’t be stored affect the others', async () => {
    const { db, worker } = await prepare(40)
    const gate = new AbortController()
    setMaxListeners(0, gate.signal)
    let reading = 0
    const one = worker({
      async prepare(job) {
        reading++
        if (!gate.signal.aborted) await once(gate.signal, 'abort')
        // A text that no database stores.
        const text = job.name === '3.txt' ? 'a\0b' : 'Text'
        return { document: { ...READ, title: job.name, chunks: [{ ...CHUNK, text }], warnings: [] } }
      },
    })
    await one.start()
    await vi.waitFor(() => expect(reading).toBeGreaterThanOrEqual(32))
    await db.updateTable('knowledge_files').set({ status: 'cancelled' }).where('name', '=', '5.txt').execute()
    gate.abort()
    await vi.waitFor(async () => {
      const states = await statesOf(db)
      expect(states.filter((state) => state === 'pending' || state === 'processing')).toEqual([])
    })
    await one.stop()
    const files = await db.selectFrom('knowledge_files').select(['id', 'name', 'title', 'status']).execute()
    const nameOf = new Map(files.map(({ id, name }) => [id, name]))
    const chunks = (await chunksOf(db)).map((id) => nameOf.get(id))
    for (const { name, title, status } of files) {
      const expected = name === '5.txt' ? 'cancelled' : name === '3.txt' ? 'failed' : 'completed'
      expect([name, status, chunks.filter((chunk) => chunk === name).length]).toEqual([
        name,
        expected,
        expected === 'completed' ? 1 : 0,
      ])
      expect(title).toBe(expected === 'completed' ? name : '')
    }
  })

  it('writes small files in few transactions', async () => {
    const { db, worker } = await prepare(40)
    const gate = new AbortController()
    setMaxListeners(0, gate.signal)
    let reading = 0
    const one = worker({
      async prepare() {
        reading++
        if (!gate.signal.aborted) await once(gate.signal, 'abort')
        return { document: { ...READ, chunks: [CHUNK], warnings: [] } }
      },
    })
    await one.start()
    await vi.waitFor(() => expect(reading).toBeGreaterThanOrEqual(32))
    gate.abort()
    await allCompleted(db, 40)
    await one.stop()
    const base = await db.selectFrom('knowledge_bases').select('index_version').executeTakeFirstOrThrow()
    expect(base.index_version).toBeLessThan(12)
  })

  it('takes small files of one person together, but not those that were started before', async () => {
    const { db, isPostgres } = await prepare(6)
    const change = (name: string, to: object) =>
      db.updateTable('knowledge_files').set(to).where('name', '=', name).execute()
    await change('1.txt', { attempts: 1 })
    await change('2.txt', { size: 1_000_000 })
    await change('3.txt', { content_type: 'audio/mpeg' })
    const now = Math.floor(Date.now() / 1000)
    const first = await jobRepository.claim(db, 'one', now, isPostgres)
    if (!first) throw new Error('nothing was claimed')
    const more = await jobRepository.claimSmall(db, first, now, 15, isPostgres)
    expect([first.name, ...more.map(({ name }) => name).toSorted()]).toEqual(['0.txt', '4.txt', '5.txt'])
    expect(
      more.map(({ leased_by, attempts, organization_id }) => [leased_by, attempts, organization_id]),
    ).toEqual(Array(2).fill(['one', 1, first.organization_id]))
    expect(await jobRepository.claimSmall(db, first, now, 15, isPostgres)).toEqual([])
  })
})
