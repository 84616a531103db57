import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says } from '../../../test/harness/fake-upstream.ts'
import { type Agent, calls, inTurn, type Json, messagesOf, openAgent, patch } from './agentsmithy.testing.ts'

describe('the same agent at the OpenAI door', () => {
  let agent: Agent
  let openai: OpenAI
  let model: string
  beforeAll(async () => {
    agent = await openAgent()
    openai = new OpenAI({ apiKey: agent.key, baseURL: `${agent.app.url}/v1`, maxRetries: 0 })
    model = `lamb_assistant.${agent.assistant}`
  })
  afterAll(() => agent.stop())
  const messages = [{ role: 'user' as const, content: 'Improve line 2' }]

  it('is a model like any other; each edit is sent once, as a status with the change, after the file was written', async () => {
    expect((await openai.models.list()).data.map(({ id }) => id)).toContain(model)
    await agent.put('essay.md', '# Title\nA weak line.\n')
    agent.upstream.answer(
      inTurn(
        calls('read_file', { path: 'essay.md' }, 'Let me look. '),
        patch('essay.md', 'A week line.', 'x'),
        patch('essay.md', 'A weak line.', 'A strong line.'),
        says('Better.'),
      ),
    )
    let text = ''
    const edits: Json[] = []
    for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? ''
      const { file_edit, status } = chunk as Json
      if (!file_edit) continue
      expect(await agent.read('essay.md')).toBe('# Title\nA strong line.\n')
      edits.push({ file_edit, status })
    }
    expect(text).toBe('Let me look. \n\nBetter.')
    expect(edits).toMatchObject([
      {
        status: { type: 'status', status: 'file_edit' },
        file_edit: { workspace: agent.workspace, path: 'essay.md', added: 1, removed: 1 },
      },
    ])
    expect(edits[0].file_edit.diff).toContain('-A weak line.\n+A strong line.\n')
    // And it can be undone by what the event names.
    const undo = `/workspaces/${agent.workspace}/edits/${edits[0].file_edit.edit}/undo`
    expect((await agent.app.call('POST', undo, agent.token)).status).toBe(200)
    expect(await agent.read('essay.md')).toBe('# Title\nA weak line.\n')
  })

  it('also answers in one piece, and the model gets the result of its call', async () => {
    await agent.put('essay.md', '# Title\nA weak line.\n')
    agent.upstream.answer(inTurn(patch('essay.md', 'A weak line.', 'A strong line.'), says('Better.')))
    const { choices } = await openai.chat.completions.create({ model, messages })
    expect(choices[0]?.message.content).toBe('Better.')
    expect(messagesOf(agent.upstream).at(-1)?.content).toContain('"status":"applied"')
    const { checkpoints } = (
      await agent.app.call('GET', `/workspaces/${agent.workspace}/checkpoints`, agent.token)
    ).body
    expect(checkpoints.slice(0, 2)).toMatchObject([
      { kind: 'edit' },
      { kind: 'message', label: 'Before: Improve line 2' },
    ])
  })
})
