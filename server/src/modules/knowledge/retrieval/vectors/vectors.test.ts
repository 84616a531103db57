import { say, toMessageFields } from '@bellwether/wire'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { withShortTimers } from '../../../../../test/harness/short-timers.ts'
import { describeOnEachDatabase, type TestDatabase } from '../../../../platform/db/testing.ts'
import { AppError } from '../../../../platform/errors.ts'
import { createLog } from '../../../../platform/log.ts'
import { createDiskStorage } from '../../../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../../../assistants/testing.ts'
import { createKnowledge, type Knowledge } from '../../knowledge.ts'
import { createFakeEmbedder } from './embedder.testing.ts'
import type { Embedder, Reranker } from './embedder.ts'
import { createEmbedding } from './embedding.ts'
import { vectorRepository } from './vector.repository.ts'

const settings = { topK: 3, threshold: 0 }
const CARS = 'Automobiles are driven by motors.'
const unused = () => Promise.reject(new Error('not used here'))
const HEALTH = 'A physician cures the sick.'

describeOnEachDatabase('vectors', (open) => {
  let database: TestDatabase
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let scoreOf: ((text: string) => number) | undefined
  let base: number
  let made = 0
  const fake = createFakeEmbedder()
  const reranker: Reranker = {
    isSet: async () => scoreOf !== undefined,
    score: async (_organization, _question, texts) => texts.map((text) => scoreOf?.(text) ?? 0),
  }

  beforeAll(async () => {
    database = await open()
    people = await createWorld(database.db)
    knowledge = createInstance()
    await knowledge.start()
  })
  afterAll(() => knowledge.stop())
  beforeEach(async () => {
    fake.reset()
    scoreOf = undefined
    knowledge.embeddingsChanged(people.north)
    base = (await knowledge.bases.create(people.ana, { name: `Course ${++made}`, description: '' })).id
  })
  afterEach(() => knowledge.bases.remove(people.ana, base))

  const deps = () => ({
    db: database.db,
    isPostgres: database.kind === 'postgres',
    log: createLog('silent'),
    embedder: fake,
  })
  const createInstance = (): Knowledge =>
    createKnowledge({
      ...deps(),
      runLong: undefined,
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () => [],
      reranker,
    })
  const add = (name: string, text: string, params: object = {}) =>
    knowledge.documents.add(people.ana, base, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: { ...params },
    })
  const progress = () => knowledge.embeddingOf(people.ana, base)
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000 })
  const embedded = (passages: number, model = 'fake/one') =>
    soon(async () =>
      expect(await progress()).toEqual({ model, done: passages, total: passages, error: null }),
    )
  const ask = (question: string) => knowledge.query(people.ana, base, question, settings)
  const names = async (question: string) => (await ask(question)).passages.map(({ filename }) => filename)
  const rows = () =>
    database.db
      .selectFrom('knowledge_vectors as v')
      .innerJoin('knowledge_files as f', 'f.id', 'v.file_id')
      .where('f.knowledge_base_id', '=', base)
      .select(['v.model', 'v.status', 'v.dimension', 'f.name'])
      .orderBy('v.model')
      .orderBy('f.name')
      .execute()

  it('finds by words immediately, and by meaning once the vectors are ready', async () => {
    const release = fake.holdUp()
    await add('alpha.txt', CARS)
    await add('beta.txt', HEALTH)
    await soon(async () => expect(await names('automobiles motors')).toEqual(['alpha.txt']))
    expect((await ask('engines of cars')).vectors).toBe('off')
    await soon(async () =>
      expect(await progress()).toEqual({ model: 'fake/one', done: 0, total: 2, error: null }),
    )
    release()
    await embedded(2)
    const results = await ask('engines of cars')
    expect(results).toMatchObject({ vectors: 'used', passages: [{ filename: 'alpha.txt' }] })
    expect(results.passages[0]?.scores).toMatchObject({ words: 0, vectors: expect.any(Number) })
    expect(await names('doctors')).toEqual(['beta.txt'])
    expect(await names('penguins of Antarctica')).toEqual([])
  })

  it('embeds nothing and calls no provider without a model', async () => {
    fake.choose(undefined)
    await add('alpha.txt', CARS)
    await soon(async () => expect(await names('automobiles')).toEqual(['alpha.txt']))
    expect(await progress()).toBeNull()
    expect(fake.calls).toEqual([])
    fake.choose('fake/one')
    knowledge.embeddingsChanged(people.north)
    await embedded(1)
    expect(await names('engines of cars')).toEqual(['alpha.txt'])
  })

  it('falls back to words if the provider fails, and shows its message', async () => {
    await add('alpha.txt', CARS)
    await embedded(1)
    const message = say('knowledge.vectors_inconsistent')
    fake.fail(new AppError('provider_failed', message, { providerStatus: 401, retryable: false }))
    const results = await ask('automobiles driven')
    expect(results).toMatchObject({ vectors: 'unavailable', passages: [{ filename: 'alpha.txt' }] })
    expect((await ask('fast engines of cars')).passages).toEqual([])
    await add('beta.txt', HEALTH)
    await soon(async () =>
      expect(await progress()).toEqual({
        model: 'fake/one',
        done: 1,
        total: 2,
        error: message.text,
        ...toMessageFields(message),
      }),
    )
    fake.fail(undefined)
    knowledge.embeddingsChanged(people.north)
    await embedded(2)
  })

  it('falls back to words if the provider is slow', async () => {
    await add('alpha.txt', CARS)
    await embedded(1)
    const release = fake.holdUp()
    const results = await withShortTimers(2000, () => ask('motors of cars'))
    expect(results.vectors).toBe('unavailable')
    release()
  })

  it('another model is prepared in the background while the old one is used', async () => {
    await add('alpha.txt', CARS)
    await add('beta.txt', HEALTH)
    await embedded(2)
    fake.refuse((text) => text.includes('physician') && fake.calls.at(-1)?.model === 'fake/two')
    fake.choose('fake/two')
    knowledge.embeddingsChanged(people.north)
    await soon(async () => expect(await progress()).toMatchObject({ model: 'fake/two', done: 1, total: 2 }))
    fake.calls.length = 0
    expect(await ask('cars and engines')).toMatchObject({
      vectors: 'used',
      passages: [{ filename: 'alpha.txt' }],
    })
    expect(fake.calls.filter(({ purpose }) => purpose === 'question')).toMatchObject([{ model: 'fake/one' }])
    fake.refuse(() => false)
    await database.db.updateTable('knowledge_vectors').set({ run_after: 0 }).execute()
    knowledge.embeddingsChanged(people.north)
    await embedded(2, 'fake/two')
    await soon(async () => expect((await rows()).map(({ model }) => model)).toEqual(['fake/two', 'fake/two']))
    expect(await names('doctors')).toEqual(['beta.txt'])
    expect(fake.calls.filter(({ purpose }) => purpose === 'question').at(-1)).toMatchObject({
      model: 'fake/two',
    })
  })

  it('a document that the new model refuses does not keep the others on the old one', async () => {
    await add('alpha.txt', CARS)
    await add('beta.txt', HEALTH)
    await add('gamma.txt', 'Bread is baked.')
    await embedded(3)
    fake.refuse((text) => text.includes('physician') && fake.calls.at(-1)?.model === 'fake/two')
    fake.choose('fake/two')
    knowledge.embeddingsChanged(people.north)
    await soon(async () =>
      expect(await rows()).toMatchObject([
        { model: 'fake/two', status: 'ready', name: 'alpha.txt' },
        { model: 'fake/two', status: 'failed', name: 'beta.txt' },
        { model: 'fake/two', status: 'ready', name: 'gamma.txt' },
      ]),
    )
    fake.calls.length = 0
    expect(await names('cars and engines')).toEqual(['alpha.txt'])
    expect(fake.calls.filter(({ purpose }) => purpose === 'question')).toMatchObject([{ model: 'fake/two' }])
  })

  it.each(['processing', 'cancelled'] as const)(
    'still finds documents that are being processed again, %s',
    async (status) => {
      const setStatus = (to: typeof status | 'completed') =>
        database.db
          .updateTable('knowledge_files')
          .set({ status: to, leased_until: Number.MAX_SAFE_INTEGER })
          .where('knowledge_base_id', '=', base)
          .where('name', '=', 'site.txt')
          .execute()
      await add('site.txt', `${CARS}\n\n${'A long sentence that goes on for a while. '.repeat(3000)}`)
      await soon(async () => expect((await progress())?.done).toBeGreaterThan(100))
      await soon(async () => expect((await rows()).map((row) => row.status)).toEqual(['ready']))
      await setStatus(status)
      knowledge.embeddingsChanged(people.north)
      expect(await ask('engines of cars')).toMatchObject({ vectors: 'used' })
      await add('note.txt', 'Bread is baked.')
      await soon(async () => expect(await names('bread')).toEqual(['note.txt']))
      await knowledge.bases.update(people.ana, base, { settings: { whole_documents: true } })
      const results = await ask('bread')
      await setStatus('completed')
      expect(results.reason).toBeUndefined()
      expect(results.passages.length).toBeLessThanOrEqual(settings.topK)
    },
  )

  it('a replaced file keeps the vectors of unchanged passages', async () => {
    const filler = 'One more sentence about nothing that matters. '.repeat(12)
    const text = (last: string) =>
      `# One\n\n${CARS} ${filler}\n\n# Two\n\n${HEALTH} ${filler}\n\n# Three\n\n${last}`
    await add('course.txt', text('Bread is baked.'))
    await soon(async () => expect((await progress())?.done).toBeGreaterThan(1))
    const before = fake.passages().length
    await soon(async () => expect((await progress())?.done).toBe(before))
    await add('course.txt', text('The moon causes tides.'))
    await soon(async () => expect(await names('moon tides')).toEqual(['course.txt']))
    await soon(async () => expect((await rows()).map(({ status }) => status)).toEqual(['ready']))
    const again = fake.passages().slice(before)
    expect(again).toHaveLength(1)
    expect(again[0]).toContain('moon')
    await embedded(before)
  })

  it('continues where a killed process stopped', async () => {
    fake.choose(undefined)
    const sentences = Array.from({ length: 700 }, (_, at) => `Sentence number ${at} speaks of topic ${at}.`)
    await add('long.txt', sentences.join('\n\n'), { chunk_size: 200 })
    await soon(async () => expect(await names('topic 42')).toContain('long.txt'))
    const stuck: Embedder['embed'] = (_organization, _model, _texts, _purpose, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const killed = createEmbedding({
      ...deps(),
      saveEvery: 1,
      embedder: {
        modelOf: async () => 'fake/one',
        embed: (...order) => (fake.calls.length < 1 ? fake.embed(...order) : stuck(...order)),
      },
    })
    await killed.start()
    const saved = async () => (await vectorRepository.stateOf(database.db, base)).models.get('fake/one')
    await soon(async () => expect((await saved())?.passages).toBe(64))
    // What it had written down stays, and its lease runs out.
    await database.db.updateTable('knowledge_vectors').set({ leased_by: 'killed', leased_until: 0 }).execute()
    await killed.stop()
    fake.choose('fake/one')
    knowledge.embeddingsChanged(people.north)
    const total = (await progress())?.total ?? 0
    expect(total).toBeGreaterThan(128)
    await embedded(total)
    expect(new Set(fake.passages()).size).toBe(fake.passages().length)
    expect(fake.passages()).toHaveLength(total)
  })

  it('two processes share the work and do nothing twice', async () => {
    const other = createEmbedding({ ...deps(), isPostgres: true, lookMs: 20 })
    await other.start()
    for (let at = 0; at < 12; at++) await add(`${at}.txt`, `Lesson ${at} is about topic ${at}.`)
    await embedded(12)
    await other.stop()
    const passages = fake.passages()
    expect(new Set(passages).size).toBe(passages.length)
    expect(passages).toHaveLength(12)
  })

  it('one refused passage does not prevent embedding the rest', async () => {
    fake.refuse((text) => text.includes('UNSPEAKABLE'))
    const filler = 'One more sentence about nothing that matters. '.repeat(16)
    await add('mixed.txt', `${CARS} ${filler}\n\nUNSPEAKABLE ${filler}\n\n${HEALTH} ${filler}`)
    await soon(async () => expect((await rows()).map(({ status }) => status)).toEqual(['ready']))
    const state = await progress()
    expect(state?.done).toBe((state?.total ?? 0) - 1)
    expect(await names('automobiles')).toContain('mixed.txt')
  })

  it.each([
    ['the first passage', (text: string) => text.includes('Automobiles'), 'ready'],
    ['every passage', () => true, 'failed'],
  ])('a model that refuses %s of a document', async (_name, refuses, status) => {
    fake.refuse(refuses)
    const filler = 'One more sentence about nothing that matters. '.repeat(16)
    await add('mixed.txt', `${CARS} ${filler}\n\n${HEALTH} ${filler}`)
    await soon(async () => expect((await rows()).map((row) => row.status)).toEqual([status]))
  })

  it('a new dimension under the same model name does no harm', async () => {
    await add('alpha.txt', CARS)
    await embedded(1)
    fake.setDimension(256)
    expect((await ask('the motors of automobiles')).passages).toMatchObject([{ filename: 'alpha.txt' }])
    await add('beta.txt', HEALTH)
    await embedded(2)
    expect(await rows()).toMatchObject([{ dimension: 512 }, { dimension: 256 }])
    await soon(async () => expect(await names('doctors here')).toEqual(['beta.txt']))
  })

  it('vectors are deleted with their file', async () => {
    const file = await add('alpha.txt', CARS)
    await embedded(1)
    await knowledge.documents.remove(people.ana, base, file.id)
    expect(await rows()).toEqual([])
    expect(await vectorRepository.stateOf(database.db, base)).toMatchObject({ files: 0, passages: 0 })
  })

  it('a reranker sorts the results; if it fails, the order stays', async () => {
    scoreOf = (text) => (text.includes('best') ? 1 : 0.1)
    fake.choose(undefined)
    await add('a.txt', 'Tides tides tides of the sea.')
    await add('b.txt', 'The best text about tides is this, and it is longer than the other one.')
    await soon(async () => expect((await ask('tides')).passages).toHaveLength(2))
    const results = await ask('tides')
    expect(results).toMatchObject({
      reranked: 'yes',
      grade: 'found',
      passages: [{ filename: 'b.txt', scores: { rerank: 1 } }, {}],
    })
    // Logarithms of odds, and no passage that answers: the order of the search stays.
    scoreOf = (text) => (text.includes('best') ? -4 : -4.1)
    expect(await ask('tides')).toMatchObject({
      grade: 'perhaps',
      passages: [{ filename: 'a.txt', scores: { rerank: expect.closeTo(0.016, 3) } }, {}],
    })
    scoreOf = () => {
      throw new Error('no')
    }
    expect(await ask('tides')).toMatchObject({ reranked: 'failed', passages: [{ filename: 'a.txt' }, {}] })
  })

  it('returns small documents whole, in order, if the base is set to that', async () => {
    fake.choose(undefined)
    const filler = 'One more sentence about nothing that matters. '.repeat(16)
    await add('b.txt', `${CARS} ${filler}\n\n${HEALTH} ${filler}`)
    await add('a.txt', 'Bread is baked.')
    await soon(async () => expect(await names('automobiles bread')).toHaveLength(2))
    await knowledge.bases.update(people.ana, base, { settings: { whole_documents: true } })
    const results = await ask('Something else entirely')
    expect(results.reason).toBe('whole_documents')
    expect(results.passages.map(({ filename, ordinal }) => `${filename} ${ordinal}`)).toEqual([
      'b.txt 0',
      'b.txt 1',
      'a.txt 0',
    ])
    await add('large.txt', 'A long sentence that goes on for a while. '.repeat(3000))
    await soon(async () => expect((await ask('bread')).reason).toBeUndefined())
  })

  it('says how documents begin when no word of the question is in any of them', async () => {
    fake.choose(undefined)
    await add('alpha.txt', CARS)
    await add('beta.txt', HEALTH)
    await soon(async () => expect(await names('physician automobiles')).toHaveLength(2))
    expect(await ask('What is this about?')).toMatchObject({
      grade: 'nothing',
      passages: [],
      nearest: [
        { title: 'alpha.txt', opening: CARS },
        { title: 'beta.txt', opening: HEALTH },
      ],
    })
  })
})
