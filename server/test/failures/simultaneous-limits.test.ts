import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

describe.each(eachDatabase())('limits hold for simultaneous requests on $name', ({ env }) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  it.each([
    ['API keys', 50, (at: number) => ['POST', '/api-keys', { name: `Key ${at}` }]],
    ['workspaces', 50, (at: number) => ['POST', '/workspaces', { name: `Workspace ${at}` }]],
    [
      'tool secrets',
      100,
      (at: number) => ['PUT', `/tool-secrets/KEY_${at}`, { value: 'a secret', host: 'example.com' }],
    ],
    [
      'MCP servers',
      20,
      (at: number) => ['POST', '/mcp-servers', { name: `Server ${at}`, url: 'https://example.com/mcp' }],
    ],
  ] as const)('%s', async (_what, limit, request) => {
    const statuses = await Promise.all(
      Array.from({ length: limit + 10 }, async (_, at) => {
        const [method, path, body] = request(at) as [string, string, object]
        return (await app.call(method, path, token, body)).status
      }),
    )
    expect(statuses.filter((status) => status < 300)).toHaveLength(limit)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  })
})
