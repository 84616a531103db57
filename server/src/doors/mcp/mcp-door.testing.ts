import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { expect, vi } from 'vitest'
import { startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp } from '../../../test/harness/test-app.ts'

/** The SDK's own client at our door. */
export async function connectTo(
  url: string,
  token: string,
  headers: Record<string, string> = {},
  capabilities: ClientCapabilities = {},
) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  })
  await client.connect(transport)
  return { client, transport, session: transport.sessionId ?? '' }
}

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** With any headers at all, which fetch does not let through. */
export const send = (
  url: string,
  headers: Record<string, string>,
  body: unknown,
  method = 'POST',
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const call = request(`${url}/mcp`, { method, headers: { ...JSON_HEADERS, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.on('error', reject)
    call.end(typeof body === 'string' ? body : JSON.stringify(body))
  })

const JSON_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** What is sent on the stream of notifications in `ms`, or until all of these methods have been sent. */
export async function listenTo(
  url: string,
  headers: Record<string, string>,
  { ms = 1000, until }: { ms?: number; until?: readonly string[] } = {},
) {
  const leave = new AbortController()
  const response = await fetch(`${url}/mcp`, {
    headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25', ...headers },
    signal: leave.signal,
  })
  const timer = setTimeout(() => leave.abort(), until ? MAX_WAIT_MS : ms)
  let text = ''
  try {
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString('utf8')
      if (until?.every((method) => text.includes(`"${method}"`))) leave.abort()
    }
  } catch {
    // The time is over, or every message was received.
  }
  clearTimeout(timer)
  const messages = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json))
  return {
    status: response.status,
    said: messages,
    lastId: [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
  }
}

/** Only a failing test waits for it. */
const MAX_WAIT_MS = 120_000

export const SECRET_PROMPT = 'You are the zebra of the crossing.'

/** Ana, who has an assistant and a knowledge base that it searches; and Ben, a colleague. */
export async function openMcpWorld(env: Record<string, string>) {
  const upstream = await startFakeUpstream()
  const app = await startTestApp({
    ...env,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: upstream.url,
    LAMB_BEARER_TOKEN: 'system-key-of-the-operator',
  })
  const admin = await app.signIn()
  const makeUser = async (name: string) => {
    const user = { email: `${name}@example.edu`, name, password: `password of ${name}`, role: 'user' }
    await app.call('POST', '/creator/admin/users/create', admin, { ...user, user_type: 'creator' })
    return app.signIn(user.email, user.password)
  }
  const [ana, ben] = [await makeUser('ana'), await makeUser('ben')]
  const anaKey: string = (await app.call('POST', '/api-keys', ana, { name: 'mcp' })).body.key
  const made = await app.call('POST', '/knowledge-bases', ana, { name: 'Tides', description: 'Seas' })
  const base = Number(made.body.id)
  const form = new FormData()
  form.set('files', new File(['The tide at Dover turns at noon.\n\nHerons wait for it.'], 'tides.txt'))
  const file = (await app.call('POST', `/knowledge-bases/${base}/files`, ana, form)).body.files[0].id
  await vi.waitFor(async () => {
    const { body } = await app.call('GET', `/knowledge-bases/${base}/files/${file}`, ana)
    expect(body.status).toBe('completed')
  }, 20_000)
  const tutor = await app.makeAssistant(ana, {
    name: 'Tide Tutor!',
    description: 'Knows the tides',
    system_prompt: SECRET_PROMPT,
    prompt_template: '{context}\n{user_input}',
    RAG_collections: String(base),
    metadata: { connector: 'openai', llm: 'fake-model', rag_processor: 'simple_rag' },
  })
  const stop = async () => {
    await app.stop()
    await upstream.stop()
  }
  return { app, upstream, ana, anaKey, ben, tutor, base, stop }
}

export type McpWorld = Awaited<ReturnType<typeof openMcpWorld>>
