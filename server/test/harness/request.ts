import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Shorter than the server keeps a connection, so that no request is sent on one that is being closed. */
const IDLE_MS = 2000
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })

export interface TextAnswer {
  status: number
  headers: Headers
  text: string
}

/** Like `fetch` without following redirects, but with half the CPU: tests send tens of thousands of requests. */
export async function requestText(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<TextAnswer> {
  // Node does not add it to DELETE.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = { accept: '*/*', 'user-agent': 'node', ...length, ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, agent, headers: sent }, resolve).on('error', reject).end(body)
  })
  return {
    status: response.statusCode ?? 0,
    headers: toHeaders(response),
    text: await text(response),
  }
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
