import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '../harness/test-app.ts'
import { type FakeService, withToolService } from '../harness/tool-service.ts'
import {
  ask,
  callsOf,
  expectOk,
  type ForcedCall,
  makeLeader,
  messagesIn,
  resultsIn,
  SYSTEM_KEY,
  says,
  scripted,
  type ToolWorld,
} from '../harness/tool-world.ts'
import { createKinds, FILE, patchOf } from './tool-matrix.testing.ts'

const CHANGES = 'it makes changes, which only the owner of this assistant may do'
const POST: ForcedCall = { name: 'post_note', arguments: {} }

onEachDatabase('tools with side effects on $name', ({ env }) => {
  let world: ToolWorld
  let service: FakeService

  withToolService(env, (made) => {
    world = made.world
    service = made.service
  })

  const note = (config: object = {}) => ({
    type: 'http_request',
    use: 'call',
    config: {
      name: 'post_note',
      description: 'Notes it.',
      method: 'POST',
      url: `${service.url}/notes`,
      parameters: { properties: {}, required: [] },
      ...config,
    },
  })
  const lastResult = () => world.upstream.seen.flatMap(resultsIn).at(-1)
  const offered = () => world.upstream.seen[0]?.body['tools'] ?? []
  const tokensOf = () => {
    const { ana, cas, stu } = world.people
    return { ana: ana.token, cas: cas.token, stu: stu.token, system: SYSTEM_KEY }
  }
  const runsFor = async (id: number, call: ForcedCall, token: string): Promise<boolean> => {
    world.upstream.seen.length = 0
    world.upstream.answer(scripted([call]))
    await expectOk(ask(world.app, id, token))
    return lastResult() !== JSON.stringify({ error: CHANGES })
  }

  it('run for the owner, and for others only if the owner allows it, for the assistant or for one tool', async () => {
    const closed = await makeLeader(world, [note()])
    const open = await makeLeader(world, [note()], { metadata: { allow_side_effects: true } })
    const openTool = await makeLeader(world, [note({ allow_when_published: true })])
    for (const [who, token] of Object.entries(tokensOf())) {
      service.requests.length = 0
      expect(await runsFor(closed, POST, token), who).toBe(who === 'ana')
      expect(service.requests, who).toHaveLength(who === 'ana' ? 1 : 0)
      expect(offered(), who).toHaveLength(who === 'ana' ? 1 : 0)
      for (const id of [open, openTool]) {
        service.requests.length = 0
        expect(await runsFor(id, POST, token), who).toBe(true)
        expect(lastResult(), who).toContain('noted')
        expect(service.requests, who).toHaveLength(1)
      }
    }
  })

  describe('with approval', () => {
    /** Waits for an approval for Ana and returns it. */
    const waiting = async () => {
      const list = async () =>
        (await world.app.call('GET', '/approvals', world.people.ana.token)).body.approvals
      await expect.poll(list, { timeout: 5000, interval: 20 }).toHaveLength(1)
      return (await list())[0]
    }
    const decide = (id: string, decision: string) =>
      expectOk(world.app.call('POST', `/approvals/${id}`, world.people.ana.token, { decision }))

    it('also ask if they are injected, and do not run in a preview', async () => {
      const { app, people, upstream } = world
      const tool = { ...note(), use: 'inject', approval: 'ask' }
      const id = await makeLeader(world, [tool], { prompt_template: '[{http_result}]{user_input}' })
      upstream.answer(scripted([]))
      const promptAfter = async (decision: string, more: object) => {
        upstream.seen.length = 0
        const answering = ask(app, id, people.ana.token, more)
        const approval = await waiting()
        expect(approval).toMatchObject({
          function: 'post_note',
          tool: 'http_request',
          description: 'Notes it.',
          sent_to: new URL(service.url).host,
        })
        expect(service.requests).toEqual([])
        await decide(approval.id, decision)
        const answer = await expectOk(answering)
        return { answer, prompt: messagesIn(upstream.seen[0] ?? { body: {} }).at(-1)?.content ?? '' }
      }
      expect((await promptAfter('reject', {})).prompt).toMatch(/^\[\]/)
      expect(service.requests).toEqual([])
      const quiet = { stream: true, stream_options: { include_status: false } }
      const { answer, prompt } = await promptAfter('approve', quiet)
      expect(prompt).toContain('noted')
      expect(answer.body).toContain('"approval":{')
      expect(service.requests).toHaveLength(1)
      for (const entry of [tool, { ...note(), use: 'inject' }]) {
        const other = await makeLeader(world, [entry], { prompt_template: '[{http_result}]' })
        const messages = [{ role: 'user', content: 'x' }]
        const preview = await expectOk(
          app.call('POST', `/assistants/${other}/preview`, people.ana.token, { messages }),
        )
        expect(preview.body.messages.at(-1).content).toBe('[]')
      }
      expect(service.requests).toHaveLength(1)
    })

    it('wait for the person, and don’t accept a forwarding key or one for another assistant', async () => {
      const { app, admin, upstream } = world
      const keyOf = async (more: object): Promise<string> =>
        (await expectOk(app.call('POST', '/api-keys', admin, { name: 'k', ...more }))).body.key
      const make = (tools: object[]) =>
        app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'lead', tools } })
      const expert = await app.makeAssistant(admin, {
        metadata: { connector: 'openai', llm: 'sub', tools: [{ ...note(), approval: 'ask' }] },
      })
      // The approval takes longer than the expert's time limit, which pauses meanwhile.
      const limit = { timeout_ms: 1000 }
      const id = await make([{ type: 'assistant', use: 'call', ...limit, config: { assistant_id: expert } }])
      const [forwards, other, own] = [
        await keyOf({ trusted_forwarder: true }),
        await keyOf({ assistant_ids: [await make([])] }),
        await keyOf({ assistant_ids: [id] }),
      ]
      const lead = scripted([{ name: `call_assistant_${expert}`, arguments: { query: 'x' } }])
      upstream.answer((response, seen) => {
        if (seen.body['model'] === 'lead') return lead(response, seen)
        return (resultsIn(seen).length > 0 ? says('Done.') : callsOf([POST]))(response, seen)
      })
      const answering = ask(app, id, own)
      const list = async (key: string) => (await app.call('GET', '/approvals', key)).body.approvals
      await expect
        .poll(() => list(own), { timeout: 5000, interval: 20 })
        .toMatchObject([{ assistant_id: id }])
      const [{ id: approval }] = await list(own)
      for (const key of [forwards, other]) {
        expect(await list(key)).toEqual([])
        const decided = await app.call('POST', `/approvals/${approval}`, key, { decision: 'approve' })
        expect(decided.status).toBe(404)
      }
      expect(await list(admin)).toHaveLength(1)
      await pause(1200)
      await expectOk(app.call('POST', `/approvals/${approval}`, own, { decision: 'approve' }))
      await expectOk(answering)
      expect(service.requests).toHaveLength(1)
    })
  })

  it('a forwarding key does not count as its owner, for changes and for workspaces', async () => {
    const { app, admin } = world
    const made = await expectOk(
      app.call('POST', '/api-keys', admin, { name: 'chat page', trusted_forwarder: true }),
    )
    const { key } = made.body
    const kinds = createKinds(world)
    const workspace = await kinds.workspace.make({ id: 0, email: '', token: admin }, 'zebra-in-a-workspace')
    const config = { workspace_id: workspace }
    const id = await app.makeAssistant(admin, {
      metadata: {
        connector: 'openai',
        llm: 'lead',
        tools: [
          note(),
          { type: 'read_file', use: 'call', config },
          { type: 'patch_file', use: 'call', config },
        ],
      },
    })
    expect(await runsFor(id, POST, admin)).toBe(true)
    expect(await runsFor(id, POST, key)).toBe(false)
    expect(service.requests).toHaveLength(1)
    await runsFor(id, { name: 'read_file', arguments: { path: FILE } }, admin)
    expect(lastResult()).toContain('zebra')
    await runsFor(id, { name: 'read_file', arguments: { path: FILE } }, key)
    expect(JSON.stringify(world.upstream.seen)).not.toContain('zebra')
    expect(await runsFor(id, { name: 'patch_file', arguments: patchOf('zebra-in-a-workspace') }, key)).toBe(
      false,
    )
  })

  it('writing into a workspace needs the owner’s permission and a share with write access', async () => {
    const { app, people } = world
    const { ana, cas, ben } = people
    const kinds = createKinds(world)
    const mark = 'zebra-at-work'
    const workspace = await kinds.workspace.make(ana, mark)
    const shares = [
      { user_email: cas.email, role: 'write' },
      { user_email: ben.email, role: 'read' },
    ]
    await expectOk(app.call('PUT', `/workspaces/${workspace}/shares`, ana.token, { shares }))
    const tools = [{ type: 'patch_file', use: 'call', config: { workspace_id: workspace } }]
    const closed = await makeLeader(world, tools)
    const open = await makeLeader(world, tools, { metadata: { allow_side_effects: true } })
    const call = { name: 'patch_file', arguments: patchOf(mark) }
    const content = async () =>
      (
        await fetch(`${app.url}/workspaces/${workspace}/files/${FILE}`, {
          headers: { authorization: `Bearer ${ana.token}` },
        }).then((answer) => answer.text())
      ).trim()
    const before = await content()
    for (const token of [cas.token, ben.token, people.stu.token, SYSTEM_KEY])
      expect(await runsFor(closed, call, token)).toBe(false)
    for (const token of [ben.token, people.stu.token, SYSTEM_KEY]) {
      await runsFor(open, call, token)
      expect(lastResult()).toMatch(/not found|not open|not allowed|Insufficient/)
      expect(await content()).toBe(before)
    }
    await runsFor(open, call, cas.token)
    expect(lastResult()).toContain('applied')
    expect(await content()).toBe('Eaten.')
  })

  it('another person’s assistant can’t make changes with the owner’s rights by asking theirs', async () => {
    const { app, people, upstream } = world
    const { ana, ben } = people
    const makeExpert = async (token: string) => {
      const id = await app.makeAssistant(token, {
        metadata: { connector: 'openai', llm: 'sub', tools: [note()] },
      })
      await expectOk(app.call('POST', `/assistants/${id}/publish`, token, { publish_status: true }))
      return id
    }
    const bens = await makeExpert(ben.token)
    const anas = await makeExpert(ana.token)
    const id = await makeLeader(world, [
      { type: 'assistant', use: 'call', config: { assistant_id: bens } },
      { type: 'assistant', use: 'call', config: { assistant_id: anas } },
    ])
    const led = (expert: number) =>
      upstream.answer((response, seen) => {
        if (messagesIn(seen).some(({ role }) => role === 'tool')) return says('Done.')(response, seen)
        const call =
          seen.body['model'] === 'lead'
            ? { name: `call_assistant_${expert}`, arguments: { query: 'x' } }
            : POST
        return callsOf([call])(response, seen)
      })
    led(bens)
    // Ben asks Ana's assistant, which asks Ben's: these are not Ben's own words.
    await expectOk(ask(app, id, ben.token))
    expect(service.requests).toEqual([])
    led(anas)
    await expectOk(ask(app, id, ana.token))
    expect(service.requests).toHaveLength(1)
    await expectOk(ask(app, id, people.stu.token))
    expect(service.requests).toHaveLength(1)
  })

  it('another person’s assistant can’t read what only that owner and the person who asks may read', async () => {
    const { app, people, upstream } = world
    const { ana, ben } = people
    const mark = 'zebra-in-bens-diary'
    const kinds = createKinds(world)
    const workspace = await kinds.workspace.make(ben, mark)
    const expert = await app.makeAssistant(ben.token, {
      metadata: {
        connector: 'openai',
        llm: 'lead',
        tools: [{ type: 'read_file', use: 'call', config: { workspace_id: workspace } }],
      },
    })
    await expectOk(app.call('POST', `/assistants/${expert}/publish`, ben.token, { publish_status: true }))
    const id = await makeLeader(
      world,
      [{ type: 'assistant', use: 'call', config: { assistant_id: expert } }],
      {
        metadata: { llm: 'anas' },
      },
    )
    const readFile = scripted([{ name: 'read_file', arguments: { path: FILE } }])
    upstream.answer((response, seen) => {
      if (seen.body['model'] === 'lead') return readFile(response, seen)
      if (resultsIn(seen).length > 0) return says('Done.')(response, seen)
      return callsOf([{ name: `call_assistant_${expert}`, arguments: { query: 'x' } }])(response, seen)
    })
    const reads = async (assistant: number) => {
      upstream.seen.length = 0
      await expectOk(ask(app, assistant, ben.token))
      return JSON.stringify(upstream.seen).includes(mark)
    }
    expect(await reads(expert)).toBe(true)
    expect(await reads(id)).toBe(false)
    await kinds.workspace.share?.(workspace, ben, [ana])
    expect(await reads(id)).toBe(true)
  })
})
