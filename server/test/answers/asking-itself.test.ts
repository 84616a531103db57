import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ask,
  callsOf,
  expectOk,
  makeLeader,
  resultsIn,
  says,
  startToolWorld,
  type ToolWorld,
} from '../harness/tool-world.ts'

describe('assistant that calls its own server', () => {
  let world: ToolWorld
  let key: string

  beforeAll(async () => {
    world = await startToolWorld({ OUTBOUND_ALLOW_TOOLS: '127.0.0.1', OUTBOUND_ALLOW_MCP: '127.0.0.1' })
    const { app, people } = world
    key = (await expectOk(app.call('POST', '/api-keys', people.ana.token, { name: 'k' }))).body.key
  })
  afterAll(() => world.stop())

  const change = (id: number, tools: object[]) =>
    expectOk(
      world.app.call('PUT', `/assistants/${id}`, world.people.ana.token, {
        metadata: JSON.stringify({
          assistant_type: 'multi_tool',
          prompt_processor: 'multi_augment',
          connector: 'openai',
          llm: 'lead',
          tools,
        }),
      }),
    )
  /** The model keeps calling tools. */
  const callOnAndOn = () =>
    world.upstream.answer((response, seen) => {
      const [offered] = (seen.body['tools'] ?? []) as { function: { name: string } }[]
      const call = { name: offered?.function.name ?? '', arguments: { query: 'again' } }
      return (offered ? callsOf([call]) : says('Enough.'))(response, seen)
    })
  const expectOneAnswer = async (id: number) => {
    const { app, people, upstream } = world
    upstream.seen.length = 0
    callOnAndOn()
    const answer = await expectOk(ask(app, id, people.ana.token))
    expect(answer.body.choices[0].message.content).toBe('Enough.')
    // Five rounds and the final answer: no nested model call was made.
    expect(upstream.seen).toHaveLength(6)
    return resultsIn(upstream.seen.at(-1) ?? { body: {} })
  }

  it('is refused by the MCP endpoint', async () => {
    const { app, admin } = world
    const id = await makeLeader(world, [])
    const draft = { name: 'myself', url: `${app.url}/mcp`, secret: `Bearer ${key}` }
    const server = (await expectOk(app.call('POST', '/mcp-servers', admin, draft))).body.id
    const { tools } = (await expectOk(app.call('POST', `/mcp-servers/${server}/refresh`, admin))).body
    const mine = tools.find(({ name }: { name: string }) => name.endsWith(`_${id}`))
    await expectOk(
      app.call('PUT', `/mcp-servers/${server}/tools/${mine.id}`, admin, {
        enabled: true,
        fingerprint: mine.fingerprint,
      }),
    )
    await change(id, [{ type: 'mcp', use: 'call', config: { server_id: server, tool: mine.name } }])
    for (const result of await expectOneAnswer(id)) expect(result).toContain('Another assistant')
  })

  it('is refused by the OpenAI endpoint', async () => {
    const { app, people } = world
    const id = await makeLeader(world, [])
    await expectOk(
      app.call('PUT', '/tool-secrets/ME', people.ana.token, {
        value: `Bearer ${key}`,
        host: new URL(app.url).host,
      }),
    )
    const config = {
      name: 'ask_me',
      description: 'Asks me.',
      method: 'POST',
      url: `${app.url}/v1/chat/completions`,
      headers: [{ name: 'authorization', value: '{secret:ME}' }],
      body_template: { model: `lamb_assistant.${id}`, messages: [{ role: 'user', content: '{query}' }] },
      parameters: { properties: { query: { type: 'string' } }, required: ['query'] },
    }
    await change(id, [{ type: 'http_request', use: 'call', config }])
    for (const result of await expectOneAnswer(id)) expect(result).toContain('answered with status 403')
  })
})
