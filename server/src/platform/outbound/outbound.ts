/**
 * Calls to other servers. `trusted` is for addresses set by the operator or a system admin, `guarded` for those
 * entered by anyone else, with one client per purpose.
 */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  headers?: Record<string, string>
  /** A stream needs its own `content-length` header; it is read only once the connection is open. */
  body?: string | Buffer | AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** Until the first byte of the response head. */
  headersTimeoutMs?: number
  /** Maximum pause between two chunks of the body. */
  idleTimeoutMs?: number
}

export interface OutboundHead {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** Called on the event loop, in order: onHead once, onData for each chunk, then onEnd or onError exactly once. */
export interface OutboundHandler {
  onHead(head: OutboundHead): void
  /** Return false to pause; call `resume` of the object that `start` returned to continue. */
  onData(bytes: Buffer): boolean | undefined
  onEnd(): void
  onError(error: Error): void
}

export interface OutboundControl {
  resume(): void
  abort(reason: Error): void
}

export interface OutboundClient {
  /**
   * The low-level way: passes chunks on as they arrive. Does not follow redirects. Throws bad_request immediately if
   * `url` is not an http(s) address or contains credentials; calls no handler within `start`.
   */
  start(request: OutboundRequest, handler: OutboundHandler): OutboundControl
  /**
   * A small response as a whole; larger than `maxBytes`, it is refused (AppError provider_failed). Does not follow
   * redirects.
   */
  fetchWhole(request: OutboundRequest, maxBytes: number): Promise<OutboundHead & { body: Buffer }>
}

/**
 * The purposes of guarded calls; each has its own allow list. `providers` are servers entered by organization admins
 * (models, knowledge base servers, Moodle); the others are addresses entered by educators.
 */
export const PURPOSES = ['providers', 'tools', 'documents', 'mcp'] as const
export type Purpose = (typeof PURPOSES)[number]

export interface Outbound {
  trusted: OutboundClient
  guarded: Readonly<Record<Purpose, OutboundClient>>
  close(): Promise<void>
}
