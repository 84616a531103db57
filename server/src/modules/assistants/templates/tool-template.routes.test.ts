import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

onEachDatabase('tool template endpoints ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
  })
  afterAll(() => app.stop())

  const post = (body: object) => app.call('POST', '/tool-templates', admin, body)

  it('lists the built-in templates', async () => {
    const { status, body } = await app.call('GET', '/tool-templates', admin)
    expect(status).toBe(200)
    const coach = body.templates.find((one: { id: string }) => one.id === 'builtin:rubric_coach')
    expect(coach).toMatchObject({ built_in: true, tools: [{ type: 'rubric_rag', available: true }] })
    expect((await app.call('GET', '/tool-templates/builtin:rubric_coach', admin)).body).toEqual(coach)
    expect((await app.call('GET', '/tool-templates/builtin%3Arubric_coach', admin)).body).toEqual(coach)
    expect((await app.call('GET', '/tool-templates')).status).toBe(401)
  })

  it('accepts every notation of tools', async () => {
    const tools = [
      'rubric',
      { plugin: 'single_file', placeholder: '{file}', file_path: '1/a.md' },
      { type: 'knowledge_base', kb_id: 5 },
      { type: 'somebodys_plugin', config: { deep: 1 } },
    ]
    const { status, body } = await post({ name: ' Everything ', tools })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      name: 'Everything',
      built_in: false,
      cleared: ['/tools/1/config/file_path', '/tools/2/config/collections'],
      tools: [
        { type: 'rubric_rag', use: 'call', config: {}, available: true },
        { type: 'single_file_rag', use: 'inject', placeholder: 'file', config: {}, available: true },
        { type: 'simple_rag', use: 'call', config: {} },
        { type: 'somebodys_plugin', use: 'inject', config: { deep: 1 }, available: false },
      ],
    })
    const { cleared: _cleared, ...saved } = body
    expect((await app.call('GET', `/tool-templates/${body.id}`, admin)).body).toEqual(saved)
  })

  it('changes and deletes', async () => {
    const { body } = await post({ name: 'Short-lived', tools: ['weather'] })
    const at = `/tool-templates/${body.id}`
    const changed = await app.call('PUT', at, admin, { name: 'Renamed', tools: ['moodle'] })
    expect(changed.body).toMatchObject({ id: body.id, name: 'Renamed', tools: [{ type: 'moodle' }] })
    expect((await app.call('DELETE', at, admin)).body).toEqual({ success: true })
    expect((await app.call('GET', at, admin)).status).toBe(404)
  })

  it.each([
    [{ tools: ['weather'] }, 422],
    [{ name: ' ', tools: ['weather'] }, 422],
    [{ name: 'a\u0000', tools: ['weather'] }, 422],
    [{ name: 'a' }, 422],
    [{ name: 'a', tools: [] }, 422],
    [{ name: 'a', tools: ['weather', 7] }, 400],
    [{ name: 'a', tools: ['x'.repeat(70_000)] }, 422],
    [{ name: 'a', tools: ['weather'], icon: '<svg>' }, 422],
    [{ name: 'Everything', tools: ['weather'] }, 409],
  ])('%j is refused with %i', async (body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  it('refuses deeply nested settings', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 3000; level++) deep = [deep]
    const refused = await post({ name: 'deep', tools: [{ type: 'weather', config: { deep } }] })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
  })

  it('refuses an invalid id', async () => {
    for (const id of ['0', '-1', '1e3', '99999999999999999999', 'builtin:', 'x'])
      expect((await app.call('GET', `/tool-templates/${id}`, admin)).status, id).toBe(422)
  })
})
