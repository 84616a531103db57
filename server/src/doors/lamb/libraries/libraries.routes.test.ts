import { beforeAll, expect, it } from 'vitest'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from '../knowledge/knowledge.testing.ts'

const LIBRARIES = '/creator/libraries'

describeWithNightlyPostgres('LAMB’s libraries', (open) => {
  let world: ServedKnowledge
  let call: ServedKnowledge['call']
  beforeAll(async () => {
    world = await serveKnowledge(await open())
    call = world.call
  })
  const make = async (name: string): Promise<string> =>
    (await call('ana', 'POST', LIBRARIES, { name, description: 'Texts' })).body.id

  const exported = async (who: string, id: string): Promise<Buffer> => {
    const answer = await world.send(who, 'GET', `${LIBRARIES}/${id}/export`)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    return Buffer.from(await answer.arrayBuffer())
  }
  const importZip = (who: string, zip: Buffer, name: string) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(zip)], name))
    return call(who, 'POST', `${LIBRARIES}/import`, form)
  }

  it('are knowledge bases', async () => {
    const made = await call('ana', 'POST', LIBRARIES, { name: 'Sources', description: 'Old texts' })
    expect(made.body).toMatchObject({
      id: expect.any(String),
      name: 'Sources',
      description: 'Old texts',
      is_shared: false,
      is_owner: true,
      item_count: 0,
    })
    const { id } = made.body
    expect((await call('ana', 'POST', LIBRARIES, { name: 'Sources' })).status).toBe(409)
    expect((await call('ana', 'POST', LIBRARIES, {})).status).toBe(422)
    expect((await call('ana', 'PUT', `${LIBRARIES}/${id}`, { description: 'Older' })).body).toMatchObject({
      name: 'Sources',
      description: 'Older',
    })
    expect((await call('ana', 'GET', LIBRARIES)).body.libraries).toEqual([
      expect.objectContaining({ id, name: 'Sources' }),
    ])
    expect((await call('ana', 'GET', `/knowledge-bases/${id}`)).status).toBe(200)
    expect((await call('ana', 'DELETE', `${LIBRARIES}/${id}`)).body.message).toMatch(/deleted/)
    expect((await call('ana', 'GET', `${LIBRARIES}/${id}`)).status).toBe(404)
  })

  it('accept files of any plugin, and list them as items', async () => {
    const id = await make('uploads')
    const form = formOf({ plugin_name: 'simple_import', title: 'Ferns' })
    form.append('file', new File(['Ferns have no flowers.'], 'ferns.txt'))
    const { body } = await call('ana', 'POST', `${LIBRARIES}/${id}/upload`, form)
    expect(body).toEqual({ item_id: expect.any(String), title: 'Ferns', status: 'processing' })
    await world.isRead(id, body.item_id)
    const item = {
      id: body.item_id,
      library_id: id,
      title: 'Ferns',
      original_filename: 'ferns.txt',
      source_type: 'file',
      status: 'ready',
      page_count: 0,
      image_count: 0,
    }
    const items = `${LIBRARIES}/${id}/items`
    expect((await call('ana', 'GET', `${items}?limit=20&offset=0&status=ready`)).body).toMatchObject({
      items: [item],
      total: 1,
    })
    expect((await call('ana', 'GET', `${items}?status=failed`)).body).toEqual({ items: [], total: 0 })
    expect((await call('ana', 'GET', `${items}?status=lost`)).status).toBe(422)
    for (const path of [`${items}/${body.item_id}`, `${items}/${body.item_id}/status`])
      expect((await call('ana', 'GET', path)).body).toMatchObject(item)
    expect((await call('ana', 'GET', `${LIBRARIES}/${id}`)).body.item_count).toBe(1)
    const removed = await call('ana', 'DELETE', `${items}/${body.item_id}`)
    expect(removed.body.message).toBe(`Item ${body.item_id} deleted successfully`)
    expect((await call('ana', 'GET', `${items}/${body.item_id}`)).status).toBe(404)
    expect((await call('ana', 'POST', `${LIBRARIES}/${id}/upload`, formOf({ title: 'x' }))).status).toBe(422)
  })

  it('accept LAMB’s names of plugins, and refuse unknown ones and those for other sources', async () => {
    const id = await make('plugins')
    const upload = (plugin_name: string) => {
      const form = formOf({ plugin_name })
      form.append('file', new File([`Text for ${plugin_name}.`], `${plugin_name.trim()}.md`))
      return call('ana', 'POST', `${LIBRARIES}/${id}/upload`, form)
    }
    for (const name of [
      'simple_import',
      'markitdown_import',
      'markitdown_plus_import',
      'hierarchical_ingest',
      '',
    ])
      expect((await upload(name)).status, name).toBe(200)
    const page = (plugin_name: string) =>
      call('ana', 'POST', `${LIBRARIES}/${id}/import-url`, { url: 'https://example.org/a', plugin_name })
    const video = (plugin_name: string) =>
      call('ana', 'POST', `${LIBRARIES}/${id}/import-youtube`, {
        video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        plugin_name,
      })
    expect((await page('url_ingest')).status).toBe(200)
    expect((await video('youtube_transcript_import')).status).toBe(200)
    const { total } = (await call('ana', 'GET', `${LIBRARIES}/${id}/items`)).body
    for (const refused of [
      await upload('magic_import'),
      await upload('url_import'),
      await upload('__proto__'),
      await page('magic_import'),
      await page('youtube_transcript_import'),
      await video('simple_import'),
    ])
      expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Available: ') } })
    expect((await call('ana', 'GET', `${LIBRARIES}/${id}/items`)).body.total).toBe(total)
    await call('ana', 'DELETE', `${LIBRARIES}/${id}`)
  })

  it('return the text of an item', async () => {
    const id = await make('texts')
    const long = Array.from({ length: 9000 }, (_, at) => `Fern number ${at} has no flowers.`).join('\n\n')
    const form = formOf(['ferns.md', `# Ferns\n\n${long}`])
    const { body } = await call('ana', 'POST', `${LIBRARIES}/${id}/upload`, form)
    await world.isRead(id, body.item_id)
    const content = `${LIBRARIES}/${id}/items/${body.item_id}/content`
    const answer = await world.send('ana', 'GET', content)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await answer.text()
    expect(text.length).toBeGreaterThan(200_000)
    for (const at of [0, 3500, 8999]) expect(text).toContain(`Fern number ${at} has no flowers.`)
    const plain = await world.send('ana', 'GET', `${content}?format=text`)
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await plain.text()).toBe(text)
    expect((await world.send('ana', 'GET', `${content}?format=html`)).status).toBe(422)
    expect((await world.send('ben', 'GET', content)).status).toBe(404)
  })

  it('keep defaults for imports', async () => {
    const id = await make('defaults')
    const config = `${LIBRARIES}/${id}/import-config`
    const unset = { library_id: id, image_descriptions: 'none', max_discovery_depth: 0 }
    expect((await call('ana', 'GET', config)).body).toEqual(unset)
    const changed = { ...unset, max_discovery_depth: 2 }
    expect((await call('ana', 'PUT', config, { max_discovery_depth: 2 })).body).toEqual(changed)
    expect((await call('ana', 'PUT', config, { image_descriptions: 'llm' })).body).toMatchObject({
      ...changed,
      image_descriptions: 'llm',
      warning: expect.stringContaining('describing images'),
    })
    for (const wrong of [{ max_discovery_depth: 99 }, { image_descriptions: 'all' }])
      expect((await call('ana', 'PUT', config, wrong)).status).toBe(422)
    expect((await call('ben', 'PUT', config, { max_discovery_depth: 1 })).status).toBe(404)
    await call('ana', 'POST', `${LIBRARIES}/${id}/import-url`, { url: 'https://example.org/a', title: 'A' })
    const jobs = await call('ana', 'GET', `/creator/knowledgebases/kb/${id}/ingestion-jobs`)
    expect(jobs.body.items[0].plugin_params).toMatchObject({ max_discovery_depth: 2, title: 'A' })
    await call('ana', 'DELETE', `${LIBRARIES}/${id}`)
  })

  it('say with whom they are shared', async () => {
    const id = await make('shared')
    const share = (is_shared: boolean) => call('ana', 'PUT', `${LIBRARIES}/${id}/share`, { is_shared })
    expect((await share(true)).body).toMatchObject({
      is_shared: true,
      message: expect.stringContaining('shared with organization'),
    })
    expect((await share(false)).body).toMatchObject({ is_shared: false })
    const deleted = await call('ana', 'DELETE', `${LIBRARIES}/${id}`)
    expect(deleted.body.message).toBe(`Library ${id} deleted successfully`)
  })

  it('import pages and videos', async () => {
    const id = await make('web')
    const url = { url: 'https://example.org/a', plugin_name: 'url_import', title: 'A' }
    const page = await call('ana', 'POST', `${LIBRARIES}/${id}/import-url`, url)
    expect(page.body).toMatchObject({ item_id: expect.any(String) })
    const jobs = await call('ana', 'GET', `/creator/knowledgebases/kb/${id}/ingestion-jobs`)
    expect(jobs.body.items[0]).toMatchObject({ plugin_params: { limit: 1, max_discovery_depth: 0 } })
    const video = { video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', language: 'es' }
    const added = await call('ana', 'POST', `${LIBRARIES}/${id}/import-youtube`, video)
    const shown = await call('ana', 'GET', `${LIBRARIES}/${id}/items/${added.body.item_id}`)
    expect(shown.body).toMatchObject({ source_type: 'youtube' })
    for (const [path, body] of [
      ['import-url', { url: 'javascript:alert(1)' }],
      ['import-url', { url: 'https://example.org', plugin_params: { max_discovery_depth: 99 } }],
      ['import-youtube', { video_url: 'https://example.org' }],
    ] as const)
      expect([400, 422]).toContain((await call('ana', 'POST', `${LIBRARIES}/${id}/${path}`, body)).status)
    await call('ana', 'DELETE', `${LIBRARIES}/${id}`)
  })

  it('are exported as a zip, and imported again', async () => {
    const id = await make('travelling')
    const form = formOf(['ferns.txt', 'Ferns have no flowers.'])
    await call('ana', 'POST', `/knowledge-bases/${id}/files`, form)
    await call('ana', 'POST', `${LIBRARIES}/${id}/import-url`, { url: 'https://example.org/ferns' })
    const zip = await exported('ana', id)
    const imported = await importZip('ana', zip, 'library.zip')
    expect(imported.body).toEqual({
      library_id: expect.any(String),
      library_name: 'travelling (2)',
      item_count: 2,
    })
    const { library_id: copy } = imported.body
    expect((await call('ana', 'GET', `${LIBRARIES}/${copy}`)).body).toMatchObject({
      name: 'travelling (2)',
      description: 'Texts',
      is_shared: false,
      item_count: 2,
    })
    const { items } = (await call('ana', 'GET', `${LIBRARIES}/${copy}/items`)).body
    const names = items.map((item: { original_filename: string }) => item.original_filename)
    expect(names).toContain('ferns.txt')
    expect(items.map((item: { source_type: string }) => item.source_type).sort()).toEqual(['file', 'url'])
    const other = await importZip('ben', zip, 'library.zip')
    expect(other.body.library_name).toBe('travelling')
    expect((await call('ben', 'GET', `${LIBRARIES}/${id}/export`)).status).toBe(404)
  })

  it('can be empty when they are exported', async () => {
    const zip = await exported('ana', await make('empty'))
    expect((await importZip('ana', zip, 'x.zip')).body).toMatchObject({
      library_name: 'empty (2)',
      item_count: 0,
    })
  })

  it('leave nothing behind when the import is refused', async () => {
    const before = (await call('ana', 'GET', LIBRARIES)).body.libraries.length
    for (const [content, name] of [
      ['just text', 'notes.zip'],
      [Buffer.from('PK\x03\x04 not really'), 'broken.zip'],
    ] as const)
      expect((await importZip('ana', Buffer.from(content), name)).status, name).toBe(400)
    expect((await call('ana', 'POST', `${LIBRARIES}/import`, formOf({ title: 'x' }))).status).toBe(422)
    expect((await call('ana', 'GET', LIBRARIES)).body.libraries).toHaveLength(before)
  })

  it('are shared by their owner only, and don’t exist for others', async () => {
    const id = await make('private')
    const share = (who: string, is_shared: boolean) =>
      call(who, 'PUT', `${LIBRARIES}/${id}/share`, { is_shared })
    expect((await call('ben', 'GET', `${LIBRARIES}/${id}`)).status).toBe(404)
    expect((await share('ben', true)).status).toBe(404)
    expect((await share('ana', true)).body).toMatchObject({ id, is_shared: true })
    expect((await call('ben', 'GET', `${LIBRARIES}/${id}`)).body).toMatchObject({ is_owner: false })
    expect((await call('ben', 'PUT', `${LIBRARIES}/${id}`, { name: 'mine' })).status).toBe(403)
    expect((await call('ben', 'DELETE', `${LIBRARIES}/${id}`)).status).toBe(403)
    for (const path of ['', '/items', '/items/1', '/items/1/status'])
      expect((await call('eve', 'GET', `${LIBRARIES}/${id}${path}`)).status, path).toBe(404)
    expect((await call('ana', 'GET', `${LIBRARIES}/not-a-number`)).status).toBe(404)
    expect((await call(undefined, 'GET', LIBRARIES)).status).toBe(401)
    expect((await call('ana', 'GET', `${LIBRARIES}/plugins`)).body.plugins[0]).toMatchObject({
      name: 'simple_ingest',
      supported_source_types: ['file'],
    })
  })
})
