import { drained } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { CreateServerFor, McpSession } from '../mcp-server.ts'
import { markQuestions } from '../offer/asking-back.ts'
import type { RunningRequests } from '../session/running-requests.ts'
import { requestIdsIn } from './rpc-messages.ts'

export interface Delivery {
  exchange: Exchange
  mcpSession: McpSession
  /** The parsed body: one message, or several. */
  body: unknown
  publicUrl: string
}

/**
 * Serves one HTTP request with its own server and transport, which end with it. If the client disconnects or cancels
 * the request, all its work stops.
 */
export const createServeMessages =
  ({ createServerFor, running }: { createServerFor: CreateServerFor; running: RunningRequests }) =>
  async ({ exchange, mcpSession, body, publicUrl }: Delivery): Promise<void> => {
    const { WebStandardStreamableHTTPServerTransport } = await import(
      '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
    )
    const server = await createServerFor(mcpSession)
    const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: 15_000 })
    const stop = () => {
      server.close().catch(() => undefined)
    }
    const request = { stop, onReply: markQuestions(transport) }
    const end = running.begin(mcpSession.caller.userId, mcpSession.session, requestIdsIn(body), request)
    const { signal } = exchange
    try {
      await server.connect(transport)
      signal.addEventListener('abort', stop, { once: true })
      signal.throwIfAborted()
      const response = await transport.handleRequest(toRequest(exchange, publicUrl), { parsedBody: body })
      await write(exchange, response)
    } finally {
      signal.removeEventListener('abort', stop)
      end()
      stop()
    }
  }

/** Without the body, which has been read, and without the credential, which is no longer needed. */
function toRequest({ incoming }: Exchange, publicUrl: string): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers })
}

async function write({ outgoing, signal }: Exchange, response: Response): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'connection') outgoing.setHeader(name, value)
  if (!response.body) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  const reader = response.body.getReader()
  const leave = () => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || outgoing.destroyed) break
      if (!outgoing.write(value)) await drained(outgoing)
    }
  } finally {
    signal.removeEventListener('abort', leave)
    outgoing.end()
  }
}
