import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The SDK's own client at our door. */
export async function connectTo(url: string, token: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' })
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
