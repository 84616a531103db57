import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

interface Message {
  role: string
  content: string
  tool_calls?: object[]
}

const patch = (old_content: string, new_content: string) =>
  calls('patch_file', {
    file_path: 'essay.md',
    changes: [{ line_start: 2, line_end: 2, old_content, new_content, reason: 'better' }],
  })

describe('agent', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let workspace: string
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    workspace = (await app.call('POST', '/workspaces', token, { name: 'Essay' })).body.id
    await fetch(`${app.url}/workspaces/${workspace}/files/essay.md`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: '# Title\r\nA weak line.\r\n',
    })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const read = async () =>
    (
      await fetch(`${app.url}/workspaces/${workspace}/files/essay.md`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).text()

  it('reads, gets a helpful refusal, then edits correctly; the owner undoes it', async () => {
    const scripts = [
      calls('read_file', { path: 'essay.md' }),
      patch('A week line.', 'A strong line.'),
      patch('A weak line.', 'A strong line.'),
    ]
    upstream.answer((response, seen) => {
      const turn = (seen.body['messages'] as Message[]).filter((message) => message.tool_calls).length
      return (scripts[turn] ?? says('Done.'))(response, seen)
    })
    const config = { workspace_id: workspace }
    const id = await app.makeAssistant(token, {
      metadata: {
        assistant_type: 'multi_tool',
        prompt_processor: 'multi_augment',
        connector: 'openai',
        llm: 'fake-model',
        tools: ['read_file', 'patch_file'].map((type) => ({
          type,
          use: 'call',
          config,
          needs_approval: false,
        })),
      },
    })
    const answer = await app.call('POST', `/completions?assistant_id=${id}`, token, {
      messages: [{ role: 'user', content: 'Improve line 2' }],
    })
    expect(answer.body.choices?.[0].message.content, JSON.stringify(answer.body)).toBe('Done.')
    const results = (upstream.seen.at(-1)!.body['messages'] as Message[]).filter(
      (message) => message.role === 'tool',
    )
    expect(results).toHaveLength(3)
    expect(results[0]?.content).toContain('A weak line.')
    expect(results[1]?.content).toContain('Content mismatch at lines 2-2')
    expect(results[2]?.content).toContain('patch_result')
    expect(await read()).toBe('# Title\r\nA strong line.\r\n')

    const { changed_files } = (await app.call('GET', `/workspaces/${workspace}/changes`, token)).body
    expect(changed_files).toMatchObject([
      { path: 'essay.md', status: 'modified', additions: 1, deletions: 1 },
    ])
    const { edits } = (await app.call('GET', `/workspaces/${workspace}/edits`, token)).body
    expect(edits[0]).toMatchObject({ tool: 'patch_file', path: 'essay.md', trace_id: expect.any(String) })
    await app.call('POST', `/workspaces/${workspace}/edits/${edits[0].id}/undo`, token)
    expect(await read()).toBe('# Title\r\nA weak line.\r\n')
  })
})
