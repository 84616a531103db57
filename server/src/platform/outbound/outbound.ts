/**
 * Calls to other servers. `trusted` is for addresses that the operator or a system admin set, `guarded` for addresses that anyone else typed,
 * with one client for each purpose.
 */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal: AbortSignal
  /** Until the first byte of the answer's head. */
  headersTimeoutMs?: number
  /** Longest silence between two pieces of the body. */
  idleTimeoutMs?: number
}

export interface OutboundHead {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** Called on the event loop, in order: onHead once, onData as bytes come, then onEnd or onError exactly once. */
export interface OutboundHandler {
  onHead(head: OutboundHead): void
  /** Return false to pause; call the `resume` that came with `start` to go on. */
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
   * The raw, cheap way: bytes are handed over as they arrive. Redirects are not followed.
   * Throws bad_request at once when `url` is no http(s) address or carries credentials; no handler is called within `start`.
   */
  start(request: OutboundRequest, handler: OutboundHandler): OutboundControl
  /** A small answer in one piece, refused (AppError provider_failed) beyond `maxBytes`. Redirects are not followed. */
  fetchWhole(request: OutboundRequest, maxBytes: number): Promise<OutboundHead & { body: Buffer }>
}

/**
 * What a guarded call is for; each purpose has its own list of places that the operator opened. `providers` are the servers that
 * organization admins enter (models, knowledge servers, Moodle); the others are addresses that educators type.
 */
export const PURPOSES = ['providers', 'tools', 'documents', 'mcp'] as const
export type Purpose = (typeof PURPOSES)[number]

export interface Outbound {
  trusted: OutboundClient
  guarded: Readonly<Record<Purpose, OutboundClient>>
  close(): Promise<void>
}
