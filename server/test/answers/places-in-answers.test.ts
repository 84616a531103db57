import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bytesOf, pdfOf, xlsxOf } from '../../src/documents/readers/documents.testing.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { startTracedApp, type TracedApp } from './tracing.testing.ts'

const VTT =
  'WEBVTT\n\n00:12:03.000 --> 00:12:08.000\nThe lighthouse keeper rings the bell\n\n00:12:08.000 --> 00:12:10.000\nwhenever fog comes in.'
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`
const PAGES = [
  [{ text: 'Harbours are old. The breakwater of the harbour was', x: 72, y: 72 }],
  [{ text: 'built from granite blocks. Ships are new.', x: 72, y: 72 }],
]

onEachDatabase('where the sources of an answer are ($name)', ({ env }) => {
  let app: TracedApp
  let base: string
  beforeAll(async () => {
    app = await startTracedApp(await env())
    base = (await app.call('POST', '/knowledge-bases', app.token, { name: 'Coast' })).body.id
    const form = new FormData()
    const marks = await xlsxOf([
      { name: 'Spring term', rows: row('Student', 'Grade') + row('Zeferino', '9') },
    ])
    const files = { 'talk.vtt': bytesOf(VTT), 'marks.xlsx': marks, 'harbour.pdf': pdfOf(PAGES) }
    for (const [name, bytes] of Object.entries(files))
      form.append('files', new File([Buffer.from(bytes)], name))
    await app.call('POST', `/knowledge-bases/${base}/files`, app.token, form)
    await vi.waitFor(
      async () => {
        const { files: all } = (await app.call('GET', `/knowledge-bases/${base}/files`, app.token)).body
        expect(all.map((file: { status: string }) => file.status)).toEqual(Array(3).fill('completed'))
      },
      { timeout: 20_000 },
    )
  })
  afterAll(() => app.stop())

  it.each([
    ['When does the lighthouse keeper ring the bell?', { time: '00:12:03' }],
    ['What grade has Zeferino?', { sheet: 'Spring term' }],
    ['What was the breakwater of the harbour built from?', { page: 1, page_end: 2 }],
  ])('%s', async (question, place) => {
    const results = await app.call('POST', `/knowledge-bases/${base}/query`, app.token, { question })
    const [passage] = results.body.passages
    expect(passage).toMatchObject(place)
    const path = `/knowledge-bases/${base}/files/${passage.file_id}`
    const { passages } = (await app.call('GET', `${path}/passages`, app.token)).body
    expect(passages).toContainEqual(expect.objectContaining({ ...place, text: passage.text }))
    const { text, places } = (await app.call('GET', `${path}/text`, app.token)).body
    expect(text.slice(passage.start, passage.end)).toBe(passage.text)
    expect(places).toContainEqual(expect.objectContaining(place))
    const lamb = await app.call('POST', `/creator/knowledgebases/kb/${base}/query`, app.token, {
      query_text: question,
    })
    expect(lamb.body.results[0].metadata).toMatchObject(place)

    const tools = [{ type: 'simple_rag', config: { collections: [base] } }]
    const id = await app.make({ connector: 'quotes', llm: 'quotes', tools })
    const answer = await app.ask(id, { messages: [{ role: 'user', content: question }] })
    const [source] = answer.body.sources[0].metadata
    expect(source).toMatchObject(place)
    const { pathname, search } = new URL(source.url)
    expect((await app.call('GET', pathname + search)).body).toMatchObject(place)
  })

  it('quotes a sentence over two pages as a whole', async () => {
    const tools = [{ type: 'simple_rag', config: { collections: [base] } }]
    const id = await app.make({ connector: 'quotes', llm: 'quotes', tools })
    const content = 'What was the breakwater of the harbour built from?'
    const answer = await app.ask(id, { messages: [{ role: 'user', content }] })
    expect(answer.body.choices[0].message.content).toContain(
      'The breakwater of the harbour was built from granite blocks.” [1]',
    )
  })
})
