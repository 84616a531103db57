import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type ForeignServer, startForeignServer, text } from './foreign-server.testing.ts'
import { createMcpClient } from './mcp-client.ts'

let foreign: ForeignServer
let outbound: Outbound
const never = new AbortController().signal

const start = (allow: string[]) => {
  outbound = createOutbound({
    allow: { mcp: allow },
    onRefused: () => undefined,
    firstByteMs: 5000,
    idleMs: 5000,
  })
  return createMcpClient({ outbound, version: '1' })
}
const target = () => ({ url: foreign.url, headers: { authorization: 'Bearer of-ours' } })

beforeEach(async () => {
  foreign = await startForeignServer([
    {
      name: 'echo',
      description: 'Says it again',
      inputSchema: { properties: { words: { type: 'string' } } },
    },
  ])
})
afterEach(async () => {
  await outbound.close()
  await foreign.stop()
})

it('lists tools and calls them with the credential', async () => {
  const client = start([foreign.host])
  foreign.state.tools[0] = {
    ...foreign.state.tools[0],
    name: 'echo',
    run: ({ words }) => text(String(words)),
  }
  const listed = await client.listTools(target(), never)
  expect(listed).toMatchObject({ server: { name: 'foreign', version: '3' }, tools: [{ name: 'echo' }] })
  const answer = await client.callTool(target(), { name: 'echo', arguments: { words: 'hello' } }, never)
  expect(answer).toEqual({ isError: false, text: 'hello' })
  expect(foreign.seen.every(({ headers }) => headers.authorization === 'Bearer of-ours')).toBe(true)
  // The client opens no stream for server messages.
  expect(foreign.seen.some(({ method }) => method === 'GET')).toBe(false)
})

it('calls no private address that is not allowed', async () => {
  const client = start([])
  await expect(client.listTools(target(), never)).rejects.toThrow(/requests to it are not allowed/)
  expect(foreign.seen).toEqual([])
})

it('does not follow a redirect to another origin', async () => {
  const other = await startForeignServer([{ name: 'evil' }])
  const client = start([foreign.host])
  foreign.state.instead = (_request, response) => response.writeHead(307, { location: other.url }).end()
  await expect(client.listTools(target(), never)).rejects.toThrow('redirected')
  expect(other.seen).toEqual([])
  // Redirects within the origin are followed, but a private address stays blocked: the client checks every hop.
  foreign.state.instead = (_request, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  await expect(client.listTools(target(), never)).rejects.toThrow('redirected')
  await other.stop()
})

it.each([
  ['in one piece', 'application/json'],
  ['as a stream', 'text/event-stream'],
])('stops reading a response that is too large (%s)', async (_how, type) => {
  const client = start([foreign.host])
  let sent = 0
  foreign.state.instead = (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    const line = `data: ${'x'.repeat(64_000)}\n`
    const more = () => {
      while (!response.destroyed && sent < 50_000_000) {
        sent += line.length
        if (!response.write(line)) {
          response.once('drain', more)
          return
        }
      }
      response.end()
    }
    more()
  }
  await expect(client.listTools(target(), never, { milliseconds: 5000, maxBytes: 500_000 })).rejects.toThrow(
    'too large (limit: 500000 bytes)',
  )
  await vi.waitFor(() => expect(foreign.open()).toBe(0), 500)
  expect(sent).toBeLessThan(20_000_000)
})

it('times out', async () => {
  const client = start([foreign.host])
  foreign.state.instead = () => undefined
  const limits = { milliseconds: 200, maxBytes: 1000 }
  await expect(client.listTools(target(), never, limits)).rejects.toThrow('did not respond within 0.2 s')
  await vi.waitFor(() => expect(foreign.open()).toBe(0), 500)
  // A stream that never ends does not extend the timeout.
  foreign.state.instead = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(': wait\n\n'), 20)
    response.on('close', () => clearInterval(timer))
  }
  await expect(client.listTools(target(), never, limits)).rejects.toThrow('did not respond within 0.2 s')
  await vi.waitFor(() => expect(foreign.open()).toBe(0), 500)
})

/** Answers a call with the beginning of a stream; the rest has to be resumed with `fetched`. */
const breakOff =
  (fetched: (response: ServerResponse) => void) => (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      response.setHeader('content-type', 'text/event-stream')
      if (request.method === 'GET') return fetched(response)
      const { id, method } = JSON.parse(body || '{}')
      if (id === undefined) return response.writeHead(202).end()
      const serverInfo = { name: 'later', version: '1' }
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
      if (method === 'initialize')
        return response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
      response.end(`id: first\nretry: 5\ndata: \n\n`)
    })
  }
const call = { name: 'later', arguments: {} }

it('resumes a response that the server interrupted', async () => {
  const client = start([foreign.host])
  foreign.state.instead = breakOff((response) => {
    const result = { content: [{ type: 'text', text: 'at last' }] }
    response.end(`id: second\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`)
  })
  expect(await client.callTool(target(), call, never)).toEqual({ isError: false, text: 'at last' })
  const { headers } = foreign.seen.find(({ method }) => method === 'GET') ?? {}
  expect(headers).toMatchObject({ 'last-event-id': 'first', authorization: 'Bearer of-ours' })
})

it('limits how often a response is resumed', async () => {
  const client = start([foreign.host])
  foreign.state.instead = breakOff((response) => response.end('id: again\nretry: 0\ndata: \n\n'))
  await expect(client.callTool(target(), call, never)).rejects.toThrow(
    'interrupted its response too many times',
  )
  expect(foreign.seen.filter(({ method }) => method === 'GET')).toHaveLength(60)
})

it('disconnects when the caller disconnects', async () => {
  const client = start([foreign.host])
  foreign.state.tools = [{ name: 'slow', run: () => new Promise(() => undefined) }]
  const controller = new AbortController()
  const call = client
    .callTool(target(), { name: 'slow', arguments: {} }, controller.signal)
    .catch((error: Error) => error)
  await vi.waitFor(() => expect(foreign.calls).toHaveLength(1), 2000)
  controller.abort(new Error('left'))
  expect(await call).toMatchObject({ message: 'left' })
  await vi.waitFor(() => expect(foreign.open()).toBe(0), 500)
})

it.each([
  [401, 'rejected the credential (status 401)'],
  [500, 'responded with status 500'],
])("reports status %i without the server's message", async (status, words) => {
  const client = start([foreign.host])
  foreign.state.instead = (_request, response) => response.writeHead(status).end('SECRET WORDS')
  const failure = await client.listTools(target(), never).catch((error: Error) => error.message)
  expect(failure).toContain(words)
  expect(failure).not.toContain('SECRET')
})

it.each([
  ['text/html', '<html>'],
  ['application/json', '{"hello":1}'],
  ['application/json', 'not json'],
])('recognizes a server that does not speak MCP: %s %s', async (type, body) => {
  const client = start([foreign.host])
  foreign.state.instead = (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)
  await expect(client.listTools(target(), never)).rejects.toThrow('does not respond like an MCP server')
})

it('compiles no schema, however it is written', async () => {
  const client = start([foreign.host])
  foreign.state.tools = [
    {
      name: 'regex',
      outputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      run: () => ({ content: [], structuredContent: { a: `${'a'.repeat(40)}!` } }),
    },
  ]
  await client.listTools(target(), never)
  const answer = await client.callTool(target(), { name: 'regex', arguments: {} }, never)
  expect(answer.text).toContain('aaaa')
})
