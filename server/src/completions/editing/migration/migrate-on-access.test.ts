import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { createMigrateOnAccess } from './migrate-on-access.ts'

const SECRET = 'sk-0123456789abcdef0123'
const classic = {
  prompt_processor: 'simple_augment',
  connector: 'bypass',
  llm: 'simple-bypass',
  rag_processor: 'no_rag',
  notes: { api_key: SECRET },
}

onEachDatabase('migration on access ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const migrated = () => lines.filter((line) => /^Migrated assistant/.test(String(line['msg'])))

  beforeAll(async () => {
    app = await startTestApp(await env(), log)
    token = await app.signIn()
  })
  afterAll(() => app.stop())
  beforeEach(() => {
    lines.length = 0
  })

  const setMigration = (assistant_migration: string) =>
    app.call('PATCH', '/organizations/current/settings', token, { assistant_migration })
  /** Creates a classic assistant that was not opened since the organization enabled migration. */
  async function makeClassic(): Promise<number> {
    await setMigration('manual')
    const id = await app.makeAssistant(token, {
      prompt_template: '{context}|{user_input}',
      metadata: classic,
      RAG_collections: '4,7',
      RAG_Top_k: 9,
    })
    await setMigration('on_access')
    lines.length = 0
    return id
  }
  const listed = async (id: number) => {
    const { body } = await app.call('GET', '/assistants?limit=100', token)
    return JSON.parse(body.assistants.find((one: { id: number }) => one.id === id).metadata)
  }
  const completion = (id: number) => ({
    path: `/completions?assistant=${id}`,
    body: { messages: [{ role: 'user', content: 'Hi' }] },
  })
  const triggers: Record<string, (id: number) => Promise<{ status: number }>> = {
    'GET /assistants/{id}': (id) => app.call('GET', `/assistants/${id}`, token),
    'LAMB’s GET': (id) => app.call('GET', `/creator/assistant/get_assistant/${id}`, token),
    'POST /completions': (id) => app.call('POST', completion(id).path, token, completion(id).body),
    'PUT /assistants/{id}': (id) => app.call('PUT', `/assistants/${id}`, token, { description: 'new' }),
  }

  it.each(Object.keys(triggers))('%s converts it at once', async (name) => {
    const id = await makeClassic()
    const done = await triggers[name]?.(id)
    expect(done?.status).toBe(200)
    expect(await listed(id)).toMatchObject({ _format_version: 2, tools: [] })
  })

  it('listing does not convert', async () => {
    const id = await makeClassic()
    for (const path of ['/assistants', '/creator/assistant/get_assistants', '/v1/models'])
      expect((await app.call('GET', path, token)).status).toBe(200)
    expect(await listed(id)).toEqual(classic)
    expect(migrated()).toEqual([])
  })

  it('shows the new settings and keeps the legacy columns', async () => {
    const id = await makeClassic()
    const { body } = await app.call('GET', `/assistants/${id}`, token)
    const shown = JSON.parse(body.metadata)
    expect(shown).toMatchObject({ _format_version: 2, connector: 'bypass' })
    expect(shown).not.toHaveProperty('rag_processor')
    expect([body.RAG_collections, body.RAG_Top_k]).toEqual(['4,7', 9])
  })

  it('is logged once, with both formats and without secrets, despite concurrent requests', async () => {
    const id = await makeClassic()
    const { path, body } = completion(id)
    await Promise.all([
      ...Array.from({ length: 6 }, () => app.call('GET', `/assistants/${id}`, token)),
      ...Array.from({ length: 6 }, () => app.call('POST', path, token, body)),
    ])
    expect(migrated()).toHaveLength(1)
    expect(migrated()[0]).toMatchObject({
      level: 30,
      msg: `Migrated assistant ${id} from v1 to v2`,
      assistant_id: id,
      assistant_name: expect.any(String),
      owner: 'admin@example.edu',
      from_version: 1,
      to_version: 2,
      old_metadata: { rag_processor: 'no_rag' },
      new_metadata: { _format_version: 2, tools: [] },
    })
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })

  it('leaves a newer format unchanged', async () => {
    const id = await makeClassic()
    const newer = { ...classic, _format_version: 9 }
    await app.call('PUT', `/assistants/${id}`, token, { metadata: newer })
    await app.call('GET', `/assistants/${id}`, token)
    expect(await listed(id)).toEqual(newer)
  })

  it('logs a failure, changes nothing and lets the request continue', async () => {
    const id = await makeClassic()
    const { services } = app.app
    const broken = createMigrateOnAccess({
      tools: services.tools,
      log,
      settingsOf: services.organizations.settingsOf,
      db: Object.create(services.db, {
        transaction: {
          value: () => {
            throw new Error('the disk is full')
          },
        },
      }),
    })
    const row = {
      id,
      name: 'n',
      owner_id: 1,
      organization_id: 1,
      description: '',
      metadata: JSON.stringify(classic),
      system_prompt: '',
      prompt_template: '',
      rag_collections: '',
      rag_top_k: 3,
    }
    expect(await broken(row)).toBe(false)
    expect(lines.at(-1)).toMatchObject({ level: 50, assistant: id })
    expect(await listed(id)).toEqual(classic)
    const { path, body } = completion(id)
    expect((await app.call('POST', path, token, body)).status).toBe(200)
  })
})
