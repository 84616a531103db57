import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'

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

/** What is said on the stream of notifications until it ends, or until `ms` have gone by. */
export async function listenTo(url: string, headers: Record<string, string>, ms = 1000) {
  const response = await fetch(`${url}/mcp`, {
    headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25', ...headers },
    signal: AbortSignal.timeout(ms),
  })
  let text = ''
  try {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString('utf8')
  } catch {
    // The time is over.
  }
  const said = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json))
  return { status: response.status, said, lastId: [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '' }
}
