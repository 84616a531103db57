import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import type { ZipFile } from '../../../platform/zip/write-zip.ts'
import { createWorld } from '../../assistants/testing.ts'
import { createKnowledge, type Knowledge } from '../knowledge.ts'

const notFound = { code: 'not_found' }
const page = { limit: 100, offset: 0, sortBy: 'name', descending: false } as const
const textOf = async (content: Awaited<ReturnType<ZipFile['read']>>) =>
  content && !(content instanceof Uint8Array) ? (await buffer(content)).toString() : content?.toString()
const unused = async () => {
  throw new Error('nothing is fetched here')
}

describeOnEachDatabase('many files at once', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let knowledge: Knowledge
  let base: number
  let ids: number[]
  let otherBase: number
  let foreign: number

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
    const other = await knowledge.bases.create(people.ana, { name: 'Other', description: '' })
    otherBase = other.id
    foreign = (await add('foreign.txt', 'Not of this course.', other.id)).id
    ids = []
    for (const name of ['Week 1 notes.txt', 'Week 2 notes.txt', '100%_exam.txt'])
      ids.push((await add(name, `About ${name}.`)).id)
    await done()
  })
  afterAll(() => knowledge.stop())

  const add = (name: string, text: string, to = base) =>
    knowledge.documents.add(people.ana, to, {
      name,
      contentType: 'text/plain',
      bytes: Buffer.from(text),
      pluginName: 'simple_ingest',
      pluginParams: {},
    })
  const list = async (filter: { search?: string; tag?: string; status?: 'completed' } = {}) => {
    const { files, total } = await knowledge.documents.list(people.ana, base, { ...page, ...filter })
    expect(total).toBe(files.length)
    return files.map(({ name }) => name)
  }
  const done = () =>
    vi.waitFor(
      async () => {
        const { files } = await knowledge.documents.list(people.ana, base, page)
        for (const { status } of files) expect(status).toBe('completed')
      },
      { timeout: 10_000 },
    )
  const tag = (which: number[], add: string[], remove: string[] = []) =>
    knowledge.documents.changeTags(people.ana, base, which, { add, remove })
  const tagsOf = async (id: number) => (await knowledge.documents.factsOf([id])).tags.get(id) ?? []
  const first = () => ids[0] as number
  const second = () => ids[1] as number

  it('adds and removes tags, whatever their case, and lists them with their files', async () => {
    await tag(ids.slice(0, 2), ['Exam topics', 'unit 1'])
    await tag([ids[2] as number], ['EXAM TOPICS'])
    expect(await knowledge.documents.tagsOf(people.ana, base)).toEqual([
      { tag: 'Exam topics', files: 3 },
      { tag: 'unit 1', files: 2 },
    ])
    await tag([second()], [], ['UNIT 1'])
    expect(await tagsOf(second())).toEqual(['Exam topics'])
    expect(await list({ tag: 'UNIT 1' })).toEqual(['Week 1 notes.txt'])
    expect(await list({ tag: 'unit 9' })).toEqual([])
  })

  it('a tag is renamed by tagging again, also when only its case changes', async () => {
    await tag([first()], ['Unit 1'], ['unit 1'])
    expect(await tagsOf(first())).toEqual(['Exam topics', 'Unit 1'])
    await tag([first()], ['Chapter 1'], ['Unit 1'])
    expect(await tagsOf(first())).toEqual(['Chapter 1', 'Exam topics'])
  })

  it('searches names with any characters, and combines filters', async () => {
    expect(await list({ search: 'week' })).toEqual(['Week 1 notes.txt', 'Week 2 notes.txt'])
    expect(await list({ search: '100%_' })).toEqual(['100%_exam.txt'])
    expect(await list({ search: '%' })).toEqual(['100%_exam.txt'])
    expect(await list({ search: 'week', tag: 'chapter 1', status: 'completed' })).toEqual([
      'Week 1 notes.txt',
    ])
    expect(await knowledge.documents.idsOf(people.ana, base, { search: 'NOTES' })).toEqual([
      second(),
      first(),
    ])
  })

  it('changes nothing if one file would have too many tags, or is in another base', async () => {
    const many = Array.from({ length: 20 }, (_one, at) => `tag ${at}`)
    await expect(tag([second(), first()], many)).rejects.toMatchObject({
      code: 'bad_request',
      userMessage: { code: 'knowledge.too_many_tags' },
    })
    expect(await tagsOf(second())).toEqual(['Exam topics'])
    await expect(tag([first(), foreign], ['x'])).rejects.toMatchObject(notFound)
    expect(await tagsOf(first())).toEqual(['Chapter 1', 'Exam topics'])
    const { documents } = knowledge
    await expect(documents.retryAll(people.ana, base, [first(), foreign])).rejects.toMatchObject(notFound)
    await expect(documents.originalsOf(people.ana, base, [first(), foreign])).rejects.toMatchObject(notFound)
    expect(await list()).toHaveLength(3)
  })

  it('strangers find nothing', async () => {
    const { documents } = knowledge
    await expect(documents.tagsOf(people.ben, base)).rejects.toMatchObject(notFound)
    await expect(documents.idsOf(people.ben, base, {})).rejects.toMatchObject(notFound)
    await expect(
      documents.changeTags(people.ben, base, [first()], { add: ['mine'], remove: [] }),
    ).rejects.toMatchObject(notFound)
  })

  it('a new version under the same name keeps the tags', async () => {
    const again = await add('Week 1 notes.txt', 'Other notes.')
    await done()
    await expect.poll(() => list()).toHaveLength(3)
    expect(await tagsOf(again.id)).toEqual(['Chapter 1', 'Exam topics'])
    ids[0] = again.id
  })

  it('processes files again unless they are being processed, and returns which', async () => {
    const { files, retried } = await knowledge.documents.retryAll(people.ana, base, ids)
    expect(files.map(({ id }) => id)).toEqual(ids)
    expect([...retried].sort()).toEqual([...ids].sort())
    await done()
  })

  it('downloads originals as a zip, and refuses if there are none', async () => {
    const read: [string, string | undefined][] = []
    for await (const file of await knowledge.documents.originalsOf(people.ana, base, ids))
      read.push([file.path, await textOf(await file.read())])
    expect(read).toEqual([
      ['Week 1 notes.txt', 'Other notes.'],
      ['Week 2 notes.txt', 'About Week 2 notes.txt.'],
      ['100%_exam.txt', 'About 100%_exam.txt.'],
    ])
  })

  it('deletes together, with their tags', async () => {
    const { documents } = knowledge
    const gone = await documents.removeAll(people.ana, base, [...ids.slice(0, 2), foreign, first()])
    expect(gone).toEqual(new Set(ids.slice(0, 2)))
    expect(await list()).toEqual(['100%_exam.txt'])
    // A repeated request, or a file that is gone already, is no error; a file of another base stays.
    expect(await documents.removeAll(people.ana, base, [...ids.slice(0, 2), foreign])).toEqual(new Set())
    const others = await documents.list(people.ana, otherBase, page)
    expect(others.files.map(({ id }) => id)).toEqual([foreign])
    await expect(documents.removeAll(people.ben, base, ids)).rejects.toMatchObject(notFound)
    expect(await knowledge.documents.tagsOf(people.ana, base)).toEqual([{ tag: 'Exam topics', files: 1 }])
  })
})
