import { beforeAll, expect, it } from 'vitest'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { formOf, PUBLIC_URL, type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

const BASE = '/creator/knowledgebases'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

describeWithNightlyPostgres('LAMB’s knowledge bases', (open) => {
  let world: ServedKnowledge
  let call: ServedKnowledge['call']
  beforeAll(async () => {
    world = await serveKnowledge(await open())
    call = world.call
  })

  const make = async (name: string, who = 'ana', more = {}): Promise<string> =>
    (await call(who, 'POST', BASE, { name, ...more })).body.kb_id

  it('creates, lists, reads, changes and deletes, in LAMB’s format', async () => {
    const made = await call('ana', 'POST', BASE, {
      name: ' Álgebra  Lineal (2)! ',
      description: 'First year',
    })
    expect(made).toMatchObject({ status: 200, body: { name: 'álgebra_lineal_2', status: 'success' } })
    const { kb_id } = made.body
    expect(made.body).toEqual({
      kb_id,
      id: kb_id,
      name: 'álgebra_lineal_2',
      description: 'First year',
      is_owner: true,
      is_shared: false,
      status: 'success',
      message: 'Knowledge base created successfully',
    })
    expect(typeof kb_id).toBe('string')
    expect(await call('ana', 'POST', BASE, { name: 'ÁLGEBRA lineal 2' })).toMatchObject({ status: 409 })

    const { body: list } = await call('ana', 'GET', `${BASE}/user`)
    expect(list).toEqual({
      knowledge_bases: [
        {
          id: kb_id,
          name: 'álgebra_lineal_2',
          description: 'First year',
          owner: String(world.people.ana.userId),
          visibility: 'private',
          creation_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          embeddings_model: expect.objectContaining({ apikey_configured: false }),
          is_owner: true,
          is_shared: false,
          can_modify: true,
          shared_by: null,
          created_at: expect.any(Number),
          updated_at: expect.any(Number),
        },
      ],
      external_server: false,
    })
    expect((await call('eve', 'GET', `${BASE}/user`)).body).toEqual({
      knowledge_bases: [],
      external_server: true,
    })

    expect((await call('ana', 'PATCH', `${BASE}/kb/${kb_id}`, { name: 'Renamed base' })).body).toEqual({
      kb_id,
      name: 'renamed_base',
      status: 'success',
      message: 'Knowledge base updated successfully',
    })
    expect((await call('ana', 'GET', `${BASE}/kb/${kb_id}`)).body).toMatchObject({
      id: kb_id,
      name: 'renamed_base',
      description: 'First year',
      files: [],
      is_owner: true,
      can_modify: true,
      is_shared: false,
      shared_by: null,
    })
    expect((await call('ana', 'DELETE', `${BASE}/kb/${kb_id}`)).body).toEqual({
      kb_id,
      status: 'success',
      message: 'Knowledge base deleted successfully',
      deleted_embeddings: 0,
      removed_files: 0,
      collection_name: 'renamed_base',
    })
    expect(await call('ana', 'GET', `${BASE}/kb/${kb_id}`)).toMatchObject({ status: 404 })
  })

  it('reports what is wrong with a request', async () => {
    for (const body of [{}, { name: '  ' }, { name: 'x'.repeat(101) }, { name: 'a', access_control: 'all' }])
      expect((await call('ana', 'POST', BASE, body)).status, JSON.stringify(body)).toBe(422)
    for (const id of ['0', 'x', '1e3', '-1', '99999999999999999999', '424242'])
      expect(await call('ana', 'GET', `${BASE}/kb/${id}`), id).toMatchObject({
        status: 404,
        body: { detail: 'Knowledge base not found' },
      })
    expect((await call(undefined, 'GET', `${BASE}/user`)).status).toBe(401)
  })

  it('can be shared with the organization by people with that right, and not unshared while colleagues use it', async () => {
    const id = await make('Shared one')
    expect((await call('ben', 'GET', `${BASE}/kb/${id}`)).status).toBe(404)
    expect((await call('ana', 'PUT', `${BASE}/kb/${id}/share`, { is_shared: true })).body).toMatchObject({
      kb_id: id,
      is_shared: true,
      message: expect.any(String),
    })
    const { body } = await call('ben', 'GET', `${BASE}/shared`)
    expect(body.knowledge_bases).toMatchObject([
      {
        id,
        is_owner: false,
        is_shared: true,
        can_modify: false,
        shared_by: 'ana',
        visibility: 'public',
      },
    ])
    expect((await call('ben', 'GET', `${BASE}/kb/${id}`)).body).toMatchObject({ can_modify: false })
    for (const [method, path, given] of [
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['PUT', '/share', { is_shared: false }],
      ['POST', '/files', formOf(['a.txt', 'a'])],
      ['POST', '/plugin-ingest-base', { plugin_name: 'url_ingest', parameters: { url: 'https://x.org' } }],
    ] as const)
      expect((await call('ben', method, `${BASE}/kb/${id}${path}`, given)).status, path).toBe(403)
    expect((await call('eve', 'GET', `${BASE}/kb/${id}`)).status).toBe(404)

    world.setUsedByOthers(2)
    expect((await call('ana', 'PUT', `${BASE}/kb/${id}/share`, { is_shared: false })).status).toBe(409)
    expect(
      (await call('ana', 'PATCH', `${BASE}/kb/${id}`, { name: 'other', access_control: 'private' })).status,
    ).toBe(409)
    expect((await call('ana', 'GET', `${BASE}/kb/${id}`)).body).toMatchObject({
      name: 'shared_one',
      is_shared: true,
    })
    world.setUsedByOthers(0)
    expect((await call('ana', 'PATCH', `${BASE}/kb/${id}`, { access_control: 'private' })).status).toBe(200)
    expect((await call('ben', 'GET', `${BASE}/kb/${id}`)).status).toBe(404)

    const bens = await make('Bens', 'ben')
    expect((await call('ben', 'PUT', `${BASE}/kb/${bens}/share`, { is_shared: true })).status).toBe(403)
    expect((await call('ben', 'POST', BASE, { name: 'Open', access_control: 'public' })).status).toBe(403)
    expect((await call('ben', 'GET', `${BASE}/user`)).body.knowledge_bases).toHaveLength(1)
  })

  it('accepts several files, lists them at once, processes them and finds their content', async () => {
    const id = await make('Course')
    const form = formOf(['history.txt', HISTORY], ['leaf.md', '# Leaves\n\nLeaves are green.'], {
      chunk_size: '77',
    })
    const { body: uploaded } = await call('ana', 'POST', `${BASE}/kb/${id}/files`, form)
    expect(uploaded).toEqual({
      uploaded_files: [
        {
          id: expect.stringMatching(/^\d+$/),
          filename: 'history.txt',
          size: HISTORY.length,
          content_type: 'text/plain',
          status: 'success',
          job_id: expect.any(Number),
        },
        expect.objectContaining({ filename: 'leaf.md' }),
      ],
      message: '2 files uploaded and queued for processing',
      knowledge_base_id: id,
      status: 'success',
    })
    const [history] = uploaded.uploaded_files
    const { files } = (await call('ana', 'GET', `${BASE}/kb/${id}`)).body
    expect(files).toContainEqual(
      expect.objectContaining({
        id: history.id,
        filename: 'history.txt',
        size: HISTORY.length,
        content_type: 'text/plain',
        created_at: expect.any(Number),
        file_url: `${PUBLIC_URL}/knowledge-bases/${id}/files/${history.id}/original`,
      }),
    )
    for (const file of uploaded.uploaded_files) await world.isRead(id, file.id)

    const query = { query_text: 'When did the French Revolution begin?', plugin_params: { top_k: '1' } }
    const { body: found } = await call('ana', 'POST', `${BASE}/kb/${id}/query`, query)
    expect(found).toMatchObject({ status: 'success', kb_id: id, query: query.query_text })
    expect(found.results).toEqual([
      {
        similarity: expect.any(Number),
        data: HISTORY,
        metadata: expect.objectContaining({
          source: 'history.txt',
          filename: 'history.txt',
          extension: 'txt',
          chunk_index: 0,
          chunk_count: 1,
          chunk_size: 800,
          chunk_overlap: 0,
          chunking_strategy: 'RecursiveCharacterTextSplitter',
          file_size: HISTORY.length,
          document_id: `${history.id}-0`,
          ingestion_timestamp: expect.stringMatching(/^20.*Z$/),
          embedding_vendor: 'bellwether',
          embedding_model: 'keywords',
          file_id: history.id,
          start: 0,
          end: HISTORY.length,
          file_url: expect.stringContaining('/original'),
        }),
      },
    ])
    expect(found.debug_info).toMatchObject({ plugin_name: 'simple_query', top_k: 1, threshold: 0, count: 1 })

    expect((await call('ana', 'DELETE', `${BASE}/kb/${id}/files/${history.id}?hard=true`)).body).toEqual({
      kb_id: id,
      file_id: history.id,
      status: 'success',
      message: 'File deleted successfully',
    })
    expect((await call('ana', 'POST', `${BASE}/kb/${id}/query`, query)).body.results).toEqual([])
    expect((await call('ana', 'DELETE', `${BASE}/kb/${id}/files/${history.id}`)).status).toBe(404)
  })

  it('keeps the files of an upload that it can, and refuses one without any', async () => {
    const id = await make('Uploads')
    const path = `${BASE}/kb/${id}/files`
    expect(await call('ana', 'POST', path, formOf(['empty.txt', '']))).toMatchObject({
      status: 400,
      body: { detail: 'The file “empty.txt” is empty' },
    })
    expect(await call('ana', 'POST', path, formOf({ other: 'x' }))).toMatchObject({ status: 400 })
    expect(await call('ana', 'POST', path, { files: [] })).toMatchObject({ status: 400 })
    expect((await call('ana', 'GET', `${BASE}/kb/${id}`)).body.files).toEqual([])
    expect(await call('ana', 'POST', path, formOf(['good.txt', 'good'], ['empty.txt', '']))).toMatchObject({
      status: 200,
      body: {
        uploaded_files: [{ filename: 'good.txt' }],
        skipped: [{ name: 'empty.txt', message: 'The file “empty.txt” is empty' }],
      },
    })
    expect((await call('eve', 'POST', path, formOf(['a.txt', 'a']))).status).toBe(404)
  })

  it('searches with the parameters of LAMB’s page, and refuses invalid ones', async () => {
    const { id } = await world.makeFilled('Asked', HISTORY)
    const ask = (body: object, who = 'ana') => call(who, 'POST', `${BASE}/kb/${id}/query`, body)
    const query_text = 'Bastille 1789'
    const sections = { query_text, plugin_name: 'parent_child_query', plugin_params: { top_k: 2 } }
    expect((await ask(sections)).body.results).toMatchObject([{ data: HISTORY }])
    expect(
      (await ask({ query_text, threshold: 0.99, plugin_params: { threshold: 0 } })).body.results,
    ).toHaveLength(1)
    expect((await ask({ query_text, plugin_params: { threshold: 1 } })).body).toMatchObject({
      status: 'success',
    })
    expect((await ask({ query_text: '   ' })).status).toBe(400)
    expect((await ask({ query_text, plugin_name: 'magic' })).status).toBe(404)
    expect(await ask({ query_text, plugin_params: { top_k: 500 } })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid settings: top_k must be at most 20' },
    })
    expect((await ask({ query_text: 'x'.repeat(4001) })).status).toBe(422)
    expect((await ask({ query_text }, 'ben')).status).toBe(404)
  })

  it('lists plugins for the page’s forms', async () => {
    const { plugins } = (await call('ana', 'GET', `${BASE}/ingestion-plugins`)).body
    expect(plugins[0]).toMatchObject({ name: 'simple_ingest', kind: 'file-ingest' })
    expect(plugins[0].parameters.chunk_size).toMatchObject({ default: 1000, required: false, enum: null })
    const queries = (await call('ana', 'GET', `${BASE}/query-plugins`)).body.plugins
    expect(queries.map(({ name }: { name: string }) => name)).toEqual(['simple_query', 'parent_child_query'])
  })
})
