import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { expect, it } from 'vitest'
import { chunkOf, frameOf, type Script, says } from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase } from '../../../test/harness/test-app.ts'
import {
  type Agent,
  calls,
  inTurn,
  messagesOf,
  patch,
  typesOf,
  withAgent,
  withoutStatus,
} from './agentsmithy.testing.ts'

onEachDatabase('an answer at the AgentSmithy door ($name)', ({ name, env }) => {
  let agent: Agent
  let dialog: string
  withAgent(env, (made) => {
    ;({ agent, dialog } = made)
  })

  it('arrives in AgentSmithy’s order: the user after the checkpoint, segments closed, calls before edits, one done at the end', async () => {
    agent.upstream.answer(
      inTurn(
        calls('read_file', { path: 'essay.md' }, 'Let me look.'),
        patch('essay.md', 'A weak line.', 'A strong line.'),
        says('It is better now.'),
      ),
    )
    const answerEvents = await agent.client.say('Improve line 2', { dialog_id: dialog })
    const statuses = answerEvents
      .filter(({ type }) => type === 'status')
      .map(({ status, tool }) => `${status} ${tool}`)
    expect(statuses).toEqual([
      'tool_call read_file',
      'tool_complete read_file',
      'tool_call patch_file',
      'tool_complete patch_file',
    ])
    const events = withoutStatus(answerEvents)
    expect(typesOf(events)).toEqual([
      'user',
      'chat_start',
      'chat',
      'chat_end',
      'tool_call',
      'tool_call',
      'file_edit',
      'chat_start',
      'chat',
      'chat_end',
      'done',
    ])
    expect(events.every((event) => event.dialog_id === dialog)).toBe(true)
    expect(events[0]).toMatchObject({ content: 'Improve line 2', session: 'session_1' })
    expect(events[0].checkpoint).toMatch(/^\d+$/)
    expect(events[5]).toMatchObject({ name: 'patch_file', args: { file_path: 'essay.md' } })
    expect(Object.keys(events[5].args)[0]).toBe('file_path')
    const { file, diff } = events[6]
    // Without a folder on the server's disk, files are named by their path in the workspace.
    if (isAbsolute(file)) expect((await stat(file)).isFile()).toBe(true)
    else expect(file).toBe('essay.md')
    expect(isAbsolute(file)).toBe(name === 'SQLite')
    expect(diff).toContain('+A strong line.')
    expect(events.at(-1)).toMatchObject({ type: 'done', done: true })
    expect(await agent.read('essay.md')).toBe('# Title\r\nA strong line.\r\n')
  })

  it('streams reasoning in a separate segment that closes first; it is in the history but not sent to the model again', async () => {
    const thinks =
      (script: Script): Script =>
      (response, seen) => {
        const { writeHead } = response
        response.writeHead = ((...args: Parameters<typeof writeHead>) => {
          writeHead.apply(response, args)
          response.write(frameOf(chunkOf({ reasoning_content: 'Line 2 ' })))
          response.write(frameOf(chunkOf({ reasoning_content: 'is weak.' })))
          return response
        }) as typeof writeHead
        return script(response, seen)
      }
    agent.upstream.answer(
      inTurn(
        thinks(patch('essay.md', 'A weak line.', 'A strong line.', 'I change it.')),
        thinks(says('Better.')),
        says('Yes.'),
      ),
    )
    const events = await agent.client.say('Improve it', { dialog_id: dialog })
    const round = ['reasoning_start', 'reasoning', 'chat_start', 'chat', 'reasoning_end', 'chat_end']
    const types = typesOf(events).filter((type, at, all) => type !== all[at - 1])
    expect(types).toEqual(['user', ...round, 'tool_call', 'file_edit', ...round, 'done'])
    expect((await agent.client.history(dialog)).events).toMatchObject([
      { type: 'user', idx: 0 },
      { type: 'reasoning', content: 'Line 2 is weak.' },
      { type: 'chat', content: 'I change it.', idx: 1 },
      { type: 'tool_call', name: 'patch_file' },
      { type: 'file_edit' },
      { type: 'reasoning', content: 'Line 2 is weak.' },
      { type: 'chat', content: 'Better.', idx: 2 },
    ])
    await agent.client.say('Sure?', { dialog_id: dialog })
    expect(JSON.stringify(messagesOf(agent.upstream))).not.toContain('is weak')
  })

  it('reports no edit when there was none, and gives the model a helpful error', async () => {
    agent.upstream.answer(inTurn(patch('essay.md', 'A week line.', 'x'), says('I could not.')))
    const events = await agent.client.say('Improve it', { dialog_id: dialog })
    expect(typesOf(events)).not.toContain('file_edit')
    expect(messagesOf(agent.upstream).at(-1)?.content).toContain('Content mismatch at lines 2-2')
    expect(await agent.read('essay.md')).toBe('# Title\r\nA weak line.\r\n')
    const { body } = await agent.client.call('GET', `/api/dialogs/${dialog}/tool-results`)
    expect(body).toMatchObject([{ tool_name: 'patch_file', error: expect.any(String) }])
  })

  it('runs several calls of one turn in order, reports each edit after its call, and answers every one', async () => {
    const part = (index: number, name: string, input: object) => ({
      tool_calls: [
        {
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        },
      ],
    })
    const line = (old_content: string, new_content: string) => ({
      file_path: 'new.md',
      changes: [{ line_start: 1, line_end: 1, old_content, new_content, reason: '' }],
    })
    agent.upstream.answer(
      inTurn((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const parts = [
          part(0, 'write_file', { path: 'new.md', content: 'one\n' }),
          part(1, 'patch_file', line('one', 'two')),
          part(2, 'patch_file', line('one', 'three')),
          part(3, 'no_such_tool', {}),
          part(4, 'read_file', { path: 'new.md' }),
        ]
        for (const delta of parts) response.write(frameOf(chunkOf(delta)))
        response.end(frameOf(chunkOf({}, 'tool_calls')) + frameOf('[DONE]'))
      }, says('Done.')),
    )
    const events = await agent.client.say('Write it', { dialog_id: dialog })
    expect(typesOf(events)).toEqual([
      'user',
      ...['tool_call', 'file_edit', 'tool_call', 'file_edit', 'tool_call', 'tool_call', 'tool_call'],
      ...['chat_start', 'chat', 'chat_end', 'done'],
    ])
    const results = messagesOf(agent.upstream).filter(({ role }) => role === 'tool')
    expect(results.map((one) => one.tool_call_id)).toEqual([0, 1, 2, 3, 4].map((index) => `call_${index}`))
    expect(results[1]?.content).toContain('"status":"applied"')
    expect(results[2]?.content).toContain('Content mismatch at lines 1-1')
    expect(results[3]?.content).toContain('not found')
    expect(results[4]?.content).toContain('1\\ttwo')
    expect(await agent.read('new.md')).toBe('two\n')
  })

  it('knows what the dialog has read: an insertion into a file that has changed since is refused', async () => {
    const insert = {
      file_path: 'essay.md',
      changes: [{ line_start: 2, line_end: 1, old_content: '', new_content: 'Between.', reason: '' }],
    }
    agent.upstream.answer(inTurn(calls('read_file', { path: 'essay.md' }), says('I read it.')))
    await agent.client.say('Read it', { dialog_id: dialog })
    await agent.put('essay.md', 'New first line.\n# Title\nA weak line.\n')
    agent.upstream.answer(inTurn(calls('patch_file', insert), says('I see.')))
    const events = await agent.client.say('Insert it', { dialog_id: dialog })
    expect(typesOf(events)).not.toContain('file_edit')
    expect(messagesOf(agent.upstream).at(-1)?.content).toContain('"code":"stale_read"')
    // Another dialog has never read it.
    agent.upstream.answer(inTurn(calls('patch_file', insert), says('Done.')))
    const other = await agent.client.newDialog()
    expect(typesOf(await agent.client.say('Insert it', { dialog_id: other }))).toContain('file_edit')
  })

  it('does not report deleted files, which an editor could not open', async () => {
    agent.upstream.answer(inTurn(calls('delete_file', { path: 'essay.md' }), says('Gone.')))
    const events = await agent.client.say('Delete it', { dialog_id: dialog })
    expect(typesOf(events)).not.toContain('file_edit')
    expect(await agent.client.session(dialog)).toMatchObject({
      changed_files: expect.arrayContaining([
        expect.objectContaining({ path: 'essay.md', status: 'deleted' }),
      ]),
    })
  })

  it('sends the dialog once, without old results, which the model can fetch', async () => {
    agent.upstream.answer(inTurn(calls('read_file', { path: 'essay.md' }), says('I read it.')))
    await agent.client.say('Read it', { dialog_id: dialog })
    const id = (await agent.client.history(dialog)).events[1].id
    agent.upstream.answer(inTurn(calls('get_tool_result', { tool_call_id: id }), says('A weak line.')))
    await agent.client.say('What did line 2 say?', { dialog_id: dialog })

    const [system, ...next] = messagesOf(agent.upstream, -2)
    expect(system?.content).toContain('read_file')
    expect(next.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(next[0]?.content).toContain('Read it')
    expect(next[1]?.tool_calls?.[0]).toMatchObject({ id, function: { name: 'read_file' } })
    expect(next[2]).toMatchObject({ tool_call_id: id })
    expect(next[2]?.content).toContain('"status":"success"')
    expect(JSON.stringify(next)).not.toContain('weak line')
    expect(messagesOf(agent.upstream).at(-1)?.content).toContain('A weak line.')
    // The fetching itself is no part of the dialog.
    expect(typesOf((await agent.client.history(dialog)).events)).toEqual([
      'user',
      'tool_call',
      'chat',
      'user',
      'chat',
    ])
  })

  it('lists the available results if the model asks for an unknown one', async () => {
    agent.upstream.answer(
      inTurn(
        calls('list_files', {}),
        says('Two.'),
        calls('get_tool_result', { tool_call_id: '../../x' }),
        says('None.'),
      ),
    )
    await agent.client.say('List', { dialog_id: dialog })
    await agent.client.say('Again', { dialog_id: dialog })
    expect(messagesOf(agent.upstream).at(-1)?.content).toMatch(/not_found.*call_list_files/)
  })

  it('in one piece includes the calls and their results', async () => {
    agent.upstream.answer(
      inTurn(patch('essay.md', 'A weak line.', 'A strong line.', 'Now.'), says('Better.')),
    )
    const answer = await agent.client.call('POST', '/api/chat', {
      messages: [
        { role: 'user', content: 'old' },
        { role: 'user', content: 'Improve line 2' },
      ],
      stream: false,
      dialog_id: dialog,
    })
    expect(answer.body).toMatchObject({
      content: 'Better.',
      done: true,
      dialog_id: dialog,
      tool_calls: [{ name: 'patch_file', args: { file_path: 'essay.md' } }],
      tool_results: [{ name: 'patch_file', result: { type: 'patch_result', status: 'applied' } }],
      metadata: { checkpoint: expect.any(String), session: 'session_1' },
    })
    expect(await agent.read('essay.md')).toContain('A strong line.')
  })

  it('lets the model name the dialog, which is otherwise named after its first words', async () => {
    agent.upstream.answer(inTurn(calls('set_dialog_title', { title: 'Strong lines' }), says('Hello.')))
    await agent.client.say('Please improve my essay', { dialog_id: dialog })
    const titleOf = async (id: string) => (await agent.client.call('GET', `/api/dialogs/${id}`)).body.title
    expect(await titleOf(dialog)).toBe('Strong lines')
    expect((await agent.client.history(dialog)).total_events).toBe(2)
    const other = await agent.client.newDialog()
    expect(await titleOf(other)).toBeUndefined()
    agent.upstream.answer(says('Hello.'))
    await agent.client.say('Please improve my essay', { dialog_id: other })
    expect(await titleOf(other)).toBe('Please improve my essay')
  })

  it('includes the files open in the editor, for this message only', async () => {
    agent.upstream.answer(says('Yes.'))
    const context = { current_file: { path: '/home/me/x.py', language: 'python', selection: 'print(1)' } }
    await agent.client.say('Is this right?', { dialog_id: dialog, context })
    expect(messagesOf(agent.upstream).at(-1)?.content).toContain('print(1)')
    await agent.client.say('And now?', { dialog_id: dialog })
    expect(JSON.stringify(messagesOf(agent.upstream))).not.toContain('print(1)')
    expect(JSON.stringify(await agent.client.history(dialog))).not.toContain('print(1)')
  })

  it('is refused before it begins: no message, no such dialog', async () => {
    const none = await agent.client.open('x', { messages: [{ role: 'assistant', content: 'x' }] })
    expect(none.status).toBe(400)
    expect((await agent.client.open('x', { dialog_id: 'f'.repeat(32) })).status).toBe(404)
    expect((await agent.client.open('x', { dialog_id: '../..' })).status).toBe(404)
    expect(agent.upstream.seen).toHaveLength(0)
  })

  it('uses the open dialog if none is named, and creates one if there is none', async () => {
    agent.upstream.answer(says('Hello.'))
    const [user] = await agent.client.say('Hello')
    expect(user.dialog_id).toBe(dialog)
    await agent.client.call('DELETE', `/api/dialogs/${dialog}`)
    const [again] = await agent.client.say('Hello')
    expect(again.dialog_id).not.toBe(dialog)
    expect((await agent.client.call('GET', '/api/dialogs/current')).body.id).toBe(again.dialog_id)
  })
})
