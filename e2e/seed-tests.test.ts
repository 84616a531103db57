import { parseMetadata } from '@bellwether/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutFences } from '../server/src/completions/context/fence.testing.ts'
import { upgradeSettings } from '../server/src/completions/editing/format-steps.ts'
import { type FakeUpstream, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../server/test/harness/test-app.ts'

/** The tests that the requirement itself lists, under their own names, through the server's API. */
describe('the tests of the requirement', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let rubric: number
  let path: string

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'sk-secret-of-the-operator' })
    token = await app.signIn()
    const levels = ['Good', 'Poor'].map((label, at) => ({ label, description: label, score: 2 - at }))
    const criteria = [{ name: 'Thesis', description: 'Clear', weight: 100, levels }]
    const draft = { title: 'Essay', description: 'Grade it', scoringType: 'points', maxScore: 10, criteria }
    rubric = (await app.call('POST', '/creator/rubrics', token, draft)).body.rubric.rubric_id
    const form = new FormData()
    form.set('file', new File(['The guide.'], 'guide.md'))
    path = (await app.call('POST', '/creator/files/upload', token, form)).body.path
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const multi = {
    assistant_type: 'multi_tool',
    prompt_processor: 'multi_augment',
    connector: 'openai',
    llm: 'gpt-4o-mini',
  }
  async function make(tools: unknown[], template: string, more: object = {}): Promise<number> {
    const metadata = JSON.stringify({ ...multi, ...more, tools })
    const { status, body } = await app.call('POST', '/assistants', token, {
      name: `t ${Math.random()}`,
      prompt_template: template,
      metadata,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id
  }
  const ask = (id: number, more: object = {}) =>
    app.call('POST', `/completions?assistant_id=${id}`, token, {
      messages: [{ role: 'user', content: 'test query' }],
      ...more,
    })
  const lastPrompt = () => {
    const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
    return messages.at(-1)?.content ?? ''
  }
  const statusesOf = (stream: string) =>
    [...stream.matchAll(/"message":"([^"]+)"/g)].map(([, message = '']) => message)
  const kb = (collections: string[], more: object = {}) => ({
    type: 'simple_rag',
    enabled: true,
    config: { collections },
    ...more,
  })

  describe('backend specification 12.1', () => {
    it('test_tool_discovery', async () => {
      const { body } = await app.call('GET', '/completions/tools')
      const names = body.tools.flatMap((one: { name: string; aliases: string[] }) => [
        one.name,
        ...one.aliases,
      ])
      expect(names).toEqual(expect.arrayContaining(['simple_rag', 'rubric', 'single_file']))
    })
    it('test_tool_definition', async () => {
      const { body } = await app.call('GET', '/completions/tools/simple_rag')
      expect(body).toMatchObject({ name: 'simple_rag', placeholder: 'context' })
      expect(body.config_schema.properties).toHaveProperty('collections')
    })
  })

  describe('backend specification 12.2', () => {
    it('test_single_tool_execution', async () => {
      const id = await make([{ type: 'no_tool', enabled: true, config: {} }], '[{context}]{user_input}')
      expect((await ask(id)).status).toBe(200)
      expect(lastPrompt()).toBe('[]\n\ntest query\n\n')
    })
    it('test_multi_tool_execution', async () => {
      const tools = [
        { type: 'single_file', enabled: true, config: { file_path: path } },
        { type: 'rubric', enabled: true, config: { rubric_id: rubric } },
      ]
      await ask(await make(tools, 'F[{file}] R[{rubric}]'))
      expect(withoutFences(lastPrompt())).toMatch(/^F\[\s+The guide\.\s+\] R\[[\s\S]*Thesis[\s\S]*\]$/)
    })
    it('test_multi_tool_execution: simple_rag and rubric', async () => {
      const tools = [kb([]), { type: 'rubric', enabled: true, config: { rubric_id: rubric } }]
      expect((await ask(await make(tools, 'C[{context}] R[{rubric}]'))).status).toBe(200)
      expect(lastPrompt()).toMatch(/^C\[\s*\] R\[[\s\S]*Thesis[\s\S]*\]$/)
    })
    it('test_streaming_status_events', async () => {
      const { body } = await ask(await make([kb(['kb1'])], '{context}{user_input}'), { stream: true })
      expect(statusesOf(body)[0]).toMatch(/^querying knowledge base/)
      expect(statusesOf(body).join('')).not.toContain('secret')
    })
    it('test_streaming_status_events: in order, before the answer, without secrets', async () => {
      const tools = [{ type: 'single_file', enabled: true, config: { file_path: path } }]
      const { body } = await ask(await make(tools, '{file}{user_input}'), { stream: true })
      expect(statusesOf(body)[0]).toBe(`reading file ${path}`)
      expect(body.indexOf('reading file')).toBeLessThan(body.indexOf('Hello'))
      expect(body).not.toContain('secret')
    })
    it('test_verbose_trace_redacts', async () => {
      const tools = [{ type: 'single_file', enabled: true, config: { file_path: 'docs/guide.md' } }]
      const id = await make(tools, '{file}{user_input}', { verbose: true })
      const { headers } = await ask(id, { stream: false })
      const { status, body } = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.steps[0].input).toContain('docs/guide.md')
      expect(JSON.stringify(body)).not.toMatch(/api_key|sk-secret/)
    })
  })

  it('backend specification 12.3: test_legacy_assistant_works', () => {
    const metadata = JSON.stringify({
      prompt_processor: 'simple_augment',
      connector: 'openai',
      llm: 'gpt-4',
      rag_processor: 'simple_rag',
    })
    const columns = { rag_collections: 'a, b', rag_top_k: 3 }
    const texts = { name: '', description: '', system_prompt: '', prompt_template: '' }
    const done = upgradeSettings({ ...texts, ...columns, metadata }, app.app.services.tools)
    const { tools } = JSON.parse(done.kind === 'changed' ? done.metadata : '{}')
    expect(tools).toHaveLength(1)
    expect(tools[0]).toMatchObject({ type: 'simple_rag', config: { collections: ['a', 'b'], top_k: 3 } })
  })

  describe('parallel strategy 8.1', () => {
    it('test_single_tool_execution', async () => {
      expect((await ask(await make([kb([])], '[{context}]'))).status).toBe(200)
      expect(lastPrompt()).toMatch(/^\[\s*\]$/)
    })
    it('test_multi_tool_execution', async () => {
      const tools = [kb([]), { type: 'rubric_rag', enabled: true, config: { rubric_id: rubric } }]
      await ask(await make(tools, '[{context}]{rubric}'))
      expect(lastPrompt()).toMatch(/^\[\s*\][\s\S]*Thesis/)
    })
    it('test_disabled_tool_skipped', async () => {
      const off = { enabled: false, config: {} }
      const tools = [
        { type: 'simple_rag', ...off },
        { type: 'single_file_rag', enabled: false, config: { file_path: path } },
      ]
      const { body } = await ask(await make(tools, '[{context}{file}]'), { stream: true })
      expect(lastPrompt()).toBe('[]')
      expect(statusesOf(body)).toEqual([])
    })
    it('test_type_routing_classic', () => {
      expect(parseMetadata('{"rag_processor": "simple_rag"}')?.assistant_type).toBe('classic')
    })
    it('test_type_routing_multi_tool', () => {
      expect(parseMetadata('{"assistant_type": "multi_tool", "tools": []}')?.assistant_type).toBe(
        'multi_tool',
      )
    })
  })

  it('parallel strategy 8.3: test_full_multi_tool_completion', async () => {
    const tools = [kb(['test-col']), { type: 'rubric_rag', enabled: true, config: { rubric_id: rubric } }]
    const metadata = JSON.stringify({ ...multi, tools })
    const made = await app.call('POST', '/assistants', token, { name: 'Test Multi-Tool', metadata })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const answer = await ask(made.body.id, { messages: [{ role: 'user', content: 'Evaluate my essay' }] })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    // There is no template, so tool output only appears in the sources.
    expect(answer.body.sources).toEqual(
      expect.arrayContaining([expect.objectContaining({ source: { name: 'Essay' } })]),
    )
    expect(made.body.warnings.map(({ code }: { code: string }) => code)).toContain('empty_template')
  })
})
