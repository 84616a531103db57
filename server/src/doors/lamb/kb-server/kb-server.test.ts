import { beforeAll, expect, it } from 'vitest'
import { queryExternal } from '../../../modules/knowledge/index.ts'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { createOutbound } from '../../../platform/outbound/create-outbound.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from '../knowledge/knowledge.testing.ts'

const COLLECTIONS = '/kb-server/collections'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

describeWithNightlyPostgres('API of LAMB’s knowledge-base server', (open) => {
  let world: ServedKnowledge
  let call: ServedKnowledge['call']
  beforeAll(async () => {
    world = await serveKnowledge(await open())
    call = world.call
  })

  const make = async (name: string): Promise<number> =>
    (await call('ana', 'POST', COLLECTIONS, { name, owner: '77' })).body.id

  it('answers health checks without a key and refuses everything else', async () => {
    expect((await call(undefined, 'GET', '/kb-server/health')).body).toEqual({ status: 'ok', version: '9.9' })
    for (const path of ['', '/collections', '/ingestion/plugins', '/database/status', '/config/embeddings']) {
      expect((await call(undefined, 'GET', `/kb-server${path}`)).status, path).toBe(401)
      expect((await call('nobody', 'GET', `/kb-server${path}`)).status, path).toBe(401)
      expect((await call('ana', 'GET', `/kb-server${path}`)).status, path).toBe(200)
    }
    expect((await call('ana', 'GET', '/kb-server')).body.message).toContain('Lamb')
    expect((await call('ana', 'GET', '/kb-server/database/status')).body).toMatchObject({
      sqlite_status: { initialized: true },
      chromadb_status: { initialized: true },
      collections_count: expect.any(Number),
    })
    expect((await call('ana', 'GET', '/kb-server/config/ingestion')).body).toEqual({ refresh_rate: 3 })
    expect((await call('ana', 'GET', '/kb-server/ingestion/plugins')).body[0].name).toBe('simple_ingest')
  })

  it('creates, lists and deletes collections, which belong to the caller', async () => {
    const made = await call('ana', 'POST', COLLECTIONS, {
      name: 'algebra',
      description: 'x',
      owner: String(world.people.ben.userId),
      visibility: 'private',
      embeddings_model: { model: 'default', vendor: 'default', api_endpoint: 'default', apikey: 'default' },
    })
    expect(made).toMatchObject({ status: 201 })
    const { id } = made.body
    expect(made.body).toEqual({
      id: expect.any(Number),
      name: 'algebra',
      description: 'x',
      visibility: 'private',
      owner: String(world.people.ben.userId),
      creation_date: expect.any(String),
      embeddings_model: {
        model: 'keywords',
        vendor: 'bellwether',
        api_endpoint: null,
        apikey_configured: false,
      },
    })
    expect((await call('ana', 'POST', COLLECTIONS, { name: 'algebra', owner: '9' })).status).toBe(409)
    const listed = await call('ana', 'GET', `${COLLECTIONS}?owner=${made.body.owner}&limit=1`)
    expect(listed.body).toEqual({ total: 1, items: [made.body] })
    expect((await call('ana', 'GET', `${COLLECTIONS}?owner=77`)).body.total).toBe(0)
    expect((await call('ana', 'GET', `${COLLECTIONS}?visibility=public`)).body.total).toBe(0)
    expect((await call('ana', 'GET', `${COLLECTIONS}?skip=1`)).body).toEqual({ total: 1, items: [] })
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}`)).body).toEqual(made.body)
    expect((await call('ben', 'GET', `${COLLECTIONS}/${id}`)).status).toBe(404)
    expect((await call('eve', 'DELETE', `${COLLECTIONS}/${id}`)).status).toBe(404)
    expect((await call('ana', 'DELETE', `${COLLECTIONS}/${id}`)).body).toMatchObject({
      id,
      name: 'algebra',
      deleted_embeddings: 0,
      removed_files: 0,
      status: 'deleted',
    })
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}`)).status).toBe(404)
  })

  it('accepts a file and answers searches of another server', async () => {
    const id = await make('history')
    const form = formOf({ plugin_name: 'simple_ingest', plugin_params: '{"chunk_size": 500}' })
    form.append('file', new File([HISTORY], 'history.txt'))
    const { body } = await call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-file`, form)
    expect(body).toMatchObject({
      collection_id: id,
      collection_name: 'history',
      documents_added: 0,
      success: true,
      status: 'processing',
      original_filename: 'history.txt',
      plugin_name: 'simple_ingest',
      file_registry_id: expect.any(Number),
    })
    await world.isRead(String(id), String(body.file_registry_id))

    const outbound = createOutbound({
      allow: {},
      onRefused: () => undefined,
      firstByteMs: 5000,
      idleMs: 5000,
    })
    const server = { url: `${world.url}/kb-server/`, api_key: 'ana', trusted: true }
    for (const sections of [false, true]) {
      const settings = { topK: 3, threshold: 0, sections }
      const question = 'French Revolution Bastille'
      const signal = AbortSignal.timeout(5000)
      expect(await queryExternal(outbound, server, String(id), question, settings, signal)).toMatchObject([
        {
          collection: String(id),
          title: 'history.txt',
          text: HISTORY,
          file_id: String(body.file_registry_id),
        },
      ])
    }
    await outbound.close()

    const ask = (given: object, query = '') =>
      call('ana', 'POST', `${COLLECTIONS}/${id}/query${query}`, given)
    const results = await ask({ query_text: 'Bastille', top_k: 1, threshold: 0, plugin_params: {} })
    expect(results.body).toEqual({
      results: [{ similarity: expect.any(Number), data: HISTORY, metadata: expect.any(Object) }],
      grade: 'found',
      count: 1,
      timing: { total_seconds: expect.any(Number), total_ms: expect.any(Number) },
      query: 'Bastille',
    })
    expect((await ask({ query_text: '' })).status).toBe(400)
    expect((await ask({ query_text: 'x' }, '?plugin_name=magic')).status).toBe(404)

    expect((await call('ana', 'GET', `/kb-server/files/${body.file_registry_id}/content`)).body).toEqual({
      file_id: body.file_registry_id,
      original_filename: 'history.txt',
      content: HISTORY,
      content_type: 'markdown',
      chunk_count: 1,
      timestamp: expect.any(String),
    })
    const hidden = await call('ben', 'GET', `/kb-server/files/${body.file_registry_id}/content`)
    const nowhere = await call('ben', 'GET', '/kb-server/files/424242/content')
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(nowhere.text)
  })

  it('refuses invalid input and stores nothing', async () => {
    const id = await make('refusals')
    const send = (fields: { [name: string]: string }) => {
      const form = formOf(fields)
      form.append('file', new File(['x'], 'x.txt'))
      return call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-file`, form)
    }
    expect(await send({ plugin_params: '{' })).toMatchObject({
      status: 400,
      body: { detail: 'plugin_params: Not valid JSON' },
    })
    expect((await send({ plugin_params: '[1]' })).status).toBe(400)
    expect((await send({ plugin_params: '{"chunk_size": 0}' })).status).toBe(400)
    expect((await send({ plugin_name: 'magic' })).status).toBe(404)
    const odd = { name: 'odd', visibility: 'secret' }
    expect((await call('ana', 'POST', COLLECTIONS, odd)).status).toBe(400)
    const urls = ['javascript:alert(1)']
    expect((await call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-url`, { urls })).status).toBe(400)
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}/files`)).body).toEqual([])
  })

  it('accepts texts: those with the same name become one file, those without a name are identified by content', async () => {
    const id = await make('texts')
    const documents = [
      { text: 'Axolotls regrow lost limbs.', metadata: { filename: 'zoo/animals' } },
      { text: 'Owls hunt at night.', metadata: { filename: 'zoo/animals' } },
      { text: 'Ferns have no flowers.' },
      { text: 'Mosses have no roots.', metadata: {} },
    ]
    const { body } = await call('ana', 'POST', `${COLLECTIONS}/${id}/documents`, { documents })
    expect(body).toMatchObject({
      collection_id: id,
      documents_added: 4,
      success: true,
      status: 'completed',
    })
    const files = (await call('ana', 'GET', `${COLLECTIONS}/${id}/files?status=completed`)).body
    expect(files.map((file: { original_filename: string }) => file.original_filename).sort()).toEqual([
      expect.stringMatching(/^text-[0-9a-f]{16}\.txt$/),
      expect.stringMatching(/^text-[0-9a-f]{16}\.txt$/),
      'zoo-animals.txt',
    ])
    const [animals] = body.file_registry_ids
    expect((await call('ana', 'GET', `/kb-server/files/${animals}/content`)).body.content).toBe(
      'Axolotls regrow lost limbs.\n\nOwls hunt at night.',
    )
    expect((await call('ana', 'POST', `${COLLECTIONS}/${id}/documents`, { documents: [] })).status).toBe(422)

    expect((await call('ana', 'DELETE', `${COLLECTIONS}/${id}/files/${animals}?hard=true`)).body).toEqual({
      file_id: animals,
      collection_id: id,
      deleted_embeddings: 1,
      removed_files: 1,
      status: 'deleted',
    })
  })

  it('accepts any size of passages, as LAMB does', async () => {
    const id = await make('small')
    const text = Array.from({ length: 10 }, (_, at) => `Sentence number ${at} is about nothing.`).join(' ')
    const form = formOf({ plugin_params: '{"chunk_size": 20, "chunk_overlap": 0}' })
    form.append('file', new File([text], 'small.txt'))
    const { status, body } = await call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-file`, form)
    expect(status).toBe(200)
    await world.isRead(String(id), String(body.file_registry_id))
    const file = await call('ana', 'GET', `${COLLECTIONS}/${id}/ingestion-jobs/${body.file_registry_id}`)
    expect(file.body.document_count).toBeGreaterThan(3)
  })

  it('keeps the owner that the client names as a label', async () => {
    const owner = 'teacher@lamb.example'
    for (const name of ['one', 'two']) await call('ana', 'POST', COLLECTIONS, { name, owner })
    await call('ana', 'POST', COLLECTIONS, { name: 'three', owner: 12 })
    const set = (who: string, apikey: string, of = owner) =>
      call(who, 'PUT', `${COLLECTIONS}/owner/${encodeURIComponent(of)}/embeddings`, {
        embeddings_model: { apikey },
      })
    expect((await set('ana', 'a-secret-key')).body).toEqual({
      total: 2,
      updated: 2,
      failed: 0,
      collections: ['two', 'one'].map((name) => ({ id: expect.any(Number), name })),
      message: expect.stringMatching(/organization/),
    })
    expect((await set('ana', 'k', '12')).body.updated).toBe(1)
    expect((await set('ana', 'k', 'unknown')).body).toMatchObject({ total: 0, failed: 0, collections: [] })
    expect((await set('ben', 'k')).body.updated).toBe(0)
    expect((await set('ana', ' ')).status).toBe(400)
    const one = (await call('ana', 'GET', `${COLLECTIONS}?owner=${owner}`)).body.items[0]
    expect((await call('ben', 'GET', `${COLLECTIONS}/${one.id}`)).status).toBe(404)
  })

  it('accepts embedding settings without changing anything', async () => {
    const at = '/kb-server/config/embeddings'
    const before = (await call('ana', 'GET', at)).body
    expect((await call('ana', 'PUT', at, { model: 'other', apikey: 'k' })).body.message).toBeTruthy()
    expect((await call('ana', 'DELETE', at)).body.message).toBeTruthy()
    expect((await call('ana', 'GET', at)).body).toEqual(before)
  })

  it('answers 422 to a body that is not JSON', async () => {
    const response = await fetch(`${world.url}${COLLECTIONS}`, {
      method: 'POST',
      headers: { authorization: 'Bearer ana', 'content-type': 'application/json' },
      body: '{"name": ',
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ loc: ['body'], type: 'json_invalid' }] })
  })

  it('joins overlapping passages without repeating text', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `Sentence number ${at} is about nothing.`).join(' ')
    const settings = { chunk_size: 300, chunk_overlap: 120 }
    const { id } = (await call('ana', 'POST', '/knowledge-bases', { name: 'overlap', settings })).body
    const form = new FormData()
    form.append('file', new File([text], 'long.txt'))
    const { body } = await call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-file`, form)
    await world.isRead(id, String(body.file_registry_id))
    const { content, chunk_count } = (
      await call('ana', 'GET', `/kb-server/files/${body.file_registry_id}/content`)
    ).body
    expect(chunk_count).toBeGreaterThan(8)
    expect(content).toBe(text)
    const rest = await call('ana', 'GET', `/kb-server/files/${body.file_registry_id}/content?start=400`)
    expect(rest.body.content).toBe(text.slice(400))
  })

  it('lists jobs, and can stop, restart and delete a file by id', async () => {
    const id = await make('jobs')
    const urls = ['https://example.org/a', 'https://example.org/b']
    const { body } = await call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-url`, { urls })
    expect(body).toMatchObject({
      status: 'processing',
      file_registry_ids: [expect.any(Number), expect.any(Number)],
    })
    const [first, second] = body.file_registry_ids
    for (const file of [first, second])
      await world.setState(String(file), { status: 'processing', stage: 'read' })
    const jobs = `${COLLECTIONS}/${id}/ingestion-jobs`
    expect((await call('ana', 'GET', jobs)).body).toMatchObject({ total: 2, has_more: false })
    expect((await call('ana', 'GET', `${jobs}/${first}`)).body).toMatchObject({ job_id: first })
    const set = (file: number, status: string, who = 'ana') =>
      call(who, 'PUT', `${COLLECTIONS}/files/${file}/status?status=${status}`)
    expect((await set(first, 'cancelled', 'ben')).status).toBe(404)
    expect(await set(first, 'completed')).toMatchObject({
      status: 200,
      body: { id: first, status: 'processing' },
    })
    expect((await set(first, 'failed')).status).toBe(400)
    expect((await set(first, 'pending')).status).toBe(400)
    expect((await set(first, 'processing')).body).toMatchObject({ id: first, status: 'processing' })
    expect((await set(first, 'cancelled')).body).toMatchObject({
      id: first,
      file_id: first,
      collection_id: id,
      status: 'cancelled',
    })
    expect((await call('ana', 'POST', `${jobs}/${second}/cancel`)).body).toMatchObject({
      status: 'cancelled',
    })
    expect(
      (await call('ana', 'POST', `${jobs}/${second}/retry`, { new_params: { limit: 3 } })).body,
    ).toMatchObject({ plugin_params: { limit: 3 } })
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}/ingestion-status`)).body).toMatchObject({
      collection_id: id,
      total_jobs: 2,
    })
    for (const file of [first, second]) expect((await set(file, 'deleted')).status).toBe(200)
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}/files`)).body).toEqual([])
  })

  it('accepts a page or a video with one plugin', async () => {
    const id = await make('base')
    const ingest = (given: object) => call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-base`, given)
    const video = { video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
    const { body } = await ingest({ plugin_name: 'youtube_transcript_ingest', plugin_params: video })
    expect(body).toMatchObject({ original_filename: 'yt:dQw4w9WgXcQ.txt', status: 'processing' })
    expect((await ingest({ plugin_name: 'simple_ingest', plugin_params: {} })).status).toBe(400)
    await call('ana', 'DELETE', `${COLLECTIONS}/${id}`)
  })

  it('takes files with the plugin for videos: lists of addresses and subtitles', async () => {
    const id = await make('videos in files')
    const ingest = (...file: [name: string, content: string]) => {
      const form = formOf({
        plugin_name: 'youtube_transcript_ingest',
        plugin_params: '{"chunk_duration":60}',
      })
      form.append('file', new File([file[1]], file[0]))
      return call('ana', 'POST', `${COLLECTIONS}/${id}/ingest-file`, form)
    }
    const list = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ\r\n\r\n https://youtu.be/9bZkp7q19f0 \n'
    expect((await ingest('videos.txt', list)).body).toMatchObject({
      success: true,
      file_registry_id: expect.any(Number),
      plugin_name: 'youtube_transcript_ingest',
    })
    const cues = '1\n00:00:01,000 --> 00:00:04,000\nFerns have no flowers.\n'
    expect((await ingest('ferns.srt', cues)).body).toMatchObject({ success: true, file_path: 'ferns.srt' })
    const { body: files } = await call('ana', 'GET', `${COLLECTIONS}/${id}/files`)
    expect(files.map((file: { original_filename: string }) => file.original_filename).sort()).toEqual([
      'ferns.srt',
      'yt:9bZkp7q19f0.txt',
      'yt:dQw4w9WgXcQ.txt',
    ])
    for (const wrong of ['https://example.org/watch?v=dQw4w9WgXcQ', 'Ferns have no flowers.', '\n\n'])
      expect((await ingest('videos.txt', wrong)).status, wrong).toBe(400)
    const many = Array.from({ length: 51 }, () => 'https://youtu.be/9bZkp7q19f0').join('\n')
    expect((await ingest('videos.txt', many)).status).toBe(400)
    expect((await call('ana', 'GET', `${COLLECTIONS}/${id}/files`)).body).toHaveLength(3)
  })
})
