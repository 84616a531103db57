import {
  knowledgeAnswerSchema,
  knowledgeBaseDetailSchema,
  knowledgeFileListSchema,
  knowledgePassagesSchema,
} from '@bellwether/wire'
import { beforeAll, expect, it } from 'vitest'
import { addAssistant } from '../../../modules/users/testing.ts'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

const BASE = '/knowledge-bases'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

describeWithNightlyPostgres('knowledge bases', (open) => {
  let world: ServedKnowledge
  let call: ServedKnowledge['call']
  beforeAll(async () => {
    world = await serveKnowledge(await open())
    call = world.call
  })

  /** Creates an assistant with these columns. */
  async function makeAssistant(who: 'ana' | 'ben', name: string, settings: object): Promise<number> {
    const id = await addAssistant(world.db, world.people[who], name)
    await world.db.updateTable('assistants').set(settings).where('id', '=', id).execute()
    return id
  }

  it('creates, lists, reads and changes; keeps omitted fields', async () => {
    const made = await call('ana', 'POST', BASE, {
      name: 'Álgebra Lineal',
      description: 'First year',
      settings: { chunk_size: 400, ocr_languages: ['cat'] },
    })
    const settings = { chunk_size: 400, chunk_overlap: 0, ocr_languages: ['cat'], whole_documents: false }
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Álgebra Lineal', is_owner: true, can_modify: true, is_shared: false, settings },
    })
    const { id } = made.body
    expect((await call('ana', 'POST', BASE, { name: 'Álgebra Lineal' })).status).toBe(409)
    expect((await call('ana', 'POST', BASE, { name: 'x', settings: { chunk_size: 5 } })).status).toBe(422)

    const changed = await call('ana', 'PATCH', `${BASE}/${id}`, { settings: { chunk_overlap: 50 } })
    expect(changed.body).toMatchObject({
      name: 'Álgebra Lineal',
      description: 'First year',
      settings: { ...settings, chunk_overlap: 50 },
    })
    expect((await call('ana', 'PATCH', `${BASE}/${id}`, { name: 'Algebra' })).body).toMatchObject({
      name: 'Algebra',
      settings: { ...settings, chunk_overlap: 50 },
    })
    const { body } = await call('ana', 'GET', `${BASE}/${id}`)
    expect(knowledgeBaseDetailSchema.strict().parse(body)).toEqual(body)
    expect(body.counts).toEqual({ files: 0, passages: 0, by_status: {} })

    expect((await call('ana', 'PATCH', `${BASE}/${id}`, { is_shared: true })).body.is_shared).toBe(true)
    expect((await call('ben', 'GET', BASE)).body).toMatchObject({
      knowledge_bases: [{ id, is_owner: false, can_modify: false, owner_name: 'ana' }],
      external_server: false,
    })
    expect((await call('ben', 'PATCH', `${BASE}/${id}`, { name: 'x' })).status).toBe(403)
    expect((await call('ben', 'DELETE', `${BASE}/${id}`)).status).toBe(403)
    expect((await call('eve', 'GET', BASE)).body).toEqual({ knowledge_bases: [], external_server: true })
    expect((await call('eve', 'PATCH', `${BASE}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await call('root', 'GET', `${BASE}/${id}`)).body).toMatchObject({ can_modify: true })
    expect((await call('nora', 'GET', `${BASE}/${id}`)).body).toMatchObject({ can_modify: false })
  })

  it('reports which assistants search it, before and on deletion', async () => {
    const { id } = await world.makeFilled('Used', HISTORY)
    await call('ana', 'PATCH', `${BASE}/${id}`, { is_shared: true })
    const classic = await makeAssistant('ana', 'Tutor', { rag_collections: `7, ${id}` })
    const tools = [{ type: 'simple_rag', config: { collections: [id] } }]
    const ofTools = await makeAssistant('ana', 'Helper', { metadata: JSON.stringify({ tools }) })
    await makeAssistant('ben', 'Secret plans', { rag_collections: id })
    await makeAssistant('ana', 'Other', { rag_collections: `${id}0` })
    await makeAssistant('ana', 'Gone', { rag_collections: id, deleted_at: 5 })
    const used = await call('ana', 'GET', `${BASE}/${id}/usage`)
    expect(used.body).toEqual({
      assistants: [
        { id: classic, name: 'Tutor' },
        { id: ofTools, name: 'Helper' },
      ],
      others: 1,
    })
    const seenByBen = await call('ben', 'GET', `${BASE}/${id}/usage`)
    expect(seenByBen.body).toMatchObject({ assistants: [{ name: 'Secret plans' }], others: 2 })
    expect((await call('eve', 'GET', `${BASE}/${id}/usage`)).status).toBe(404)
    expect((await call('ana', 'DELETE', `${BASE}/${id}`)).body).toEqual({
      id,
      files: 1,
      passages: 1,
      was_used_by: used.body,
    })
    expect((await call('ana', 'GET', `${BASE}/${id}`)).status).toBe(404)
  })

  it('accepts, lists and counts files', async () => {
    const { id, file } = await world.makeFilled('Filled', HISTORY)
    const { status, body } = await call(
      'ana',
      'POST',
      `${BASE}/${id}/files`,
      formOf(['two.txt', 'Two.'], { chunk_size: '400', what: 'x' }),
    )
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        files: [{ name: 'two.txt', plugin_name: 'simple_ingest', plugin_params: { chunk_size: 400 } }],
        ignored_params: ['what'],
      },
    })
    await world.isRead(id, body.files[0].id)
    const list = (await call('ana', 'GET', `${BASE}/${id}/files?sort_by=name&sort_order=asc&limit=1`)).body
    expect(knowledgeFileListSchema.strict().parse(list)).toEqual(list)
    expect(list).toMatchObject({ total: 2, limit: 1, offset: 0, files: [{ id: file, name: 'notes.txt' }] })
    expect((await call('ana', 'GET', `${BASE}/${id}/files?status=failed`)).body).toMatchObject({ total: 0 })
    expect((await call('ana', 'GET', `${BASE}/${id}/files?limit=0`)).status).toBe(422)
    expect((await call('ana', 'GET', `${BASE}/${id}`)).body.counts).toEqual({
      files: 2,
      passages: 2,
      by_status: { completed: 2 },
    })
    expect((await call('ana', 'GET', `${BASE}/${id}/files/${file}`)).body).toMatchObject({
      id: file,
      status: 'completed',
      stage: 'done',
      percentage: 100,
      message: 'Done',
      eta_seconds: null,
      passages: 1,
      characters: HISTORY.length,
      attempts: 1,
    })
    expect((await call('ana', 'POST', `${BASE}/${id}/files`, formOf(['a.txt', '']))).status).toBe(400)
    expect((await call('eve', 'POST', `${BASE}/${id}/files`, formOf(['a.txt', 'a']))).status).toBe(404)
    expect((await call('ana', 'DELETE', `${BASE}/${id}/files/${file}`)).body).toMatchObject({ id: file })
    expect((await call('ana', 'GET', `${BASE}/${id}/files/${file}`)).status).toBe(404)
  })

  it('shows passages with their positions', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `Sentence number ${at} is about nothing.`).join(' ')
    const { id, file } = await world.makeFilled('Passages', text)
    const path = `${BASE}/${id}/files/${file}/passages`
    const { body } = await call('ana', 'GET', `${path}?limit=1&offset=1`)
    expect(knowledgePassagesSchema.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({ limit: 1, offset: 1, passages: [{ ordinal: 1 }] })
    expect(body.total).toBeGreaterThan(1)
    const [passage] = body.passages
    expect(text.slice(passage.start, passage.end)).toBe(passage.text)
    expect((await call('ben', 'GET', path)).status).toBe(404)
  })

  it('explains why a passage was found, and returns nothing if nothing fits', async () => {
    const { id } = await world.makeFilled('Asked', HISTORY)
    const ask = (body: object) => call('ana', 'POST', `${BASE}/${id}/query`, body)
    const { body } = await ask({ question: 'When did the French Revolution begin?', sections: true })
    expect(knowledgeAnswerSchema.strict().parse(body)).toEqual(body)
    expect(body.passages).toMatchObject([
      { filename: 'notes.txt', text: HISTORY, start: 0, scores: { words: 1, grams: 1, vectors: null } },
    ])
    expect((await ask({ question: 'Who painted the Sistine Chapel?' })).body).toMatchObject({ passages: [] })
    for (const wrong of [
      {},
      { question: ' ' },
      { question: 'x', top_k: 21 },
      { question: 'x', threshold: 2 },
    ])
      expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(422)
  })

  it('serves the original so that browsers run nothing', async () => {
    const { id } = (await call('ana', 'POST', BASE, { name: 'Originals' })).body
    const form = new FormData()
    const html = '<script>alert(1)</script>'
    form.append('files', new File([html], 'página (1).html', { type: 'text/html' }))
    form.append('files', new File(['%PDF-1.4 x'], 'a.pdf', { type: 'application/octet-stream' }))
    form.append('files', new File(['<b>'], 'b.pdf', { type: 'application/pdf' }))
    form.append('files', new File(['x'], 'odd.bin', { type: 'text/html; boundary="x"' }))
    const { files } = (await call('ana', 'POST', `${BASE}/${id}/files`, form)).body
    const [page, pdf, fake, odd] = files.map(
      (file: { id: string }) => `${BASE}/${id}/files/${file.id}/original`,
    )

    const shown = await call('ana', 'GET', `${page}?inline=true`)
    expect(shown.text).toBe(html)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "attachment; filename*=UTF-8''p%C3%A1gina%20%281%29.html",
    })
    const disposition = async (path: string) =>
      (await call('ana', 'GET', path)).headers.get('content-disposition')?.split(';')[0]
    expect(await disposition(pdf)).toBe('attachment')
    expect(await disposition(`${pdf}?inline=true`)).toBe('inline')
    expect(await disposition(`${fake}?inline=true`)).toBe('attachment')
    expect((await call('ana', 'GET', odd)).headers.get('content-type')).toBe('application/octet-stream')

    const etag = shown.headers.get('etag') ?? ''
    expect((await call('ana', 'GET', page, undefined, { 'if-none-match': etag })).status).toBe(304)
    expect((await call('ben', 'GET', page)).status).toBe(404)
  })

  it('retries and cancels by the same rules as LAMB’s endpoints, and reprocesses files', async () => {
    const { id, file } = await world.makeFilled('States', HISTORY)
    const path = `${BASE}/${id}/files/${file}`
    expect((await call('ana', 'POST', `${path}/cancel`)).status).toBe(400)
    const reread = await call('ana', 'POST', `${path}/retry`, { params: { ocr_languages: ['cat'] } })
    expect(reread, JSON.stringify(reread.body)).toMatchObject({
      status: 200,
      body: { plugin_params: { ocr_languages: ['cat'] } },
    })
    await world.isRead(id, file)
    await world.setState(file, { status: 'pending', run_after: Number.MAX_SAFE_INTEGER })
    expect((await call('ana', 'POST', `${path}/retry`)).body.detail).toContain('already being processed')
    await world.setState(file, {
      status: 'processing',
      stage: 'index',
      progress_total: 0,
      started_at: 1,
    })
    expect((await call('ana', 'GET', path)).body).toMatchObject({
      percentage: 75,
      eta_seconds: expect.any(Number),
    })
    expect((await call('ana', 'POST', `${path}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      retryable: true,
    })
    expect((await call('ana', 'POST', `${path}/retry`, { params: { chunk_size: 0 } })).status).toBe(400)
    expect((await call('eve', 'POST', `${path}/retry`, {})).status).toBe(404)
    const again = await call('ana', 'POST', `${path}/retry`, { params: { password: 'sesame' } })
    expect(again).toMatchObject({ status: 200, body: { plugin_params: {} } })
    await world.isRead(id, file)
  })
})
