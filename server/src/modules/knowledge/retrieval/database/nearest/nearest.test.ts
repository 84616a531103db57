import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dumpTables } from '../../../../../platform/db/snapshot/postgres-tables.ts'
import { describeOnPostgres, type TestDatabase } from '../../../../../platform/db/testing.ts'
import { createWorld } from '../../../../assistants/testing.ts'
import type { Knowledge } from '../../../knowledge.ts'
import { createFakeEmbedder } from '../../vectors/embedder.testing.ts'
import { nearestRepository } from './nearest.repository.ts'
import { createInstance, createRecordingLog, findPgvector } from './nearest.testing.ts'
import { abilitiesOf } from './pgvector.ts'

describeOnPostgres('large knowledge bases with pgvector', (open) => {
  let database: TestDatabase
  let people: Awaited<ReturnType<typeof createWorld>>
  let hasPgvector = false
  let knowledge: Knowledge
  let base: number
  let made = 0
  const fake = createFakeEmbedder()
  const logged: string[] = []
  const log = createRecordingLog(logged)

  const start = async () => {
    knowledge = createInstance({ database, dataDir: database.dataDir, log, embedder: fake })
    await knowledge.start()
  }
  beforeAll(async () => {
    database = await open()
    people = await createWorld(database.db)
    hasPgvector = await findPgvector(database.db, 'most of its tests')
  })
  beforeEach(async () => {
    fake.reset()
    logged.length = 0
    await start()
    base = (await knowledge.bases.create(people.ana, { name: `Course ${++made}`, description: '' })).id
  })
  afterEach(() => knowledge.stop())

  const add = (name: string, text: string) =>
    knowledge.documents.add(people.ana, base, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: {},
    })
  const fill = async () => {
    await add('a.txt', 'Automobiles')
    for (let at = 0; at < 15; at++) await add(`lesson-${at}.txt`, `Lesson ${at} is about topic${at}x.`)
  }
  /** Everything is read, embedded and indexed. */
  const settled = () =>
    vi.waitFor(
      async () => {
        // In the order in which it happens: each step changes the version that the next one waits for.
        const waiting = await database.db
          .selectFrom('knowledge_files')
          .select('id')
          .where('knowledge_base_id', '=', base)
          .where('status', 'in', ['pending', 'processing'])
          .execute()
        const { done, total } = (await knowledge.embeddingOf(people.ana, base)) ?? { done: 0, total: 0 }
        const row = await database.db
          .selectFrom('knowledge_bases')
          .selectAll()
          .where('id', '=', base)
          .executeTakeFirstOrThrow()
        expect([row.is_large, row.indexed_version, done, waiting]).toEqual([1, row.index_version, total, []])
      },
      { timeout: 40_000 },
    )
  const copies = () => nearestRepository.copiesOf(database.db, base)
  const find = async (question: string) =>
    (await knowledge.query(people.ana, base, question, { topK: 3, threshold: 0.1 })).passages.map(
      ({ filename }) => filename,
    )
  /** Of passages in the copy. */
  const countRows = async () => {
    const [copy] = await copies()
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.id(copy?.table_name ?? '')}`.execute(database.db)
    return rows[0]?.count
  }

  const refuseExtension = async () => {
    await sql`create or replace function refuse_extension() returns event_trigger language plpgsql as $$
      begin raise exception 'permission denied to create extension' using errcode = '42501'; end $$`.execute(
      database.db,
    )
    await sql`create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION')
              execute function refuse_extension()`.execute(database.db)
  }

  it('finds a passage that shares no word with the question', { timeout: 60_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    expect(await copies()).toMatchObject([{ model: 'fake/one', dimension: 512, is_ready: 1, is_whole: true }])
    expect(await countRows()).toBe(16)
    expect(await find('coche')).toEqual(['a.txt'])
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where tablename = ${(await copies())[0]?.table_name}`.execute(
      database.db,
    )
    expect(rows.some(({ definition }) => definition.includes('USING hnsw'))).toBe(true)
  })

  it('is left out of backups', { timeout: 60_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    expect(await copies()).toHaveLength(1)
    if (!database.pool) throw new Error('no pool')
    const counts = await dumpTables(database.pool, (table) => join(database.dataDir, `${table}.jsonl`))
    expect(counts['knowledge_nearest']).toBeGreaterThan(0)
    expect(Object.keys(counts).filter((table) => table.startsWith('knowledge_hnsw'))).toEqual([])
  })

  it('follows new, replaced and deleted documents', { timeout: 90_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    const { id } = await add('b.txt', 'Physician')
    await settled()
    expect(await find('doctors')).toEqual(['b.txt'])
    expect(await countRows()).toBe(17)
    await add('a.txt', 'Sailing boats')
    await settled()
    expect(await find('coche')).toEqual([])
    await knowledge.documents.remove(people.ana, base, id)
    expect(await find('doctors')).toEqual([])
    await settled()
    expect(await countRows()).toBe(16)
  })

  it('has no copy of an earlier model, or of a base that is gone or small', {
    timeout: 90_000,
  }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    fake.choose('fake/two')
    fake.setDimension(256)
    knowledge.embeddingsChanged(people.north)
    await settled()
    await vi.waitFor(
      async () => expect(await copies()).toMatchObject([{ model: 'fake/two', dimension: 256, is_ready: 1 }]),
      { timeout: 30_000 },
    )
    expect(await find('coche')).toEqual(['a.txt'])
    const table = (await copies())[0]?.table_name ?? ''
    await knowledge.bases.remove(people.ana, base)
    expect(await nearestRepository.unownedTables(database.db)).toContain(table)
    await knowledge.stop()
    await start()
    await vi.waitFor(async () => expect(await nearestRepository.unownedTables(database.db)).toEqual([]), {
      timeout: 20_000,
    })
  })

  it('makes a copy again that was lost', { timeout: 90_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    const [before] = await copies()
    await nearestRepository.dropTable(database.db, before?.table_name ?? '')
    expect(await nearestRepository.readyOf(database.db, base, 'fake/one')).toBeUndefined()
    expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
    await knowledge.stop()
    await start()
    await vi.waitFor(
      async () => {
        const [after] = await copies()
        expect(after?.is_ready).toBe(1)
        expect(after?.table_name).not.toBe(before?.table_name)
      },
      { timeout: 30_000 },
    )
    expect(await find('coche')).toEqual(['a.txt'])
  })

  it('works without the extension, also after it was removed', { timeout: 90_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    expect(await find('coche')).toEqual(['a.txt'])
    await sql`drop extension vector cascade`.execute(database.db)
    expect(await find('coche')).toEqual([])
    expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
    expect(await find('automobiles')).toEqual(['a.txt'])
    await add('more.txt', 'Something about volcanoes.')
    await settled()
    expect(await find('volcanoes')).toEqual(['more.txt'])
    // It could be created again.
    expect(await copies()).toMatchObject([{ is_ready: 1, is_whole: true }])
    expect(await find('coche')).toEqual(['a.txt'])
  })

  it('makes a copy again whose column or index was lost', { timeout: 90_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    const losses = [
      (table: string) => sql`drop index ${sql.id(`${table}_index`)}`.execute(database.db),
      () => sql`drop extension vector cascade`.execute(database.db),
    ]
    for (const lose of losses) {
      const table = (await copies())[0]?.table_name ?? ''
      await lose(table)
      expect(await nearestRepository.readyOf(database.db, base, 'fake/one')).toBeUndefined()
      expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
      await knowledge.stop()
      await start()
      await vi.waitFor(async () => {
        const [after, ...others] = await copies()
        expect([after?.is_ready, after?.is_whole, others]).toEqual([1, true, []])
        expect(after?.table_name).not.toBe(table)
      })
      expect(await find('coche')).toEqual(['a.txt'])
    }
    expect(await nearestRepository.unownedTables(database.db)).toEqual([])
    expect(logged).toEqual([])
  })

  it('says that vectors have too many numbers, once', { timeout: 90_000 }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    fake.setDimension(4001)
    await fill()
    await settled()
    await add('more.txt', 'Something about volcanoes.')
    await settled()
    expect(await copies()).toEqual([])
    expect(logged.filter((text) => text.includes('4001 numbers'))).toHaveLength(1)
    expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
  })

  it('searches by words where a backup was restored without the extension', {
    timeout: 90_000,
  }, async (test) => {
    test.skip(!hasPgvector, 'SKIPPED: no pgvector')
    await fill()
    await settled()
    const [copy] = await copies()
    await knowledge.stop()
    logged.length = 0
    await sql`drop extension vector cascade`.execute(database.db)
    await nearestRepository.dropTable(database.db, copy?.table_name ?? '')
    await refuseExtension()
    try {
      await start()
      expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
      await vi.waitFor(async () => expect(await copies()).toEqual([]))
      await add('more.txt', 'Something about volcanoes.')
      await settled()
      expect(await find('volcanoes')).toEqual(['more.txt'])
      expect(logged).toEqual([expect.stringContaining('create extension. Run “create extension vector”')])
    } finally {
      await sql`drop event trigger refuse`.execute(database.db)
    }
  })

  it('does not need the right to create the extension', { timeout: 90_000 }, async () => {
    await sql`drop extension if exists vector cascade`.execute(database.db)
    await refuseExtension()
    await fill()
    await settled()
    expect(await copies()).toEqual([])
    expect((await find('topic7x'))[0]).toBe('lesson-7.txt')
    expect(await find('automobiles')).toEqual(['a.txt'])
    if (hasPgvector) expect(logged.filter((text) => text.includes('create extension vector'))).toHaveLength(1)
    await sql`drop event trigger refuse`.execute(database.db)
  })
})

describe('versions of pgvector', () => {
  it('are used as far as they can be', () => {
    expect(abilitiesOf('0.4.4', 'public')).toBeUndefined()
    expect(abilitiesOf('0.6.2', 'public')).toMatchObject({
      type: 'vector',
      maxDimension: 2000,
      canIterate: false,
    })
    expect(abilitiesOf('0.7.0', 'e')).toMatchObject({ schema: 'e', type: 'halfvec', maxDimension: 4000 })
    expect(abilitiesOf('0.10.1', 'public')).toMatchObject({ type: 'halfvec', canIterate: true })
    expect(abilitiesOf('1.0', 'public')).toMatchObject({ type: 'halfvec', canIterate: true })
  })
})
