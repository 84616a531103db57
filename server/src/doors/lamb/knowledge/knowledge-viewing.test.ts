import { beforeAll, expect, it, vi } from 'vitest'
import { pdfOf } from '../../../documents/readers/documents.testing.ts'
import { createSourceLinks } from '../../../modules/knowledge/index.ts'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

const TEXT = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} is about plant number ${at}.`).join(
  '\n\n',
)

describeWithNightlyPostgres('viewing documents', (open) => {
  let served: ServedKnowledge
  beforeAll(async () => {
    served = await serveKnowledge(await open())
  })

  it('returns the text in portions, and a passage in the middle of one', async () => {
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

  it('overlapping passages and sections match the text at their positions', async () => {
    const { id } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Overlaps' })).body
    const words = (page: number) =>
      Array.from({ length: 14 }, (_, line) => ({
        text: `Page ${page} line ${line} tells of the ${page}${line} beetles that were counted there.`,
        x: 60,
        y: 60 + 14 * line,
      }))
    const form = formOf({ chunk_size: '300', chunk_overlap: '140' })
    form.append('files', new File([pdfOf([words(1), words(2), words(3), []])], 'beetles.pdf'))
    const file = (await served.call('ana', 'POST', `/knowledge-bases/${id}/files`, form)).body.files[0].id
    await served.isRead(id, file)
    const path = `/knowledge-bases/${id}/files/${file}`
    const { warnings } = (await served.call('ana', 'GET', path)).body
    expect(warnings).toEqual([expect.stringContaining('Pages without text: 4.')])
    const { text } = (await served.call('ana', 'GET', `${path}/text?length=100000`)).body
    const { passages } = (await served.call('ana', 'GET', `${path}/passages`)).body
    expect(passages[1].start).toBeLessThan(passages[0].end)
    const box = createSecretBox(Buffer.from('key'), Buffer.from('signature'))
    const links = createSourceLinks({ db: served.db, publicUrl: '', box })
    for (const { start, end, page, text: own } of passages) {
      const shown = (await served.call('ana', 'GET', `${path}/text?passage=${start}-${end}`)).body.passage
      expect(shown).toMatchObject({ start, end, page, quote: own })
      const place = { file: Number(file), start, end }
      const { searchParams } = new URL(links.linkTo({ ...place, text: own }), 'https://x')
      const linked = { ...place, of: searchParams.get('of') ?? '' }
      const cited = await links.open(linked, searchParams.get('sig') ?? '')
      expect(cited).toMatchObject({ start, end, page, quote: own })
      const old = new URL(links.linkTo({ ...place, text: 'What stood here before.' }), 'https://x')
        .searchParams
      await expect(links.open({ ...place, of: old.get('of') ?? '' }, old.get('sig') ?? '')).rejects.toThrow(
        /has changed since it was/,
      )
      await expect(links.open({ ...linked, of: 'x' }, searchParams.get('sig') ?? '')).rejects.toThrow(
        'not found',
      )
      const around = [cited.before, cited.quote, cited.after].join(' ').replace(/\s+/g, ' ').trim()
      expect(text.replace(/\s+/g, ' ')).toContain(around)
    }
    const query = { question: 'How many beetles tells line 7 of page 2?', sections: true }
    const results = (await served.call('ana', 'POST', `/knowledge-bases/${id}/query`, query)).body.passages
    for (const section of results) expect(section.text).toBe(text.slice(section.start, section.end))
    expect(results[0].text.length).toBeGreaterThan(400)
  })

  it('returns the original in pieces, or the requested range', async () => {
    const { id, file } = await served.makeFilled('Ranges', TEXT, 'árbol (1).txt')
    const path = `/knowledge-bases/${id}/files/${file}/original`
    const whole = await served.call('ana', 'GET', path)
    expect(whole.text).toBe(TEXT)
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)))
    expect(whole.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%A1rbol%20%281%29.txt",
    )
    const etag = whole.headers.get('etag') ?? ''
    const part = async (headers: Record<string, string>) => {
      const answer = await served.call('ana', 'GET', path, undefined, headers)
      return [answer.status, answer.headers.get('content-range'), answer.text]
    }
    expect(await part({ range: 'bytes=10-19' })).toEqual([
      206,
      `bytes 10-19/${TEXT.length}`,
      TEXT.slice(10, 20),
    ])
    expect(await part({ range: 'bytes=10-19', 'if-range': '"older"' })).toEqual([200, null, TEXT])
    expect(await part({ range: 'bytes=999999-' })).toEqual([416, `bytes */${TEXT.length}`, ''])
    expect(await part({ 'if-none-match': etag })).toEqual([304, null, ''])
  })

  it('reports files missing from a folder that is uploaded again, and deletes them only on request', async () => {
    const { id } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Folder' })).body
    const path = `/knowledge-bases/${id}/files`
    const send = async (...entries: Parameters<typeof formOf>) =>
      (await served.call('ana', 'POST', path, formOf(...entries))).body
    await send(['syllabus.txt', 'Not of the folder'])
    const first = await send(['unit/a.md', 'Ants'], ['unit/b.md', 'Bees'], { sync: 'true' })
    expect(first).toMatchObject({ missing: [], deleted: [] })
    const gone = { id: first.files[1].id, name: 'unit/b.md' }
    expect(await send(['unit/a.md', 'Ants'], { sync: 'true' })).toMatchObject({
      unchanged: [first.files[0].id],
      missing: [gone],
      deleted: [],
    })
    // With several uploads, the names say what is in the folder.
    const names = ['unit/a.md', 'unit/b.md']
    expect(await send(['unit/a.md', 'Ants'], { sync: 'true', names, delete_missing: 'true' })).toMatchObject({
      missing: [],
      deleted: [],
    })
    // More names than a form may have fields, as one list.
    const many = Array.from({ length: 5000 }, (_, at) => `unit/${'long'.repeat(20)}${at}.md`)
    const listed = await send({
      sync: 'true',
      names: JSON.stringify([...names, ...many]),
      delete_missing: 'true',
    })
    expect(listed, JSON.stringify(listed)).toMatchObject({ missing: [], deleted: [] })
    expect(await send({ sync: 'true', names: 'unit/a.md', delete_missing: 'true' })).toMatchObject({
      files: [],
      missing: [],
      deleted: [gone],
    })
    const { files } = (await served.call('ana', 'GET', path)).body
    expect(files.map((file: { name: string }) => file.name).sort()).toEqual(['syllabus.txt', 'unit/a.md'])
    const refused = formOf(['x.md', 'x'], { delete_missing: 'true' })
    expect((await served.call('ana', 'POST', path, refused)).status).toBe(422)
  })

  it('accepts URLs of pages and videos, and fetches them again', async () => {
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
    const fetches = served.countFetches()
    expect((await served.call('ana', 'POST', `${one}/sync`)).status).toBe(200)
    await vi.waitFor(() => expect(served.countFetches()).toBeGreaterThan(fetches))
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
