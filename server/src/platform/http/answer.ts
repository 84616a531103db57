import type { ServerResponse } from 'node:http'
import type { AppError } from '../errors.ts'
import { discardRest, hasRest } from './body.ts'
import { Reply } from './endpoint.ts'
import { type ErrorShape, toErrorBody } from './error-bodies.ts'

/** Writes a complete response. Besides streams, the only place that writes to a response. */
export function sendAnswer(outgoing: ServerResponse, status: number, value: unknown): void {
  if (outgoing.headersSent || outgoing.destroyed) return
  const reply = value instanceof Reply ? value : undefined
  const body = reply ? reply.body : value
  outgoing.statusCode = reply?.status ?? status
  for (const [name, text] of Object.entries(reply?.headers ?? {})) outgoing.setHeader(name, text)
  if (body === null || body === undefined) {
    if (outgoing.statusCode !== 204) outgoing.setHeader('content-length', 0)
    end(outgoing)
    return
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  if (!outgoing.hasHeader('content-type')) {
    outgoing.setHeader('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json')
  }
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  outgoing.setHeader('content-length', bytes.length)
  end(outgoing, outgoing.req.method === 'HEAD' ? undefined : bytes)
}

/** The response is sent immediately; the connection is closed when the client has sent what it was sending. */
function end(outgoing: ServerResponse, bytes?: Buffer): void {
  if (!hasRest(outgoing.req)) {
    outgoing.end(bytes)
    return
  }
  outgoing.setHeader('connection', 'close')
  if (bytes) outgoing.write(bytes)
  else outgoing.flushHeaders()
  void discardRest(outgoing.req).then(() => outgoing.end())
}

export function sendError(outgoing: ServerResponse, shape: ErrorShape, error: AppError): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  if (error.details.retryAfter !== undefined)
    outgoing.setHeader('retry-after', Math.ceil(error.details.retryAfter))
  // The official clients check this header before they retry.
  if (error.details.retryable === false && error.status >= 500) outgoing.setHeader('x-should-retry', 'false')
  // In headers, because LAMB clients expect fixed bodies. The web app uses them to translate the message.
  if (error.userMessage) {
    outgoing.setHeader('x-message-code', error.userMessage.code)
    outgoing.setHeader('x-message-params', encodeURIComponent(JSON.stringify(error.userMessage.params)))
  }
  if (error.code === 'unauthenticated') outgoing.setHeader('www-authenticate', 'Bearer')
  sendAnswer(outgoing, error.status, toErrorBody(shape, error))
}
