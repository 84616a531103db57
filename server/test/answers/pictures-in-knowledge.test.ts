/** @module-tag nightly */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { docxOf, paragraph, pdfOf, relations, zipOf } from '../../src/documents/readers/documents.testing.ts'
import { toPng } from '../../src/documents/readers/pictures/pixels.ts'
import { drawWords, toPdfPicture } from '../../src/documents/readers/pictures.testing.ts'
import { type FakeUpstream, type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

function pngOf(number: number): Uint8Array {
  const rgb = new Uint8Array(120 * 90 * 3).fill(200)
  rgb[0] = number
  return toPng({ width: 120, height: 90, rgb })
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const drawing = (id: number) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="Figure ${id}"/><a:graphic><pic:pic xmlns:pic="pic"><a:blip r:embed="p${id}"/></pic:pic></a:graphic></wp:inline></w:drawing></w:r></w:p>`

/** Creates a Word file with images of these numbers. */
async function docxWith(text: string, numbers: number[]): Promise<Uint8Array> {
  const body = `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>${numbers.map(drawing).join('')}`
  return zipOf({
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<w:document xmlns:w="w" xmlns:wp="wp" xmlns:a="a" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      Object.fromEntries(numbers.map((id) => [`p${id}`, ['image', `media/${id}.png`]])),
    ),
    ...Object.fromEntries(numbers.map((id) => [`word/media/${id}.png`, pngOf(id)])),
  })
}

/** The number of the image that was sent, in the order of these tests. */
const numberIn = (body: object): number =>
  [1, 2, 3, 4, 5, 6].find((number) => JSON.stringify(body).includes(base64(pngOf(number)))) ?? 0

const refuses: Script = (response) => {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: 'This model does not see' } }))
}

onEachDatabase('images in knowledge bases ($name)', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let base: string
  let settings: Record<string, string>
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    settings = {
      ...(await env()),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'bellwether-pictures-')),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      GLOBAL_DEFAULT_MODEL_PROVIDER: 'openai',
      GLOBAL_DEFAULT_MODEL_NAME: 'sees',
      OPENAI_MODELS: 'sees,other',
    }
    app = await startTestApp(settings)
    token = await app.signIn()
  })
  beforeEach(async () => {
    upstream.seen.length = 0
    base = (await app.call('POST', '/knowledge-bases', token, { name: `b${Math.random()}` })).body.id
  })
  afterEach(async () => {
    upstream.answer(says('nothing'))
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    rmSync(app.dataDir, { recursive: true, force: true })
  })

  const upload = (bytes: Uint8Array, name: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('files', new File([Buffer.from(bytes)], name))
    const fields = { plugin_name: 'markitdown_plus_ingest', image_descriptions: 'llm', ...more }
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    return app.call('POST', `/knowledge-bases/${base}/files`, token, form)
  }
  const files = async () => (await app.call('GET', `/knowledge-bases/${base}/files`, token)).body.files
  const read = async (status = 'completed') =>
    vi.waitFor(
      async () => {
        const listed = await files()
        expect(listed.map((file: { status: string }) => file.status)).toEqual([status])
        return listed[0]
      },
      { timeout: 20_000 },
    )
  const find = async (question: string) =>
    (await app.call('POST', `/knowledge-bases/${base}/query`, token, { question })).body.passages

  it('finds and cites the model’s description on the page of the image', async () => {
    upstream.answer(says('A lighthouse', ' on a cliff at dusk.'))
    const drawn = drawWords('HELLO')
    const lines = (text: string) => [{ text, x: 72, y: 72 }]
    const pages = [lines('Tides come twice a day.'), lines('Harbours are built of stone.')]
    await upload(pdfOf(pages, { picture: toPdfPicture(drawn, 8), on: 2 }), 'sea.pdf', {
      image_model: 'other',
    })
    expect(await read()).toMatchObject({ warnings: [], plugin_params: { image_descriptions: 'llm' } })
    const [passage] = await find('Is there a lighthouse?')
    expect(passage.page).toBe(2)
    expect(passage.text).toContain('[Picture, described by AI: A lighthouse on a cliff at dusk.]')
    const range = `passage=${passage.start}-${passage.end}`
    const shown = await app.call(
      'GET',
      `/knowledge-bases/${base}/files/${passage.file_id}/text?${range}`,
      token,
    )
    const { text, start } = shown.body
    expect(text.slice(passage.start - start, passage.end - start)).toBe(passage.text)
    const rgb = new Uint8Array(drawn.dots.length * 3).map((_, at) => drawn.dots[Math.floor(at / 3)] ?? 0)
    const [asked] = upstream.seen
    expect(asked?.body).toMatchObject({
      model: 'other',
      messages: [
        { role: 'system' },
        {
          role: 'user',
          content: [
            { type: 'text', text: expect.stringContaining('Harbours are built of stone.') },
            {
              type: 'image_url',
              image_url: { url: `data:image/png;base64,${base64(toPng({ ...drawn, rgb }))}` },
            },
          ],
        },
      ],
    })
    const today = new Date().toISOString().slice(0, 10)
    await vi.waitFor(async () => {
      const { body } = await app.call('GET', `/usage?from=${today}&to=${today}&group_by=model`, token)
      expect(JSON.stringify(body)).toMatch(/"other".*"input_tokens":7/)
    })
  })

  it('keeps the author’s text and a warning if one fails; retries only that one on the next upload', async () => {
    upstream.answer((response, seen) =>
      (numberIn(seen.body) === 2 ? refuses : says(`Seen number ${numberIn(seen.body)}.`))(response, seen),
    )
    const file = await docxWith('Unit one', [1, 2, 3])
    await upload(file, 'unit.docx')
    const { warnings, warning_messages } = await read()
    expect(warnings).toEqual([expect.stringMatching(/1 of 3\..*This model does not see/s)])
    expect(warning_messages).toMatchObject([
      {
        message: warnings[0],
        message_code: 'document_warnings.images_not_described',
        message_params: { missing: 1, total: 3, reason: { code: expect.any(String) } },
      },
    ])
    const text = (
      await app.call('GET', `/knowledge-bases/${base}/files/${(await files())[0].id}/text`, token)
    ).body.text
    expect(text).toContain('[Picture: Figure 1. Described by AI: Seen number 1.]')
    expect(text).toContain('[Picture: Figure 2]')
    upstream.seen.length = 0
    upstream.answer(says('Now it is seen.'))
    const again = await upload(file, 'unit.docx')
    expect(again.body.unchanged).toEqual([])
    await vi.waitFor(async () => expect((await read()).id).toBe(again.body.files[0].id), { timeout: 20_000 })
    expect(upstream.seen.map(({ body }) => numberIn(body))).toEqual([2])
    expect((await read()).warnings).toEqual([])
    // The file is unchanged now, so nothing is processed; a changed file only describes its new images.
    expect((await upload(file, 'unit.docx')).body.unchanged).toHaveLength(1)
    const changed = await upload(await docxWith('Unit one, changed', [1, 2, 4]), 'unit.docx')
    await vi.waitFor(async () => expect((await read()).id).toBe(changed.body.files[0].id), {
      timeout: 20_000,
    })
    expect(upstream.seen.map(({ body }) => numberIn(body))).toEqual([2, 4])
    expect(await find('Now it is seen')).toHaveLength(1)
  })

  it('ends the call when cancelled; a restarted server does not ask twice', async () => {
    const held: Script = async () => undefined
    upstream.answer((response, seen) => (numberIn(seen.body) < 3 ? says('Seen.') : held)(response, seen))
    await upload(await docxWith('Unit two', [1, 2, 3, 4]), 'two.docx')
    await vi.waitFor(async () => {
      expect(upstream.seen).toHaveLength(4)
      const [file] = await files()
      expect([file.stage, file.message]).toEqual(['describe', 'Describing images: 2 of 4'])
    }, 20_000)
    expect(upstream.open()).toBe(2)
    await app.call('POST', `/knowledge-bases/${base}/files/${(await files())[0].id}/cancel`, token)
    await vi.waitFor(() => expect(upstream.open()).toBe(0), 5000)
    upstream.seen.length = 0
    await app.call('POST', `/knowledge-bases/${base}/files/${(await files())[0].id}/retry`, token, {})
    await vi.waitFor(
      () => expect(upstream.seen.map(({ body }) => numberIn(body)).toSorted()).toEqual([3, 4]),
      30_000,
    )
    await app.stop()
    upstream.answer(says('Seen at last.'))
    app = await startTestApp(settings)
    token = await app.signIn()
    await read()
    expect(upstream.seen.map(({ body }) => numberIn(body)).toSorted()).toEqual([3, 3, 4, 4])
    expect(await find('Seen at last')).toHaveLength(1)
    // Starts three threads, one after the other, and a server, which takes a while on a busy machine.
  }, 90_000)

  it('stops asking a model that can’t see; reports a used-up budget without asking', async () => {
    upstream.answer(refuses)
    await upload(await docxWith('Unit three', [1, 2, 3, 4, 5, 6]), 'three.docx')
    expect((await read()).warnings).toEqual([expect.stringContaining('6 of 6.')])
    expect(upstream.seen.length).toBeLessThan(6)
    upstream.seen.length = 0
    const budget = { scope: 'organization', period: 'day', max_tokens: 1 }
    const made = await app.call('POST', '/organizations/current/budgets', token, budget)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await upload(await docxWith('Unit four', [1, 2]), 'three.docx')
    await wait(50)
    const { warnings } = await vi.waitFor(async () => {
      const file = await read()
      expect(file.warnings).toEqual([expect.stringContaining('2 of 2.')])
      return file
    }, 20_000)
    expect(warnings[0]).toMatch(/budget/i)
    expect(upstream.seen).toEqual([])
    await app.call('DELETE', `/budgets/${made.body.id}`, token)
  })

  it('calls no model for other ways to read a file', async () => {
    await upload(await docxWith('Unit five', [1]), 'five.docx', { image_descriptions: 'basic' })
    await read()
    expect(upstream.seen).toEqual([])
    expect(await find('Figure 1')).toHaveLength(1)
  })
})

it('refuses descriptions without a model, and says what to do', async () => {
  const app = await startTestApp()
  try {
    const token = await app.signIn()
    const { id } = (await app.call('POST', '/knowledge-bases', token, { name: 'b' })).body
    const form = new FormData()
    form.append('files', new File([Buffer.from(await docxOf(paragraph('Text')))], 'a.docx'))
    form.append('plugin_name', 'markitdown_plus_ingest')
    form.append('image_descriptions', 'llm')
    const answer = await app.call('POST', `/knowledge-bases/${id}/files`, token, form)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringMatching(/set up a provider in the settings.*image_descriptions to “basic”/),
    ])
    expect((await app.call('GET', `/knowledge-bases/${id}/files`, token)).body.files).toEqual([])
  } finally {
    await app.stop()
  }
})
