import { afterAll, beforeAll, expect, it } from 'vitest'
import { says } from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase } from '../../../test/harness/test-app.ts'
import {
  type Agent,
  calls,
  createClient,
  inTurn,
  makeAgent,
  openAgent,
  statusOfRaw,
  typesOf,
} from './agentsmithy.testing.ts'

onEachDatabase('dialogs at the AgentSmithy door ($name)', ({ env }) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await openAgent(await env())
  })
  afterAll(() => agent.stop())

  const at = () => `${agent.app.url}/agentsmithy/${agent.assistant}`

  it('are created, listed, opened, renamed and deleted', async () => {
    const { client } = agent
    expect((await client.call('GET', '/api/dialogs/current')).body).toEqual({})
    expect((await client.call('GET', '/api/dialogs')).body).toEqual({ dialogs: [] })
    const first = await client.newDialog()
    const second = (await client.call('POST', '/api/dialogs', { title: 'Two', set_current: false })).body.id
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    const listed = (await client.call('GET', '/api/dialogs?sort=created_at&order=asc&limit=50')).body
    expect(listed.current_dialog_id).toBe(first)
    expect(listed.dialogs.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort())
    expect(listed.dialogs.find(({ id }: { id: string }) => id === first)).not.toHaveProperty('title')

    expect((await client.call('PATCH', `/api/dialogs/current?id=${second}`)).body).toEqual({ ok: true })
    expect((await client.call('GET', '/api/dialogs/current')).body).toMatchObject({
      id: second,
      meta: { id: second, title: 'Two', created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect((await client.call('PATCH', `/api/dialogs/${first}`, { title: ' One ' })).body).toMatchObject({
      id: first,
      title: 'One',
      updated_at: expect.any(String),
    })
    expect((await client.call('PATCH', `/api/dialogs/${first}`, { title: '' })).status).toBe(422)
    expect((await client.call('DELETE', `/api/dialogs/${second}`)).body).toEqual({ ok: true })
    expect((await client.call('GET', '/api/dialogs/current')).body).toEqual({})
    expect((await client.call('GET', `/api/dialogs/${second}`)).status).toBe(404)
  })

  it('are read in pages, each strictly older, with calls in place', async () => {
    const { client } = agent
    const dialog = await client.newDialog()
    agent.upstream.answer(
      inTurn(
        says('one'),
        calls('list_files', {}),
        calls('list_files', {}, 'looking'),
        says('two'),
        says('three'),
      ),
    )
    for (const text of ['first', 'second', 'third']) await client.say(text, { dialog_id: dialog })
    const all = await client.history(dialog)
    const types = ['user', 'chat', 'user', 'tool_call', 'chat', 'tool_call', 'chat', 'user', 'chat']
    expect(typesOf(all.events)).toEqual(types)
    expect(all).toMatchObject({ total_events: 9, has_more: false, first_idx: 0, last_idx: 6 })
    const numbers = all.events.flatMap(({ idx }: { idx?: number }) => (idx === undefined ? [] : [idx]))
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(all.events[2]).toMatchObject({ session: 'session_1', checkpoint: expect.any(String) })
    const [one, two] = all.events.filter(({ type }: { type: string }) => type === 'tool_call')
    expect(one.id).not.toBe(two.id)
    const result = await client.call('GET', `/api/dialogs/${dialog}/tool-results/${two.id}`)
    expect(result.body).toMatchObject({ tool_name: 'list_files', args: {}, metadata: { status: 'success' } })

    const pages: object[][] = []
    let before: number | null = null
    for (;;) {
      const page = await client.history(dialog, `?limit=2${before === null ? '' : `&before=${before}`}`)
      pages.unshift(page.events)
      before = page.first_idx
      if (!page.has_more) break
    }
    expect(pages.length).toBe(4)
    expect(pages.flat()).toEqual(all.events)
    expect(await client.history(dialog, '?before=0')).toMatchObject({
      events: [],
      has_more: false,
      first_idx: null,
    })
  })

  it('accept a key in the URL, as bearer token or as x-api-key, but no session in the URL', async () => {
    const { key, token } = agent
    const statusOf = async (base: string, headers: Record<string, string> = {}) =>
      (await createClient(base, headers).call('GET', '/health')).status
    expect(await statusOf(`${at()}/${key}`)).toBe(200)
    expect(await statusOf(at(), { 'x-api-key': key })).toBe(200)
    expect(await statusOf(at(), { authorization: `Bearer ${key}` })).toBe(200)
    expect(await statusOf(at(), { authorization: `Bearer ${token}` })).toBe(200)
    expect(await statusOf(`${at()}/${token}`)).toBe(401)
    expect(await statusOf(`${at()}/bw_nonsense`)).toBe(401)
    expect(await statusOf(at())).toBe(401)
    const other = await makeAgent(agent.app, token, agent.workspace)
    expect(await statusOf(`${agent.app.url}/agentsmithy/${other}/${key}`)).toBe(404)
    for (const odd of ['0', 'x', '..', '1e9', '9999999', '1%00'])
      expect(await statusOf(`${agent.app.url}/agentsmithy/${encodeURIComponent(odd)}/${key}`)).toBe(404)
    const health = (await createClient(`${at()}/${key}`).call('GET', '/health')).body
    expect(health).toMatchObject({ server_status: 'ready', config_valid: true, config_errors: [] })
  })

  it('of other people, other agents or with invalid names are not found', async () => {
    const { client, app, token } = agent
    const mine = await client.newDialog()
    const other = await makeAgent(app, token, agent.workspace)
    const elsewhere = createClient(`${app.url}/agentsmithy/${other}`, { authorization: `Bearer ${token}` })
    const made = await app.call('POST', '/creator/admin/users/create', token, {
      email: 'bea@example.edu',
      name: 'Bea',
      password: 'password of bea',
      role: 'admin',
      user_type: 'creator',
    })
    expect(made.body.success, JSON.stringify(made.body)).toBe(true)
    const bea = createClient(at(), {
      authorization: `Bearer ${await app.signIn('bea@example.edu', 'password of bea')}`,
    })
    expect((await bea.call('GET', '/health')).status).toBe(200)
    const odd = ['../..', '..\\..', `../${mine}`, mine.toUpperCase(), `${mine}\u0000`, "' or 1=1"]
    const tries = [
      ...odd.map((id) => ({ who: client, id })),
      { who: bea, id: mine },
      { who: elsewhere, id: mine },
    ]
    for (const { who, id } of tries) {
      const path = `/api/dialogs/${encodeURIComponent(id)}`
      for (const [method, rest, body] of [
        ['GET', ''],
        ['PATCH', '', { title: 'x' }],
        ['DELETE', ''],
        ['GET', '/history'],
        ['GET', '/tool-results'],
        ['GET', '/tool-results/x'],
        ['GET', '/session'],
        ['GET', '/checkpoints'],
        ['POST', '/restore', { checkpoint_id: '1' }],
        ['POST', '/approve'],
        ['POST', '/reset'],
      ] as const) {
        const { status } = await who.call(method, path + rest, body)
        expect(status, `${method} ${id}${rest}`).toBe(404)
      }
      const current = await who.call('PATCH', `/api/dialogs/current?id=${encodeURIComponent(id)}`)
      expect(current.status).toBe(404)
    }
    // What no well-behaved client sends: dots that stay as they are on their way.
    for (const id of ['%2e%2e', '..', '%2e', '%2e%2e%2f%2e%2e', '..%5c..', '%00', '%', '%ff'])
      for (const method of ['GET', 'DELETE'])
        expect(await statusOfRaw(`${at()}/${agent.key}`, method, `/api/dialogs/${id}`), id).toBe(404)
    expect((await client.call('GET', `/api/dialogs/${mine}`)).status).toBe(200)
  })
})
