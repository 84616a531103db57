// `bellwether/client`: our API for other programs. The build writes it to dist/client with its types.
import { type ApiClient, createApi, toAddress, type Untyped } from './operations.ts'

export interface ClientOptions {
  /** Of the server: `https://bellwether.example.edu`. */
  url: string
  /** An API key (`bw_…`) or the token of a session. */
  token?: string
  /** Replaces the `fetch` of the platform, such as for tests or a proxy. */
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** A field of a request that the server refused. */
export interface ClientFault {
  field: string
  message: string
}

/** The server refused the request. */
export class ClientError extends Error {
  override readonly name = 'ClientError'

  constructor(
    readonly status: number,
    message: string,
    /** Which message it is, whatever its language: `not_found.assistant`. */
    readonly code: string | undefined,
    readonly faults: readonly ClientFault[],
  ) {
    super(message)
  }
}

export interface Client extends ApiClient<CallOptions> {
  /** Any request, for files and streams: returns the response as it is. */
  send(method: string, path: string, input?: Untyped & CallOptions): Promise<Response>
}

export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')

  async function send(
    method: string,
    address: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Response> {
    const isRaw = body instanceof FormData || body instanceof Blob
    const response = await fetch(base + address, {
      method,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.signal ? { signal: options.signal } : {}),
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    if (response.ok) return response
    throw await toError(response)
  }

  return {
    ...createApi<CallOptions>(send),
    send: (method, path, input = {}) => send(method, toAddress(path, input), input.body, input),
  }
}

interface ErrorBody {
  detail?: string | { loc: string[]; msg: string }[]
  error?: { message?: string }
}

async function toError(response: Response): Promise<ClientError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody
  const { detail } = body
  const faults = Array.isArray(detail)
    ? detail.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), message: msg }))
    : []
  const message = faults.map((fault) => fault.message).join(' · ') || detail || body.error?.message
  const code = response.headers.get('x-message-code') ?? undefined
  return new ClientError(response.status, String(message ?? `HTTP ${response.status}`), code, faults)
}
