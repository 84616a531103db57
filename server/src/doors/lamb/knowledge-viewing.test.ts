import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

const TEXT = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} is about plant number ${at}.`).join(
  '\n\n',
)

describeOnEachDatabase('what a page needs to show documents', (open) => {
  let served: ServedKnowledge
  beforeAll(async () => {
    served = await serveKnowledge(await open())
  })

  it('gives the text in portions, and a passage in its middle', async () => {
    const { id, file } = await served.makeFilled('Viewer', TEXT, 'plants.txt')
    const path = `/knowledge-bases/${id}/files/${file}/text`
    const get = async (query: string) => (await served.call('ana', 'GET', `${path}?${query}`)).body
    let text = ''
    for (let next: number | null = 0; next !== null; ) {
      const portion = await get(`start=${next}&length=1000`)
      expect(portion).toMatchObject({ start: text.length, total: TEXT.length, filename: 'plants.txt' })
      text += portion.text
      next = portion.next
    }
    expect(text.replace(/\s+/g, ' ')).toBe(TEXT.replace(/\s+/g, ' '))

    const start = TEXT.indexOf('Paragraph 30')
    const end = TEXT.indexOf('\n\n', start)
    const around = await get(`passage=${start}-${end}&length=500`)
    expect(around.passage).toMatchObject({ start, end, quote: TEXT.slice(start, end), page: null })
    expect(around.text.slice(start - around.start, end - around.start)).toBe(TEXT.slice(start, end))
    expect(around.end - around.start).toBe(500)
    expect(around.places[0]).toMatchObject({ start: around.start, heading: '' })
    const original = await served.call('ana', 'GET', around.original)
    expect([original.text, original.headers.get('content-type')]).toEqual([TEXT, 'text/plain'])

    expect((await get(`passage=900000-900010`)).passage).toBeNull()
    expect((await get('start=900000')).text).toBe('')
    expect((await served.call('ana', 'GET', `${path}?passage=9-1`)).status).toBe(400)
    expect((await served.call('ana', 'GET', `${path}?passage=x`)).status).toBe(422)
    expect((await served.call('eve', 'GET', path)).status).toBe(404)
    expect((await served.call('ben', 'GET', path)).status).toBe(404)
  })

  it('takes addresses of pages and videos, and has them fetched again', async () => {
    const { id, file } = await served.makeFilled('Web', 'Text')
    const path = `/knowledge-bases/${id}`
    const add = (url: string, params = {}) =>
      served.call('ana', 'POST', `${path}/web-documents`, { url, params })
    const page = await add('https://example.edu/unit', { max_discovery_depth: 1, magic: 2 })
    expect(page.status).toBe(201)
    expect(page.body).toMatchObject({
      file: { source_url: 'https://example.edu/unit', plugin_name: 'url_ingest' },
      ignored_params: ['magic'],
    })
    expect((await add('https://youtu.be/dQw4w9WgXcQ')).body.file.plugin_name).toBe(
      'youtube_transcript_ingest',
    )
    expect((await add('ftp://example.edu')).status).toBe(400)

    const one = `${path}/files/${page.body.file.id}`
    await vi.waitFor(async () =>
      expect((await served.call('ana', 'GET', one)).body).toMatchObject({ status: 'failed' }),
    )
    expect((await served.call('ana', 'POST', `${one}/sync`)).body.status).toMatch(/pending|processing/)
    expect((await served.call('ana', 'GET', `${one}/pages`)).body).toEqual({ pages: [] })
    expect((await served.call('ana', 'POST', `${path}/files/${file}/sync`)).status).toBe(400)
    await served.setState(page.body.file.id, { status: 'processing' })
    expect((await served.call('ana', 'POST', `${one}/sync`)).status).toBe(409)
    expect((await served.call('eve', 'POST', `${one}/sync`)).status).toBe(404)
    expect((await served.call('eve', 'POST', `${path}/web-documents`, { url: 'https://a.b' })).status).toBe(
      404,
    )
  })
})
