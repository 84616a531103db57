import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

describe('conversion of classic assistants', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let path: string
  let rubric: string

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    const form = new FormData()
    form.set('file', new File(['x'.repeat(60_000)], 'long.md'))
    path = (await app.call('POST', '/creator/files/upload', token, form)).body.path
    const levels = ['Good', 'Poor'].map((label, at) => ({ label, description: label, score: 2 - at }))
    const criteria = [{ name: 'Thesis', description: 'Clear', weight: 100, levels }]
    const draft = { title: 'Essay', description: 'Grade it', scoringType: 'points', maxScore: 10, criteria }
    rubric = (await app.call('POST', '/creator/rubrics', token, draft)).body.rubric.rubric_id
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const promptOf = async (id: number) => {
    const messages = [{ role: 'user', content: 'Hi {context} \\frac{a}{b}' }]
    const answer = await app.call('POST', `/completions?assistant=${id}`, token, { messages })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return JSON.stringify(upstream.seen.at(-1)?.body['messages'])
  }
  const classics = (): Record<string, object> => ({
    no_rag: { rag_processor: 'no_rag' },
    'No RAG': { rag_processor: 'No RAG' },
    'none at all': { rag_processor: '' },
    single_file_rag: { rag_processor: 'single_file_rag', file_path: path },
    rubric_rag: { rag_processor: 'rubric_rag', rubric_id: rubric, rubric_format: 'json' },
    simple_rag: { rag_processor: 'simple_rag' },
    'an alias': { rag_processor: 'single_file', file_path: path },
    'no file': { rag_processor: 'single_file_rag', file_path: '' },
    'no rubric': { rag_processor: 'rubric_rag' },
    'with functions': { rag_processor: 'no_rag', tools: ['weather'] },
  })

  it.each([
    'no_rag',
    'No RAG',
    'none at all',
    'single_file_rag',
    'rubric_rag',
    'simple_rag',
    'an alias',
    'no file',
    'no rubric',
    'with functions',
  ])('keeps the prompt the same, byte for byte: %s', async (name) => {
    const metadata = { connector: 'openai', llm: 'm', ...classics()[name] }
    const template = 'A {context} B {user_input} C {unknown} D {context}'
    const columns = { RAG_collections: '7, 8', RAG_Top_k: 50 }
    const prompts = { system_prompt: 'S', prompt_template: template }
    const id = await app.makeAssistant(token, { ...prompts, ...columns, metadata })
    const before = await promptOf(id)
    if (name.startsWith('no ')) expect(before).toContain('A \\n\\n\\n\\n B')
    const shown = await app.call('POST', `/assistants/${id}/convert`, token, { dry_run: true })
    expect(shown.body).toMatchObject({ converted: false, undo: null })
    expect(await promptOf(id)).toBe(before)
    const done = await app.call('POST', `/assistants/${id}/convert`, token)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(done.body.changes).toEqual(shown.body.changes)
    const stored = JSON.parse((await app.call('GET', `/assistants/${id}`, token)).body.metadata)
    expect(stored).toMatchObject({ assistant_type: 'multi_tool', _format_version: 2 })
    expect(stored).not.toHaveProperty('rag_processor')
    expect(await promptOf(id)).toBe(before)
    expect((await app.call('POST', `/assistants/${id}/convert`, token)).status).toBe(400)
    await app.call('POST', done.body.undo, token)
    expect(JSON.parse((await app.call('GET', `/assistants/${id}`, token)).body.metadata)).toHaveProperty(
      'rag_processor',
    )
    expect(await promptOf(id)).toBe(before)
  })

  describe('organization that converts on access', () => {
    const metadataOf = (text: string) => JSON.parse(text) as Record<string, unknown>
    const make = () =>
      app.makeAssistant(token, {
        prompt_template: '{context}|{user_input}',
        metadata: { connector: 'openai', llm: 'm', rag_processor: 'single_file_rag', file_path: path },
      })
    const setMigration = (assistant_migration: string) =>
      app.call('PATCH', '/organizations/current/settings', token, { assistant_migration })
    const stored = async (id: number) => {
      const list = (await app.call('GET', '/creator/assistant/get_assistants?limit=100', token)).body
        .assistants
      return metadataOf(list.find((one: { id: number }) => one.id === id).metadata)
    }
    beforeAll(async () => {
      expect((await setMigration('sometimes')).status).toBe(422)
      expect((await setMigration('on_access')).body).toEqual({ assistant_migration: 'on_access' })
    })
    afterAll(() => setMigration('manual'))

    it('converts once on opening, however many people open it, and never on listing', async () => {
      await setMigration('manual')
      const id = await make()
      await setMigration('on_access')
      expect(await stored(id)).toHaveProperty('rag_processor')
      const opened = await Promise.all(
        Array.from({ length: 12 }, () => app.call('GET', `/assistants/${id}`, token)),
      )
      for (const one of opened) expect(metadataOf(one.body.metadata)).toMatchObject({ _format_version: 2 })
      const { versions } = (await app.call('GET', `/assistants/${id}/versions`, token)).body
      expect(versions).toHaveLength(2)
      const after = metadataOf((await app.call('GET', `/assistants/${id}`, token)).body.metadata)
      expect(after).not.toHaveProperty('file_path')
      expect(after).toMatchObject({ tools: [{ config: { file_path: path } }] })
    })

    it('converts on use, with the same prompt before and after', async () => {
      await setMigration('manual')
      const id = await make()
      const before = await promptOf(id)
      await setMigration('on_access')
      expect(await promptOf(id)).toBe(before)
      expect(await stored(id)).toMatchObject({ assistant_type: 'multi_tool', _format_version: 2 })
      expect(await promptOf(id)).toBe(before)
    })

    it('keeps an assistant whose processor is not installed, and reports it on use', async () => {
      const id = await app.makeAssistant(token, {
        metadata: { connector: 'openai', llm: 'm', rag_processor: 'of_another_time' },
      })
      expect(metadataOf((await app.call('GET', `/assistants/${id}`, token)).body.metadata)).toHaveProperty(
        'rag_processor',
      )
      const answer = await app.call('POST', `/completions?assistant=${id}`, token, {
        messages: [{ role: 'user', content: 'x' }],
      })
      expect(answer.status).toBe(400)
    })
  })
})
