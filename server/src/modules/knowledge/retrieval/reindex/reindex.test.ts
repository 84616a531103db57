import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase, type TestDatabase } from '../../../../platform/db/testing.ts'
import { createLog } from '../../../../platform/log.ts'
import { createDiskStorage } from '../../../../platform/storage/disk/disk-storage.ts'
import { SEGMENT_FORMAT } from '../../../../search/postings/segment.ts'
import { createWorld } from '../../../assistants/testing.ts'
import { createKnowledge, type Knowledge } from '../../knowledge.ts'

const unused = () => Promise.reject(new Error('not used here'))
const LONG =
  'The leaves of the plants that live in the shade of other plants are larger and darker than those in the sun.'

describeOnEachDatabase('documents in an earlier index format', (open) => {
  let database: TestDatabase
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let base: number

  const create = (): Knowledge =>
    createKnowledge({
      db: database.db,
      isPostgres: database.kind === 'postgres',
      runLong: undefined,
      log: createLog('silent'),
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () => [],
    })
  const add = (name: string, text: string) =>
    knowledge.documents.add(people.ana, base, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: {},
    })
  const segments = () =>
    database.db.selectFrom('knowledge_segments').select(['id', 'format']).orderBy('id').execute()
  const files = () =>
    database.db.selectFrom('knowledge_files').select(['name', 'status', 'language']).orderBy('name').execute()
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000 })
  const outdate = () =>
    database.db
      .updateTable('knowledge_segments')
      .set({ format: SEGMENT_FORMAT - 1, bytes: new Uint8Array([1, 2, 3]) })
      .execute()
  const ask = async (question: string) =>
    (await knowledge.query(people.ana, base, question, { topK: 3, threshold: 0 })).passages[0]?.filename

  beforeAll(async () => {
    database = await open()
    people = await createWorld(database.db)
    knowledge = create()
    await knowledge.start()
    base = (await knowledge.bases.create(people.ana, { name: 'Course', description: '' })).id
    await add('leaves.txt', LONG)
    await soon(async () => expect(await files()).toMatchObject([{ status: 'completed' }]))
    await add('short.txt', 'Photosynthesis, chlorophyll')
    await soon(async () => expect(await files()).toMatchObject([{}, { status: 'completed' }]))
  })
  afterAll(() => knowledge.stop())

  it('uses the language of the knowledge base for a text that is too short to detect one', async () => {
    expect(await files()).toMatchObject([{ language: 'en' }, { name: 'short.txt', language: 'en' }])
  })

  it('are indexed again when their knowledge base is searched', async () => {
    await outdate()
    // Another instance, which has nothing in memory and has not been started.
    await knowledge.stop()
    knowledge = create()
    expect(await ask('Which plants have darker leaves?')).toBe('leaves.txt')
    expect(await ask('chlorophyll')).toBe('short.txt')
    expect((await segments()).map(({ format }) => format)).toEqual([SEGMENT_FORMAT, SEGMENT_FORMAT])
  })

  it('are indexed again in the background after a start', async () => {
    await outdate()
    await knowledge.stop()
    knowledge = create()
    await knowledge.start()
    await soon(async () =>
      expect((await segments()).map(({ format }) => format)).toEqual([SEGMENT_FORMAT, SEGMENT_FORMAT]),
    )
    expect(await ask('Which plants have darker leaves?')).toBe('leaves.txt')
  })

  it('can be stopped in the middle', async () => {
    await outdate()
    await knowledge.stop()
    knowledge = create()
    await knowledge.start()
    await knowledge.stop()
    knowledge = create()
    expect(await ask('Which plants have darker leaves?')).toBe('leaves.txt')
  })
})
