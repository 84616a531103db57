import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { says } from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase } from '../../../test/harness/test-app.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { type Agent, calls, createClient, inTurn, openAgent, patch } from './agentsmithy.testing.ts'

onEachDatabase('what an agent did to the files, and the ways back ($name)', ({ env }) => {
  let agent: Agent
  let dialog: string
  let url: string | undefined
  beforeAll(async () => {
    const settings = await env()
    agent = await openAgent(settings)
    url = settings['DATABASE_URL']
  })
  afterAll(() => agent.stop())
  beforeEach(async () => {
    await agent.put('essay.md', '# Title\nold\n')
    dialog = await agent.client.newDialog()
    await agent.client.call('POST', `/api/dialogs/${dialog}/approve`)
  })

  const change = async (from: string, to: string) => {
    agent.upstream.answer(inTurn(patch('essay.md', from, to), says('Done.')))
    return agent.client.say(`Write ${to}`, { dialog_id: dialog })
  }

  it('is shown with the earlier messages, and with its position', async () => {
    expect(await agent.client.session(dialog)).toMatchObject({
      active_session: 'session_2',
      session_ref: 'refs/heads/session_2',
      has_unapproved: false,
      last_approved_at: expect.stringMatching(/^\d{4}-.*Z$/),
      changed_files: [],
    })
    await change('old', 'new')
    const session = await agent.client.session(dialog)
    expect(session.has_unapproved).toBe(true)
    expect(session.changed_files).toEqual([
      {
        path: 'essay.md',
        status: 'modified',
        additions: 1,
        deletions: 1,
        diff: expect.stringContaining('+new'),
        base_content: '# Title\nold\n',
        is_binary: false,
        is_too_large: false,
      },
    ])
  })

  it('restores the state before a message, and back again; files in no checkpoint stay', async () => {
    const [user] = await change('old', 'new')
    if (agent.isOnDisk) await chmod(join(agent.files, 'essay.md'), 0o755)
    agent.upstream.answer(inTurn(calls('write_file', { path: 'more.md', content: 'more' }), says('Done.')))
    await agent.client.say('Write more', { dialog_id: dialog })
    if (agent.isOnDisk) await writeFile(join(agent.files, 'mine.txt'), 'mine')

    const back = await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, {
      checkpoint_id: user.checkpoint,
    })
    expect(back.body).toEqual({ restored_to: user.checkpoint, new_checkpoint: expect.any(String) })
    expect(await agent.read('essay.md')).toBe('# Title\nold\n')
    if (agent.isOnDisk) expect((await stat(join(agent.files, 'essay.md'))).mode & 0o111).toBe(0)
    await expect(agent.read('more.md')).rejects.toThrow('ENOENT')
    if (agent.isOnDisk) expect(await agent.read('mine.txt')).toBe('mine')

    const { body } = await agent.client.call('GET', `/api/dialogs/${dialog}/checkpoints`)
    expect(body.initial_checkpoint).toBe(body.checkpoints[0].commit_id)
    const safety = body.checkpoints.at(-2)
    expect(safety.message).toContain('Before going back')
    await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, { checkpoint_id: safety.commit_id })
    expect(await agent.read('essay.md')).toBe('# Title\nnew\n')
    expect(await agent.read('more.md')).toBe('more')
  })

  it('is approved without a body: a reset returns to it and can be undone', async () => {
    await change('old', 'good')
    const approved = await agent.client.call('POST', `/api/dialogs/${dialog}/approve`)
    expect(approved.body).toEqual({
      approved_commit: expect.any(String),
      new_session: 'session_3',
      commits_approved: 1,
    })
    const [user] = await change('good', 'bad')
    expect(user.session).toBe('session_3')
    const reset = await agent.client.call('POST', `/api/dialogs/${dialog}/reset`)
    expect(reset.body).toEqual({
      reset_to: expect.any(String),
      new_session: 'session_4',
      pre_reset_checkpoint: expect.any(String),
    })
    expect(await agent.read('essay.md')).toBe('# Title\ngood\n')
    expect(await agent.client.session(dialog)).toMatchObject({ has_unapproved: false })
    const again = { checkpoint_id: reset.body.pre_reset_checkpoint }
    expect((await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, again)).status).toBe(200)
    expect(await agent.read('essay.md')).toBe('# Title\nbad\n')
  })

  it('refuses unknown checkpoints, and those of another workspace', async () => {
    const other = (await agent.app.call('POST', '/workspaces', agent.token, { name: 'Other' })).body.id
    const { checkpoints } = (await agent.app.call('GET', `/workspaces/${other}/checkpoints`, agent.token))
      .body
    for (const checkpoint_id of [checkpoints[0].id, '999999', '../1', '0'])
      expect(
        (await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, { checkpoint_id })).status,
      ).toBe(404)
    expect((await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, {})).status).toBe(422)
    expect(await agent.read('essay.md')).toBe('# Title\nold\n')
  })

  it('reports a checkpoint of the dialog that no longer exists', async () => {
    const database = await openDatabase({ ...(url ? { url } : {}), dataDir: agent.app.dataDir })
    const old = { dialog_id: dialog, checkpoint: '999999', label: 'Before: long ago', created_at: 1 }
    await database.db.insertInto('dialog_checkpoints').values(old).execute()
    await database.close()
    const { status, body } = await agent.client.call('POST', `/api/dialogs/${dialog}/restore`, {
      checkpoint_id: '999999',
    })
    expect(status).toBe(404)
    expect(JSON.stringify(body)).toContain('no longer exists')
    expect(await agent.read('essay.md')).toBe('# Title\nold\n')
  })

  it('a person without access to the files sees and changes none of them', async () => {
    await change('old', 'private words')
    const { app, token, assistant } = agent
    const bea = { email: 'bea@example.edu', name: 'Bea', password: 'password of bea' }
    await app.call('POST', '/creator/admin/users/create', token, {
      ...bea,
      role: 'admin',
      user_type: 'creator',
    })
    const client = createClient(`${app.url}/agentsmithy/${assistant}`, {
      authorization: `Bearer ${await app.signIn(bea.email, bea.password)}`,
    })
    agent.upstream.answer(inTurn(calls('read_file', { path: 'essay.md' }), says('I can’t.')))
    const events = await client.say('Read it')
    expect(events[0]).not.toHaveProperty('checkpoint')
    const id = events[0].dialog_id
    const records = JSON.stringify([events, await client.session(id), agent.upstream.seen.at(-1)?.body])
    expect(records).not.toContain('private words')
    expect((await client.call('POST', `/api/dialogs/${id}/reset`)).status).toBe(400)
    expect(await agent.read('essay.md')).toContain('private words')
  })

  it('an agent without files can chat; there is nothing to restore', async () => {
    const plain = await agent.app.makeAssistant(agent.token)
    const client = createClient(`${agent.app.url}/agentsmithy/${plain}`, {
      authorization: `Bearer ${agent.token}`,
    })
    const events = await client.say('Hello')
    expect(events[0]).not.toHaveProperty('checkpoint')
    expect(events.at(-1).type).toBe('done')
    const id = events[0].dialog_id
    expect(await client.session(id)).toMatchObject({ has_unapproved: false, changed_files: [] })
    expect((await client.call('POST', `/api/dialogs/${id}/reset`)).status).toBe(400)
  })
})
