import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppError } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { AccessLog, Log } from '../log.ts'
import { OpenList } from '../open-list.ts'
import { sendError } from './answer.ts'
import { createDispatch, type DispatchOptions, overloaded, shuttingDown } from './dispatch.ts'
import { ClientGone, Exchange, isHangUp } from './exchange.ts'
import type { Metrics } from './metrics.ts'

export interface HttpServerOptions extends DispatchOptions {
  log: Log
  /** Undefined: single requests are not logged. */
  accessLog?: AccessLog | undefined
  metrics: Metrics
  maxConcurrentRequests: number
  /** True while more requests wait for the database than it can serve soon. */
  isDatabaseOverloaded(): boolean
  trustProxy: boolean
  /**
   * Origins whose pages may call the server from browsers; empty means all. Cookies are never allowed across origins,
   * so pages of other sites have no rights of their own.
   */
  corsOrigins: readonly string[]
}

export interface DrainOptions {
  delayMs: number
  deadlineMs: number
  onRefusing?: () => void
}

const DRAIN_MOMENT_MS = 100

/** Answered even while the server is draining or full, so that operators can monitor it. */
const ALWAYS_ANSWERED = new Set(['/health', '/ready', '/status', '/metrics'])

export function createHttpServer(options: HttpServerOptions) {
  const { log } = options
  const dispatch = createDispatch(options)
  const open = new OpenList<Exchange>()
  /** `leaving`: still serves requests, but reports that it is not ready. `refusing`: accepts no new ones. */
  let state: 'serving' | 'leaving' | 'refusing' = 'serving'

  function findRefusal(): AppError | undefined {
    if (state === 'refusing') return shuttingDown()
    return open.size > options.maxConcurrentRequests || options.isDatabaseOverloaded()
      ? overloaded()
      : undefined
  }

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const exchange = new Exchange(
      incoming,
      outgoing,
      newRequestId(),
      clientIp(incoming, options.trustProxy),
      log,
    )
    outgoing.setHeader('x-request-id', exchange.requestId)
    outgoing.setHeader('x-content-type-options', 'nosniff')
    setCors(incoming, outgoing, options.corsOrigins)
    open.add(exchange)
    outgoing.once('close', () => onClosed(exchange))
    // Without a listener, a failed write would crash the process and with it every other request.
    outgoing.on('error', (error) => {
      if (!isHangUp(error)) exchange.log.error({ err: error }, 'failed to write the response')
    })

    if (incoming.method === 'OPTIONS') {
      outgoing.writeHead(204).end()
      return
    }
    // Makes clients and proxies with keep-alive connections open their next one to another instance.
    if (state !== 'serving') outgoing.setHeader('connection', 'close')
    const refusal = ALWAYS_ANSWERED.has(incoming.url ?? '') ? undefined : findRefusal()
    if (refusal) {
      outgoing.setHeader('connection', 'close')
      sendError(outgoing, incoming.url?.startsWith('/v1/') ? 'openai' : 'lamb', refusal)
      return
    }
    void dispatch(exchange)
  }

  function onClosed(exchange: Exchange): void {
    open.delete(exchange)
    if (!exchange.outgoing.writableFinished) exchange.cancel(new ClientGone())
    noteEnd(exchange, options)
  }

  const server = createNodeServer(onRequest)

  return {
    server,
    isDraining: () => state !== 'serving',
    openRequests: () => open.size,

    listen: (port: number, host: string) =>
      new Promise<AddressInfo>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host, backlog: 4096 }, () => {
          server.off('error', reject)
          resolve(server.address() as AddressInfo)
        })
      }),

    /**
     * Reports not ready immediately, but serves new requests for `delayMs`, so that load balancers notice before anything is refused.
     * Running requests may finish until the deadline. `onRefusing` is called when new ones are refused.
     */
    async drain({ delayMs, deadlineMs, onRefusing }: DrainOptions): Promise<void> {
      state = 'leaving'
      if (delayMs > 0) await pause(delayMs)
      // Idle connections stay open for now: closing one while a request is being sent would fail that request.
      state = 'refusing'
      onRefusing?.()
      await endOpenRequests(open, deadlineMs, log)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function noteEnd(exchange: Exchange, { metrics, accessLog }: HttpServerOptions): void {
  const milliseconds = performance.now() - exchange.startedAt
  const status = exchange.outgoing.statusCode
  metrics.countRequest(exchange.route, exchange.incoming.method ?? '', status, milliseconds / 1000)
  accessLog?.write({
    request: exchange.requestId,
    method: exchange.incoming.method,
    route: exchange.route,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    caller: exchange.callerLabel,
    organization: exchange.organizationId,
    ...(exchange.outgoing.writableFinished ? {} : { gone: true }),
  })
}

function createNodeServer(onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server {
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      // Checked every 5 s: closed after 15 s at the latest.
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    onRequest,
  )
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    else socket.destroy()
  })
  return server
}

/** Requests may finish until the deadline; after it they are cancelled. */
async function endOpenRequests(open: OpenList<Exchange>, deadlineMs: number, log: Log): Promise<void> {
  for (const exchange of open) if (exchange.isListening) exchange.cancel(shuttingDown())
  const deadline = Date.now() + deadlineMs
  // Also when no request is open: those that are still arriving get a response instead of a closed connection.
  await pause(Math.min(DRAIN_MOMENT_MS, deadlineMs))
  while (open.size > 0 && Date.now() < deadline) await pause(25)
  if (open.size === 0) return
  log.warn({ open: open.size }, 'shutdown deadline reached; cancelling open requests')
  for (const exchange of open) exchange.cancel(shuttingDown())
  // Leaves time to write the error events.
  for (let turn = 0; turn < 40 && open.size > 0; turn++) await pause(25)
}

export type HttpServer = ReturnType<typeof createHttpServer>

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Behind a reverse proxy (TRUST_PROXY), the last address appended by the proxy; otherwise the socket's. */
function clientIp(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? incoming.headers['x-forwarded-for'] : undefined
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim()
  return withoutPort(last ?? '') || incoming.socket.remoteAddress || 'unknown'
}

/** Some proxies add the port, which is new with every connection: limits per address would never be reached. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([^:]+):\d+$/.exec(address)?.[1] ?? address

function setCors(incoming: IncomingMessage, outgoing: ServerResponse, origins: readonly string[]): void {
  const origin = incoming.headers.origin
  if (origin === undefined) return
  if (origins.length > 0 && !origins.includes(origin)) return
  outgoing.setHeader('access-control-allow-origin', origins.length > 0 ? origin : '*')
  if (origins.length > 0) outgoing.setHeader('vary', 'Origin')
  outgoing.setHeader(
    'access-control-expose-headers',
    'X-Chat-Id, X-Question-Id, X-Message-Id, X-Request-Id, X-Trace-Id, Retry-After',
  )
  if (incoming.method !== 'OPTIONS') return
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  outgoing.setHeader(
    'access-control-allow-headers',
    incoming.headers['access-control-request-headers'] ?? '*',
  )
  outgoing.setHeader('access-control-max-age', '600')
}
