import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { say } from '@bellwether/wire'
import type {
  OutboundClient,
  OutboundControl,
  OutboundHead,
  OutboundRequest,
} from '../../platform/outbound/outbound.ts'
import { timedOut, tooLarge, UnreachablePage } from './unreachable-page.ts'

export type Received = OutboundHead & { body: Buffer }

export interface ReceiveLimits {
  maxBytes: number
  /** From the call to the last byte, however slow the server is. */
  totalMs: number
  /** `cut` keeps the beginning of a body that is too large. */
  whenLarger: 'refuse' | 'cut'
  /** Refuses a response by its head, before its body is read. */
  checkHead?: (head: OutboundHead) => void
}

/** Discards the body of a redirect or an error. */
const UNREAD_BYTES = 16 * 1024
const SILENCE_MS = 15_000

/** Receives one complete response within limits of size and time. */
export async function receive(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  limits: ReceiveLimits,
): Promise<Received> {
  const host = new URL(request.url).host
  const deadline = AbortSignal.timeout(limits.totalMs)
  const signal = AbortSignal.any([request.signal, deadline])
  const timeouts = { headersTimeoutMs: SILENCE_MS, idleTimeoutMs: SILENCE_MS }
  try {
    const received = await collect(client, { ...timeouts, ...request, signal }, limits)
    return { ...received, body: await unpack(received, limits.maxBytes, host) }
  } catch (error) {
    if (deadline.aborted && !request.signal.aborted) throw timedOut(host, limits.totalMs, error)
    throw error
  }
}

function collect(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  limits: ReceiveLimits,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    let head: OutboundHead | undefined
    let { maxBytes } = limits
    let cuts = limits.whenLarger === 'cut'
    let control: OutboundControl | undefined
    const host = new URL(request.url).host
    const stop = (error: Error) => {
      reject(error)
      control?.abort(error)
    }
    const finish = () =>
      head
        ? resolve({ ...head, body: Buffer.concat(pieces).subarray(0, maxBytes) })
        : reject(new UnreachablePage('unreachable', say('web_pages.response_unreadable', { host })))
    control = client.start(request, {
      onHead(received) {
        head = received
        if (received.status < 200 || received.status > 299) {
          maxBytes = UNREAD_BYTES
          cuts = true
          return
        }
        try {
          limits.checkHead?.(received)
        } catch (error) {
          return stop(error instanceof Error ? error : new Error('refused', { cause: error }))
        }
        if (!cuts && Number(received.headers['content-length']) > maxBytes) stop(tooLarge(host, maxBytes))
      },
      onData(bytes) {
        size += bytes.length
        if (size > maxBytes && !cuts) stop(tooLarge(host, maxBytes))
        else pieces.push(bytes)
        if (size > maxBytes && cuts) {
          finish()
          control?.abort(new Error('enough'))
        }
        return true
      },
      onEnd: finish,
      onError: reject,
    })
  })
}

const UNPACKERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

const isPacking = (name: string): name is keyof typeof UNPACKERS => Object.hasOwn(UNPACKERS, name)

/**
 * The client asks for uncompressed bytes, but some servers compress anyway. The same size limit applies after
 * decompression.
 */
async function unpack({ status, headers, body }: Received, maxBytes: number, host: string): Promise<Buffer> {
  const packing = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
  if (packing === 'identity' || packing === '' || status < 200 || status > 299) return body
  const damaged = (cause?: unknown) =>
    new UnreachablePage('unsupported_type', say('web_pages.compressed', { host }), cause)
  if (!isPacking(packing)) throw damaged()
  try {
    return await UNPACKERS[packing](body, { maxOutputLength: maxBytes })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(host, maxBytes) : damaged(error)
  }
}
