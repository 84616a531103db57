import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase, type TestDatabase } from '../../../../../platform/db/testing.ts'
import { createLog } from '../../../../../platform/log.ts'
import { createDiskStorage } from '../../../../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../../../../assistants/testing.ts'
import { createKnowledge, type Knowledge } from '../../../knowledge.ts'
import { createFakeEmbedder } from '../../vectors/embedder.testing.ts'
import { type IndexState, nextStep } from './next-step.ts'

const MEMORY = { vectorBytes: 96 * 2 ** 20, sampleBytes: 16 * 2 ** 20 }
const LIMITS = { base: 12, part: 8, tail: 3, merged: 200, ...MEMORY }
const unused = () => Promise.reject(new Error('not used here'))

describeOnEachDatabase('large knowledge bases', (open) => {
  let database: TestDatabase
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let base: number
  let made = 0
  const fake = createFakeEmbedder()

  beforeAll(async () => {
    database = await open()
    people = await createWorld(database.db)
    knowledge = createKnowledge({
      db: database.db,
      isPostgres: database.kind === 'postgres',
      runLong: undefined,
      log: createLog('silent'),
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () => [],
      largeLimits: LIMITS,
      embedder: fake,
    })
    await knowledge.start()
  })
  afterAll(() => knowledge.stop())
  beforeEach(async () => {
    fake.choose(undefined)
    base = (await knowledge.bases.create(people.ana, { name: `Course ${++made}`, description: '' })).id
  })

  const add = (name: string, text: string) =>
    knowledge.documents.add(people.ana, base, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: {},
    })
  const addMany = async (count: number, topic: string) => {
    for (let at = 0; at < count; at++)
      await add(`${topic}-${at}.txt`, `Lesson ${at} is about ${topic}${at}x.`)
  }
  const row = () =>
    database.db.selectFrom('knowledge_bases').selectAll().where('id', '=', base).executeTakeFirstOrThrow()
  const countParts = async () => {
    const parts = await database.db
      .selectFrom('knowledge_parts')
      .select('id')
      .where('knowledge_base_id', '=', base)
      .where('delete_after', 'is', null)
      .execute()
    return parts.length
  }
  /** All documents are read, and the base has been checked since. */
  const settled = () =>
    vi.waitFor(
      async () => {
        const waiting = await database.db
          .selectFrom('knowledge_files')
          .select('id')
          .where('knowledge_base_id', '=', base)
          .where('status', 'in', ['pending', 'processing'])
          .execute()
        expect(waiting).toEqual([])
        const { indexed_version, index_version } = await row()
        if (isPostgres()) expect(indexed_version).toBe(index_version)
      },
      { timeout: 25_000 },
    )
  const find = async (question: string, threshold = 0.5) =>
    (await knowledge.query(people.ana, base, question, { topK: 5, threshold })).passages.map(
      ({ filename }) => filename,
    )
  const isPostgres = () => database.kind === 'postgres'

  it('finds the same in a base that has grown large', async () => {
    await add('photo.txt', 'Photosynthesis turns light into chemical energy.')
    await addMany(10, 'algebra')
    await settled()
    expect([(await row()).is_large, await countParts()]).toEqual([0, 0])
    expect(await find('algebra7x')).toEqual(['algebra-7.txt'])
    await addMany(8, 'botany')
    await settled()
    if (isPostgres()) {
      expect((await row()).is_large).toBe(1)
      expect(await countParts()).toBeGreaterThanOrEqual(2)
    }
    for (const topic of ['algebra', 'botany'])
      for (const at of [0, 4, 7]) expect(await find(`${topic}${at}x`)).toEqual([`${topic}-${at}.txt`])
    expect(await find('photosyntesis', 0)).toEqual(['photo.txt'])
  })

  it('merges parts of the same size, without deleted documents', async () => {
    await addMany(60, 'chemistry')
    await settled()
    if (isPostgres()) {
      const counts = await countParts()
      expect(counts).toBeGreaterThan(0)
      expect(counts).toBeLessThan(8)
    }
    for (const at of [0, 17, 40, 59]) expect(await find(`chemistry${at}x`)).toEqual([`chemistry-${at}.txt`])
    const files = await database.db
      .selectFrom('knowledge_files')
      .select('id')
      .where('knowledge_base_id', '=', base)
      .orderBy('id')
      .limit(22)
      .execute()
    for (const { id } of files) await knowledge.documents.remove(people.ana, base, id)
    await settled()
    for (const at of [22, 40, 59]) expect(await find(`chemistry${at}x`)).toEqual([`chemistry-${at}.txt`])
    expect(await find('chemistry3x')).toEqual([])
    if (isPostgres()) {
      const { passages, live } = await database.db
        .selectFrom('knowledge_parts as p')
        .select((select) => select.fn.sum<number>('p.passages').as('passages'))
        .select((select) =>
          select
            .selectFrom('knowledge_segments as s')
            .innerJoin('knowledge_files as f', 'f.id', 's.file_id')
            .where('f.knowledge_base_id', '=', base)
            .where('s.part_id', 'is not', null)
            .select((sum) => sum.fn.countAll<number>().as('live'))
            .as('live'),
        )
        .where('p.knowledge_base_id', '=', base)
        .where('p.delete_after', 'is', null)
        .executeTakeFirstOrThrow()
      expect(Number(passages)).toBeLessThan(Number(live) / 0.7)
    }
  })

  it('finds new and replaced documents immediately, and deleted ones no longer', async () => {
    await addMany(14, 'physics')
    await settled()
    const { id } = await add('new.txt', 'The telescope shows moons.')
    await vi.waitFor(async () => expect(await find('telescope')).toEqual(['new.txt']), { timeout: 15_000 })
    await add('physics-3.txt', 'Now it is about volcanoes.')
    await vi.waitFor(async () => expect(await find('volcanoes')).toEqual(['physics-3.txt']), {
      timeout: 15_000,
    })
    expect(await find('physics3x')).toEqual([])
    await knowledge.documents.remove(people.ana, base, id)
    expect(await find('telescope')).toEqual([])
    await settled()
    expect(await find('physics5x')).toEqual(['physics-5.txt'])
  })

  it('finds by meaning in a large base, too', async () => {
    await add('cars.txt', 'Automobiles are driven by motors.')
    await addMany(14, 'history')
    await settled()
    fake.choose('fake/one')
    knowledge.embeddingsChanged(people.north)
    await vi.waitFor(
      async () =>
        expect(await knowledge.embeddingOf(people.ana, base)).toMatchObject({ done: 15, total: 15 }),
      { timeout: 20_000 },
    )
    const results = await knowledge.query(people.ana, base, 'engines of cars', { topK: 3, threshold: 0 })
    expect(results).toMatchObject({ vectors: 'used', passages: [{ filename: 'cars.txt' }] })
    expect(results.passages[0]?.scores.vectors).toBeGreaterThan(0)
  })

  it('is small again after most of it was deleted', async () => {
    await addMany(14, 'music')
    await settled()
    const files = await database.db
      .selectFrom('knowledge_files')
      .select('id')
      .where('knowledge_base_id', '=', base)
      .orderBy('id')
      .limit(9)
      .execute()
    for (const { id } of files) await knowledge.documents.remove(people.ana, base, id)
    await settled()
    expect([(await row()).is_large, await countParts()]).toEqual([0, 0])
    expect(await find('music12x')).toEqual(['music-12.txt'])
    expect(await find('music2x')).toEqual([])
  })
})

describe('the next step', () => {
  const limits = { base: 100, part: 50, tail: 10, merged: 5000, ...MEMORY }
  const tail = (count: number) => Array.from({ length: count }, (_, at) => ({ segment: at + 1, passages: 5 }))
  const state = (more: Partial<IndexState>): IndexState => ({
    isLarge: false,
    passages: 200,
    parts: [],
    tail: [],
    tailPassages: 0,
    ...more,
  })

  it('is nothing for a small base', () => {
    expect(nextStep(state({ passages: 100, tail: tail(20), tailPassages: 100 }), limits)).toBeUndefined()
  })

  it('is a part of as many documents as fit', () => {
    const step = nextStep(state({ tail: tail(40), tailPassages: 200 }), limits)
    expect(step).toEqual({ kind: 'build', segments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], replaces: [] })
  })

  it('is a part of one document that is larger than a part', () => {
    const large = [{ segment: 9, passages: 180 }, ...tail(4)]
    expect(nextStep(state({ tail: large, tailPassages: 200 }), limits)).toEqual({
      kind: 'build',
      segments: [9],
      replaces: [],
    })
  })

  it('is to search in the parts when hardly anything is left outside of them', () => {
    const parts = [{ id: 1, passages: 195, live: 195 }]
    expect(nextStep(state({ parts, tail: tail(1), tailPassages: 5 }), limits)).toEqual({ kind: 'make-large' })
    expect(nextStep(state({ isLarge: true, parts, tail: tail(1), tailPassages: 5 }), limits)).toBeUndefined()
  })

  it('adds new documents to the smallest part', () => {
    const parts = [
      { id: 1, passages: 50, live: 50 },
      { id: 2, passages: 20, live: 20 },
    ]
    expect(nextStep(state({ isLarge: true, parts, tail: tail(3), tailPassages: 15 }), limits)).toEqual({
      kind: 'build',
      segments: [1, 2, 3],
      replaces: [2],
    })
  })

  it('merges eight parts of about the same size, once they are searched', () => {
    const parts = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, passages: 50, live: 45 + (at % 3) }))
    const full = state({ passages: 420, parts })
    expect(nextStep(full, limits)).toEqual({ kind: 'make-large' })
    expect(nextStep({ ...full, isLarge: true }, limits)).toEqual({
      kind: 'merge',
      parts: [1, 2, 3, 4, 5, 6, 7, 8],
    })
    const merged = { id: 10, passages: 360, live: 360 }
    expect(nextStep({ ...full, isLarge: true, parts: [...parts.slice(2), merged] }, limits)).toBeUndefined()
    const largest = parts.map(({ id }) => ({ id, passages: 3000, live: 3000 }))
    expect(nextStep({ ...full, isLarge: true, parts: largest }, limits)).toBeUndefined()
  })

  it('leaves deleted documents out of a merged part', () => {
    const parts = [{ id: 3, passages: 360, live: 200 }]
    expect(nextStep(state({ isLarge: true, parts }), limits)).toEqual({ kind: 'merge', parts: [3] })
  })

  it('rebuilds a part of which much was deleted', () => {
    const parts = [{ id: 1, passages: 50, live: 30 }]
    expect(nextStep(state({ isLarge: true, parts }), limits)).toEqual({
      kind: 'build',
      segments: [],
      replaces: [1],
    })
  })
})
