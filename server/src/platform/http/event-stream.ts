import type { ServerResponse } from 'node:http'
import { type Listed, OpenList } from '../open-list.ts'

/** Server-Sent Events for one client. The head is sent once; later failures can only be sent as events. */
export interface EventStream {
  readonly hasBegun: boolean
  /** False once the client has disconnected or the stream has ended. */
  readonly isOpen: boolean
  begin(headers?: Readonly<Record<string, string>>): void
  /** Sends the head without waiting for the first event. */
  flush(): void
  /** Returns a promise only when the client is slow. Writes to a closed stream are dropped. */
  write(frame: string | Buffer): Promise<void> | undefined
  end(frame?: string): void
}

const HEAD = [
  ['content-type', 'text/event-stream; charset=utf-8'],
  ['cache-control', 'no-cache, no-transform'],
  ['x-accel-buffering', 'no'],
] as const
/** As much as one read of a socket gives. A client that is further behind is slow. */
const MAX_WAITING_BYTES = 64 * 1024
/** A comment, which every client ignores. */
const HEARTBEAT = ': still here\n\n'

/** `heartbeatMs`: how long the stream may be silent before a heartbeat is sent; none are sent without it. */
export const openEventStream = (outgoing: ServerResponse, heartbeatMs?: number): EventStream =>
  new ResponseStream(outgoing, heartbeatMs)

class ResponseStream implements EventStream, Listed {
  /** In the list of streams with heartbeats. */
  place = -1
  #lastWrite = 0
  readonly #outgoing: ServerResponse
  readonly #heartbeats: Heartbeats | undefined
  #hasBegun = false

  constructor(outgoing: ServerResponse, heartbeatMs: number | undefined) {
    this.#outgoing = outgoing
    this.#heartbeats = heartbeatMs === undefined ? undefined : heartbeatsOf(heartbeatMs)
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  get isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded
  }

  begin(headers: Readonly<Record<string, string>> = {}): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const outgoing = this.#outgoing
    for (const [name, value] of HEAD) outgoing.setHeader(name, value)
    for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
    outgoing.writeHead(200)
    this.#lastWrite = performance.now()
    this.#heartbeats?.start(this)
  }

  flush(): void {
    this.#outgoing.flushHeaders()
  }

  write(frame: string | Buffer): Promise<void> | undefined {
    if (!this.isOpen) return undefined
    // Never corked: Node 22 and 24 send the end of a corked response before the data that is still waiting. What is
    // written in one turn goes out in one packet anyway.
    const hasRoom = this.#outgoing.write(frame) || this.#outgoing.writableLength < MAX_WAITING_BYTES
    this.#lastWrite = performance.now()
    return hasRoom ? undefined : drained(this.#outgoing)
  }

  end(frame?: string): void {
    this.#heartbeats?.stop(this)
    if (!this.#outgoing.writableEnded) this.#outgoing.end(frame)
  }

  beat(now: number, silenceMs: number): void {
    if (now - this.#lastWrite < silenceMs) return
    this.#lastWrite = now
    if (!this.#outgoing.destroyed) this.#outgoing.write(HEARTBEAT)
  }
}

/** One timer for all streams with the same interval, instead of one each. */
class Heartbeats {
  readonly #open = new OpenList<ResponseStream>()
  #timer: NodeJS.Timeout | undefined
  readonly #silenceMs: number

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  start(stream: ResponseStream): void {
    this.#open.add(stream)
    this.#timer ??= setInterval(() => this.#beat(), Math.max(20, this.#silenceMs / 4)).unref()
  }

  stop(stream: ResponseStream): void {
    this.#open.delete(stream)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #beat(): void {
    const now = performance.now()
    for (const stream of this.#open) stream.beat(now, this.#silenceMs)
  }
}

/** By interval in milliseconds: one for each distinct setting. */
const heartbeats = new Map<number, Heartbeats>()

function heartbeatsOf(silenceMs: number): Heartbeats {
  const existing = heartbeats.get(silenceMs) ?? new Heartbeats(silenceMs)
  heartbeats.set(silenceMs, existing)
  return existing
}

/** A client that reads nothing for this long has disconnected without closing, or tries to occupy the connection. */
const MAX_MS = 120_000

/**
 * Waits until the client has read what was written or has disconnected. Closes the connection of a client that stops
 * reading.
 */
export const drained = (outgoing: ServerResponse, maxMs: number = MAX_MS): Promise<void> =>
  new Promise((resolve) => {
    // Its last event has already fired, so no other would resolve this.
    if (outgoing.destroyed) return resolve()
    const timer = setTimeout(() => outgoing.destroy(), maxMs)
    const done = () => {
      clearTimeout(timer)
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
