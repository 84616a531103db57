import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../../assistants/testing.ts'
import { createKnowledge, type Knowledge } from '../knowledge.ts'

const unused = async () => {
  throw new Error('nothing is fetched here')
}
const paragraph = (word: string) => `${word} ${`is the subject of this paragraph about ${word}. `.repeat(9)}`
const text = (...words: string[]) => words.map((word) => `# ${word}\n\n${paragraph(word)}`).join('\n\n')

describeOnEachDatabase('replacing a file', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let base: number
  let id: number

  beforeAll(async () => {
    const { db, kind, dataDir } = await open()
    people = await createWorld(db)
    knowledge = createKnowledge({
      db,
      isPostgres: kind === 'postgres',
      runLong: undefined,
      dataDir,
      storage: createDiskStorage(dataDir),
      log: createLog('silent'),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () => [],
    })
    await knowledge.start()
    base = (await knowledge.bases.create(people.ana, { name: 'Course', description: '' })).id
    id = await add('plants.md', text('Roots', 'Leaves', 'Seeds'))
    await add('taken.md', 'Another file.')
    await ended(id)
  })
  afterAll(() => knowledge.stop())

  async function add(name: string, content: string): Promise<number> {
    const bytes = Buffer.from(content)
    const about = { name, contentType: 'text/markdown', pluginName: 'simple_ingest', pluginParams: {} }
    return (await knowledge.documents.add(people.ana, base, { ...about, bytes })).id
  }
  async function replace(name: string, content: string | Buffer, caller = people.ana) {
    const received = await knowledge.documents.receive(people.ana, base, name, Buffer.from(content))
    try {
      return await knowledge.documents.replace(caller, base, id, {
        name,
        contentType: 'text/markdown',
        received,
      })
    } finally {
      await received.discard()
    }
  }
  const get = () => knowledge.documents.get(people.ana, base, id)
  const ended = (file: number, status = 'completed') =>
    vi.waitFor(
      async () => expect((await knowledge.documents.get(people.ana, base, file)).status).toBe(status),
      { timeout: 10_000 },
    )
  const changeOf = () => knowledge.documents.changeOf(people.ana, base, id)
  const find = async (question: string) =>
    (await knowledge.searchForOwner(people.ana, [String(base)], question, { topK: 3, threshold: 0 })).passages
  const original = async () => {
    const opened = await knowledge.documents.original(people.ana, base, id)
    return (await (await opened.original.read()).toArray()).join('')
  }

  it('keeps its id and tags, takes the new name, and reports the changes', async () => {
    await knowledge.documents.changeTags(people.ana, base, [id], { add: ['Unit 1'], remove: [] })
    await replace('plants 2.md', text('Roots', 'Petals', 'Seeds', 'Bark'))
    await ended(id)
    expect(await get()).toMatchObject({ id, name: 'plants 2.md' })
    expect((await knowledge.documents.factsOf([id])).tags.get(id)).toEqual(['Unit 1'])
    const change = await changeOf()
    expect(change).toMatchObject({ previous_path: null, unchanged: 2, changed: 1, added: 1, removed: 0 })
    const [first] = JSON.parse(change?.passages ?? '[]')
    expect(first.before.text).toContain('Leaves')
    expect(first.after.text).toContain('Petals')
    expect(await find('Petals subject paragraph')).not.toEqual([])
    expect(await original()).toBe(text('Roots', 'Petals', 'Seeds', 'Bark'))
  })

  it('the same content again changes nothing', async () => {
    const before = await changeOf()
    expect(await replace('plants 2.md', await original())).toMatchObject({ status: 'completed' })
    expect(await changeOf()).toEqual(before)
  })

  it('an unreadable version leaves the passages unchanged', async () => {
    await replace('plants 3.pdf', '%PDF-1.7 this is not a PDF')
    await ended(id, 'failed')
    expect(await find('Petals subject paragraph')).not.toEqual([])
    expect((await changeOf())?.previous_path).not.toBeNull()
    await replace('plants 3.md', text('Roots', 'Petals', 'Seeds'))
    await ended(id)
    expect(await changeOf()).toMatchObject({ previous_path: null, unchanged: 3, changed: 0, removed: 1 })
  })

  it('refuses the name of another file, archives, and strangers', async () => {
    await expect(replace('taken.md', 'New.')).rejects.toMatchObject({ code: 'conflict' })
    await expect(replace('all.zip', Buffer.from('PK\x03\x04 …'))).rejects.toMatchObject({
      code: 'bad_request',
    })
    await expect(replace('plants 4.md', 'New.', people.ben)).rejects.toMatchObject({ code: 'not_found' })
    expect(await get()).toMatchObject({ name: 'plants 3.md', status: 'completed' })
  })

  it('compares a file that is uploaded again under its name, too', async () => {
    const next = await add('plants 3.md', text('Roots', 'Petals', 'Fruits'))
    await ended(next)
    id = next
    expect(await changeOf()).toMatchObject({ unchanged: 2, changed: 1, added: 0, removed: 0 })
  })
})
