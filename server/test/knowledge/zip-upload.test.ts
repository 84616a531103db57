import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { docxOf, paragraph } from '../../src/documents/readers/documents.testing.ts'
import { writeZip, type ZippedFile } from '../../src/modules/knowledge/documents/zip/zip.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const COURSE: ZippedFile[] = [
  { name: 'course/unit 1/leaves.txt', content: 'Leaves are green.' },
  { name: 'course/unit 2/leaves.txt', content: 'Leaves fall in autumn.' },
  { name: 'course/broken.pdf', content: '%PDF-1.4 nothing' },
  { name: 'course/notes.zip', content: 'PK' },
]

onEachDatabase('upload of a zip archive ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  let base: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    token = await app.signIn()
  })
  beforeEach(async () => {
    base = (await app.call('POST', '/knowledge-bases', token, { name: `b${Math.random()}` })).body.id
  })
  afterAll(() => app.stop())

  const formOf = (bytes: Uint8Array, field = 'files', name = 'course.zip', more = {}) => {
    const form = new FormData()
    form.append(field, new File([Buffer.from(bytes)], name))
    for (const [key, value] of Object.entries<string>(more)) form.append(key, value)
    return form
  }
  const list = async () => (await app.call('GET', `/knowledge-bases/${base}/files`, token)).body.files
  const ended = () =>
    vi.waitFor(
      async () => {
        const files: { name: string; status: string }[] = await list()
        for (const { status } of files) expect(['completed', 'failed']).toContain(status)
        return files.map(({ name, status }) => [name, status]).sort()
      },
      { timeout: 20_000 },
    )
  const READ = [
    ['course/broken.pdf', 'failed'],
    ['course/unit 1/leaves.txt', 'completed'],
    ['course/unit 2/leaves.txt', 'completed'],
  ]

  it('makes each file a document, and says which ones were not added', async () => {
    const added = await app.call('POST', `/knowledge-bases/${base}/files`, token, formOf(writeZip(COURSE)))
    expect(added.status).toBe(201)
    expect(added.body.files).toHaveLength(3)
    expect(added.body.skipped).toEqual([
      {
        name: 'course/notes.zip',
        message: 'An archive inside the archive. Unpack it and upload its files.',
        message_code: 'knowledge.zip_nested',
        message_params: {},
      },
    ])
    expect(await ended()).toEqual(READ)
    const again = await app.call('POST', `/knowledge-bases/${base}/files`, token, formOf(writeZip(COURSE)))
    // The one that failed is tried again.
    expect(again.body.unchanged).toHaveLength(2)
  })

  it('keeps the files of two archives apart, and replaces those of the same one', async () => {
    const upload = (name: string, ...files: ZippedFile[]) =>
      app.call('POST', `/knowledge-bases/${base}/files`, token, formOf(writeZip(files), 'files', name))
    const slides = (content: string) => ({ name: 'slides.txt', content })
    await upload('week1.zip', slides('Leaves are green.'))
    await upload('week2.zip', slides('Roots drink.'), { name: 'week2/more.txt', content: 'Stems stand.' })
    await upload('week1.zip', slides('Leaves are red.'))
    await upload('course.zip', ...COURSE.slice(0, 1))
    const names = ['course/unit 1/leaves.txt', 'week1/slides.txt', 'week2/slides.txt', 'week2/week2/more.txt']
    await vi.waitFor(async () => expect(await ended()).toEqual(names.map((name) => [name, 'completed'])), {
      timeout: 20_000,
    })
  })

  it('works with LAMB’s routes', async () => {
    const path = `/creator/knowledgebases/kb/${base}`
    const lamb = await app.call(
      'POST',
      `${path}/plugin-ingest-file`,
      token,
      formOf(writeZip(COURSE), 'file', 'course.zip', { plugin_name: 'simple_ingest' }),
    )
    expect(lamb.status, JSON.stringify(lamb.body)).toBe(200)
    expect(lamb.body.job_ids).toHaveLength(3)
    expect(lamb.body.skipped).toHaveLength(1)
    expect(await ended()).toEqual(READ)
    const plain = await app.call('POST', `${path}/files`, token, formOf(writeZip(COURSE)))
    expect(plain.body.uploaded_files).toHaveLength(3)
  })

  it.each([
    ['a bomb', writeZip([{ name: 'a.txt', content: Buffer.alloc(30 * 1024 * 1024) }])],
    [
      'too many files',
      writeZip(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.txt`, content: 'x' }))),
    ],
    ['a damaged directory', writeZip(COURSE).subarray(0, -30)],
  ])('refuses %s and adds nothing', async (_what, bytes) => {
    const answer = await app.call('POST', `/knowledge-bases/${base}/files`, token, formOf(bytes))
    expect(answer.status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('reads a Word file that is named .zip as a document', async () => {
    const bytes = await docxOf(paragraph('Leaves are green.'))
    await app.call('POST', `/knowledge-bases/${base}/files`, token, formOf(bytes))
    expect(await ended()).toEqual([['course.zip', 'completed']])
  })
})
