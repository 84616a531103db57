import { type Message, say } from '@bellwether/wire'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { JsonSchemaValidatorResult } from '@modelcontextprotocol/sdk/validation/types.js'
import { AppError, isAppError, providerFailed } from '../../platform/errors.ts'
import { asFetch, type FetchLike } from '../../platform/outbound/as-fetch.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import { createRedactor } from '../traces/index.ts'
import type { ListedTool } from './tool-definition.ts'
import { type ToolResult, toResultText } from './tool-result.ts'

/** The address to call and the credentials to send. */
export interface McpTarget {
  url: string
  headers: Readonly<Record<string, string>>
}

export interface McpLimits {
  milliseconds: number
  /** Limits everything that the server sends in one session. */
  maxBytes: number
}

export interface McpAnswer {
  isError: boolean
  text: string
}

const LISTING: McpLimits = { milliseconds: 15_000, maxBytes: 4 * 1024 * 1024 }
const CALLING: McpLimits = { milliseconds: 60_000, maxBytes: 2 * 1024 * 1024 }
export const MAX_TOOLS = 200
/** The SDK's clock runs on while ours waits for a person. */
const REQUEST_TIMEOUT = -32001
const MAX_PAGES = 20
const MAX_MESSAGE = 200
const END_SESSION_MS = 2000
/** How often a server may interrupt a response that is then resumed. */
const MAX_RESUMED = 60

interface Connection {
  client: Client
  options: RequestOptions
}

/**
 * Calls external MCP servers over HTTP, through the guarded client, with one session per request. Nothing that a
 * server sends is compiled or run: its schemas never reach a validator that generates code.
 */
export function createMcpClient({
  outbound,
  version,
}: {
  outbound: Pick<Outbound, 'guarded'>
  version: string
}) {
  async function converse<T>(
    target: McpTarget,
    signal: AbortSignal,
    limits: McpLimits,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const limit = limitTime(signal, limits.milliseconds, () => toTimeout(limits.milliseconds))
    const broken = new AbortController()
    const onLimit = () => broken.abort(limit.signal.reason)
    limit.signal.addEventListener('abort', onLimit, { once: true })
    const all = broken.signal
    const fetchGuarded = asFetch(outbound.guarded.mcp, {
      maxBytes: limits.maxBytes,
      onBroken: (error) => broken.abort(error),
    })
    const giveUp = (error: Error) => broken.abort(error)
    const fetchSome = withoutListening(fetchGuarded, all, giveUp)
    const { client, transport } = await createParts(target, version, fetchSome)
    const options = { signal: all, timeout: limits.milliseconds }
    try {
      await client.connect(transport, options)
      return await work({ client, options })
    } catch (error) {
      signal.throwIfAborted()
      throw toReadableError(
        broken.signal.aborted ? broken.signal.reason : error,
        target,
        limit.signal.aborted,
        limits,
      )
    } finally {
      limit.clear()
      endSession(transport, all)
    }
  }

  return {
    /** The server's identity and its tools. */
    listTools: (target: McpTarget, signal: AbortSignal, limits: McpLimits = LISTING) =>
      converse(target, signal, limits, async ({ client, options }) => ({
        server: toServerName(client),
        tools: await listAll({ client, options }),
      })),

    /** If given, `check` gets the list of tools before the call. */
    callTool: (
      target: McpTarget,
      call: { name: string; arguments: Record<string, unknown>; check?(tools: ListedTool[]): Promise<void> },
      signal: AbortSignal,
      limits: McpLimits = CALLING,
    ): Promise<McpAnswer> =>
      converse(target, signal, limits, async ({ client, options }) => {
        await call.check?.(await listAll({ client, options }))
        const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js')
        const params = { name: call.name, arguments: call.arguments }
        const result: ToolResult = await client.request(
          { method: 'tools/call', params },
          CallToolResultSchema,
          options,
        )
        return { isError: result.isError === true, text: withoutSecrets(target, toResultText(result)) }
      }),
  }
}

export type McpClient = ReturnType<typeof createMcpClient>

const acceptAny = <T>(input: unknown): JsonSchemaValidatorResult<T> => ({
  valid: true,
  data: input as T,
  errorMessage: undefined,
})

/** The SDK is loaded on first use: most installations never need it. */
async function createParts(target: McpTarget, version: string, fetchGuarded: FetchLike) {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ])
  const client = new Client(
    { name: 'bellwether', version },
    {
      capabilities: {},
      // Unlike the SDK's own validator, this never compiles schemas from external servers.
      jsonSchemaValidator: { getValidator: () => acceptAny },
    },
  )
  const transport = new StreamableHTTPClientTransport(new URL(target.url), {
    fetch: fetchGuarded,
    requestInit: { headers: { 'user-agent': `Bellwether/${version}`, ...target.headers } },
    reconnectionOptions: {
      // Only for resuming a response; failed calls are not retried.
      maxRetries: 1,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  })
  return { client, transport }
}

/**
 * Does not open a stream for messages that the server sends on its own. Only interrupted responses are resumed. Every
 * call ends with its session.
 */
function withoutListening(
  fetchGuarded: FetchLike,
  all: AbortSignal,
  giveUp: (error: Error) => void,
): FetchLike {
  let resumed = 0
  return async (url, init = {}) => {
    const isResuming = new Headers(init.headers).has('last-event-id')
    if (init.method === 'GET' && !isResuming) return new Response(null, { status: 405 })
    // The DELETE request is sent after the session has ended.
    if (init.method === 'DELETE') return fetchGuarded(url, init)
    if (isResuming && ++resumed > MAX_RESUMED) {
      const { host } = new URL(url)
      giveUp(providerFailed(say('mcp_servers.too_many_interruptions', { host }), { retryable: false }))
    }
    all.throwIfAborted()
    return fetchGuarded(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, all]) : all })
  }
}

/** Not awaited: the server also expires sessions itself. */
function endSession(
  transport: { sessionId?: string | undefined; terminateSession(): Promise<void>; close(): Promise<void> },
  all: AbortSignal,
): void {
  const close = () => {
    void transport.close().catch(() => undefined)
  }
  if (transport.sessionId === undefined || all.aborted) {
    close()
    return
  }
  const timer = setTimeout(close, END_SESSION_MS)
  timer.unref()
  void transport
    .terminateSession()
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(timer)
      close()
    })
}

function toServerName(client: Client): { name: string; version: string } {
  const { name = '', version = '' } = client.getServerVersion() ?? {}
  return { name: name.slice(0, 100), version: version.slice(0, 50) }
}

async function listAll({ client, options }: Connection): Promise<ListedTool[]> {
  const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js')
  const tools: ListedTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && tools.length <= MAX_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor }
    // Not `client.listTools`, which compiles the schemas in the list.
    const result = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
    tools.push(...result.tools)
    cursor = result.nextCursor
    if (cursor === undefined) break
  }
  return tools.slice(0, MAX_TOOLS)
}

/** Turns any failure into a readable message. Quotes at most the beginning of the server's own error. */
function toReadableError(
  error: unknown,
  target: McpTarget,
  isLate: boolean,
  { milliseconds }: McpLimits,
): Error {
  const { host } = new URL(target.url)
  if (isAppError(error)) return error
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  if (isLate || code === REQUEST_TIMEOUT)
    return new AppError(
      'provider_timeout',
      say('mcp_servers.timed_out', { host, seconds: milliseconds / 1000 }),
      {
        place: host,
      },
    )
  const message = error instanceof Error ? error.message : ''
  const failed = (message: Message) =>
    providerFailed(message, { retryable: false, place: host, cause: error })
  if (typeof code !== 'number') return failed(say('mcp_servers.not_mcp', { host }))
  if (code === 401 || code === 403)
    return failed(say('mcp_servers.credential_rejected', { host, status: code }))
  if (code >= 300 && code < 400) return failed(say('mcp_servers.redirected', { host }))
  if (code >= 100 && code < 600) return failed(say('mcp_servers.status', { host, status: code }))
  if (code === -1) return failed(say('mcp_servers.not_mcp', { host }))
  return failed(say('mcp_servers.error', { host, reason: toOneLine(withoutSecrets(target, message)) }))
}

/** A server may echo what it received, in a result or an error, and both reach a model. */
const withoutSecrets = ({ headers }: McpTarget, text: string): string => {
  const secrets = Object.values(headers).flatMap((value) => [value, ...value.split(' ').slice(1)])
  return createRedactor(secrets).text(text)
}

const toOneLine = (text: string): string =>
  text
    .replace(/^MCP error -?\d+: /, '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE)
