import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pdfBomb } from '../../documents/readers/documents.testing.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { newUuid } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../assistants/testing.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'

const notFound = { code: 'not_found' }
const settings = { topK: 3, threshold: 0 }
const all = { limit: 100, offset: 0, sortBy: 'created_at', descending: false } as const
const BIOLOGY = `Photosynthesis turns light into chemical energy inside chloroplasts.\n\n${'The leaf is green. '.repeat(60)}`
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

const unused = async () => {
  throw new Error('nothing is fetched here')
}

describeOnEachDatabase('knowledge', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let base: number
  let others = 0
  let dataDir: string

  beforeAll(async () => {
    const database = await open()
    dataDir = database.dataDir
    people = await createWorld(database.db)
    knowledge = createKnowledge({
      db: database.db,
      isPostgres: database.kind === 'postgres',
      runLong: undefined,
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      log: createLog('silent'),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () =>
        Array.from({ length: others }, () => ({ name: 'tutor', owner: 'ben@example.edu' })),
    })
    await knowledge.start()
    base = (await knowledge.bases.create(people.ana, { name: 'Course', description: '' })).id
    await add('biology.txt', BIOLOGY)
    await add('history.txt', HISTORY)
    await allRead()
  })
  afterAll(() => knowledge.stop())

  const add = (name: string, text: string, caller: UserCaller = people.ana, to = base) =>
    knowledge.documents.add(caller, to, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: {},
    })
  const files = async () => (await knowledge.documents.list(people.ana, base, all)).files
  const allRead = () =>
    vi.waitFor(
      async () => {
        for (const { status } of await files()) expect(status).toBe('completed')
      },
      { timeout: 10_000 },
    )
  const readIn = (own: number, count: number) =>
    vi.waitFor(
      async () => {
        const { files } = await knowledge.documents.list(people.ana, own, all)
        expect(files.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'completed'))
      },
      { timeout: 10_000 },
    )
  const find = async (question: string) => {
    const { passages } = await knowledge.searchForOwner(people.ana, [String(base)], question, settings)
    return passages
  }

  it('finds the passage and its location', async () => {
    const [best] = await find('When did the French Revolution begin?')
    expect(best).toMatchObject({ filename: 'history.txt', start: 0, end: HISTORY.length, text: HISTORY })
    expect(best?.similarity).toBeGreaterThan(0.5)
    expect(best?.scores).toMatchObject({ words: 1, grams: 1, vectors: null })
  })

  it('also returns passages with one of several words, after those with more', async () => {
    const own = (await knowledge.bases.create(people.ana, { name: 'Ferries', description: '' })).id
    await add('mines.txt', 'Newcomen built the steam engine that drained mines.', people.ana, own)
    await add('ferry.txt', 'The ferry has a new engine and sails twice a day.', people.ana, own)
    await add('garden.txt', 'Tulips bloom in April.', people.ana, own)
    await readIn(own, 3)
    const { passages, grade } = await knowledge.searchForOwner(
      people.ana,
      [String(own)],
      'Which engine by Newcomen drained mines with steam?',
      settings,
    )
    expect([grade, passages.map(({ filename }) => filename)]).toEqual(['found', ['mines.txt', 'ferry.txt']])
  })

  it('returns nothing rather than a poor match', async () => {
    expect(await find('Who painted the ceiling of the Sistine Chapel?')).toEqual([])
  })

  it('shows how each file was read', async () => {
    const [biology] = await files()
    expect(biology).toMatchObject({ name: 'biology.txt', language: 'en', stage: 'done', attempts: 1 })
    expect(biology?.chunk_count).toBeGreaterThan(1)
    const passages = await knowledge.documents.passages(people.ana, base, biology?.id ?? 0, {
      limit: 99,
      offset: 0,
    })
    for (const { start_at, end_at, text } of passages) expect(BIOLOGY.slice(start_at, end_at)).toBe(text)
  })

  it('reads a note while long documents are read', async () => {
    const slow = (await knowledge.bases.create(people.ben, { name: 'Slow', description: '' })).id
    const bytes = Buffer.from(pdfBomb(40_000_000))
    const about = { contentType: 'application/pdf', pluginName: 'simple_ingest', pluginParams: {} }
    for (const name of ['a.pdf', 'b.pdf'])
      await knowledge.documents.add(people.ben, slow, {
        ...about,
        name,
        bytes: Buffer.concat([bytes, Buffer.from(name)]),
      })
    const states = async () =>
      (await knowledge.documents.list(people.ben, slow, all)).files.map(({ status }) => status)
    await vi.waitFor(async () => expect(await states()).toEqual(['processing', 'processing']))
    await add('note.txt', 'A note about volcanoes.', people.ben, slow)
    await vi.waitFor(async () => expect(await states()).toEqual(['processing', 'processing', 'completed']), {
      timeout: 30_000,
    })
    await knowledge.bases.remove(people.ben, slow)
  })

  it('an identical file is not processed again; a new one replaces the file of the same name', async () => {
    const before = await files()
    const same = await add('history.txt', HISTORY)
    expect(same.id).toBe(before.find(({ name }) => name === 'history.txt')?.id)
    await add('history.txt', 'The Berlin Wall fell in 1989.')
    await allRead()
    await expect.poll(async () => (await files()).length).toBe(2)
    expect(await find('Berlin Wall')).toHaveLength(1)
    expect(await find('French Revolution Bastille')).toEqual([])
    await add('history.txt', HISTORY)
    await allRead()
  })

  it('the last upload counts, even while the previous version is still waiting', async () => {
    await add('history.txt', 'The Suez Canal was opened in 1869.')
    await add('history.txt', HISTORY)
    await allRead()
    await expect.poll(async () => (await files()).length).toBe(2)
    expect(await find('French Revolution Bastille')).toHaveLength(1)
    expect(await find('Suez Canal')).toEqual([])
  })

  it('deleted documents are no longer found', async () => {
    const extra = await add('extra.txt', 'Axolotls regrow lost limbs.')
    await allRead()
    expect(await find('axolotls limbs')).toHaveLength(1)
    await knowledge.documents.remove(people.ana, base, extra.id)
    expect(await find('axolotls limbs')).toEqual([])
  })

  it('a missing base does not prevent searching the others', async () => {
    const results = await knowledge.searchForOwner(
      people.ana,
      ['999999', 'no number', String(base)],
      'French Revolution',
      settings,
    )
    expect(results.missing).toEqual(['999999', 'no number'])
    expect(results.passages).toHaveLength(1)
  })

  it('colleagues find nothing in it until it is shared, strangers never', async () => {
    const asked = async (owner: UserCaller) =>
      (await knowledge.searchForOwner(owner, [String(base)], 'French Revolution', settings)).passages.length
    await expect(knowledge.bases.getFor(people.ben, 'see', base)).rejects.toMatchObject(notFound)
    expect(await asked(people.ben)).toBe(0)
    await knowledge.bases.setShared(people.ana, base, true)
    expect(await asked(people.ben)).toBe(1)
    expect((await knowledge.bases.listShared(people.ben)).map(({ id }) => id)).toEqual([base])
    await expect(add('x.txt', 'x', people.ben)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await asked(people.eve)).toBe(0)
    await expect(knowledge.query(people.eve, base, 'x', settings)).rejects.toMatchObject(notFound)
  })

  it('names the assistants that lose access before sharing stops', async () => {
    others = 1
    await expect(knowledge.bases.setShared(people.ana, base, false)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('tutor (ben@example.edu)'),
    })
    await knowledge.bases.setShared(people.ana, base, false, true)
    others = 0
    expect(
      (await knowledge.searchForOwner(people.ben, [String(base)], 'French Revolution', settings)).missing,
    ).toEqual([String(base)])
  })

  it('refuses a second one with the same name', async () => {
    await expect(
      knowledge.bases.create(people.ana, { name: ' Course ', description: '' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('removes originals without a document', async () => {
    const folder = join(dataDir, 'knowledge', String(base))
    const unowned = newUuid()
    const before = await readdir(folder)
    // What can't be written into the table.
    const odd = { name: 'odd.txt', contentType: 'text/plain', pluginName: null as never, pluginParams: {} }
    const bytes = Buffer.from('Nobody will ever read this.')
    await expect(knowledge.documents.add(people.ana, base, { ...odd, bytes })).rejects.toThrow()
    expect(await readdir(folder)).toEqual(before)

    await writeFile(join(folder, unowned), 'left by a kill')
    await writeFile(join(folder, `${unowned}.pictures`), '{}')
    // Of another database that had the same folder.
    const others = newUuid()
    const nobodys = join(dataDir, 'knowledge', '987654')
    await mkdir(nobodys)
    for (const place of [folder, nobodys]) await writeFile(join(place, others), 'not ours')
    await utimes(join(folder, others), 1, 1)
    const { signal } = new AbortController()
    await knowledge.removeUnowned(60_000, signal)
    expect(await readdir(folder)).toHaveLength(before.length + 3)
    await knowledge.removeUnowned(0, signal)
    expect((await readdir(folder)).toSorted()).toEqual([...before, others].toSorted())
    expect(await readdir(nobodys)).toEqual([others])
  })

  it('is deleted with everything in it', async () => {
    const other = await knowledge.bases.create(people.ana, { name: 'Other', description: '' })
    await add('a.txt', 'Something to forget.', people.ana, other.id)
    const gone = await knowledge.bases.remove(people.ana, other.id)
    expect(gone).toMatchObject({ files: 1 })
    await expect(knowledge.bases.getFor(people.ana, 'see', other.id)).rejects.toMatchObject(notFound)
  })
})
