import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import * as z from 'zod'
import { McpFailure } from './mcp-error.ts'

type Compat = typeof import('@modelcontextprotocol/sdk/server/zod-compat.js')
type Register = Server['setRequestHandler']

const INVALID_PARAMS = -32602
const MAX_FAULT = 300

/**
 * Registers handlers as the SDK does, except that an unreadable request is reported as the client's error, in a short
 * message.
 */
export const readingRequests =
  (server: Server, { safeParse, getLiteralValue, getObjectShape }: Compat): Register =>
  (schema, handle) => {
    const named = getObjectShape(schema)?.['method']
    const method = named && getLiteralValue(named)
    if (typeof method !== 'string') throw new Error('Request schema has no method')
    server.setRequestHandler(z.looseObject({ method: z.literal(method) }), (request, extra) => {
      const parsed = safeParse(schema, request)
      if (!parsed.success) throw new McpFailure(INVALID_PARAMS, toWords(parsed.error))
      return handle(parsed.data, extra)
    })
  }

/** The first fault. */
function toWords(error: unknown): string {
  const fault = error instanceof z.core.$ZodError ? error.issues[0] : undefined
  return `${fault?.path.join('.') || 'params'}: ${fault?.message ?? 'can’t be read'}`.slice(0, MAX_FAULT)
}
