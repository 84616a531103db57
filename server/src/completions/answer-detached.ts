import type { BegunAnswer, FollowedAnswer } from '../modules/chats/index.ts'
import { isAppError } from '../platform/errors.ts'
import { ANSWERED, type Reply } from '../platform/http/endpoint.ts'
import { toAppError } from '../platform/http/error-bodies.ts'
import { type EventStream, openEventStream } from '../platform/http/event-stream.ts'
import { ClientGone, Exchange } from '../platform/http/exchange.ts'
import { readFrames } from '../platform/http/stream-frames.ts'
import { toErrorFrame } from './openai/openai-wire.ts'

/** How often the answer so far is saved, in case the server is killed. */
const SAVE_INTERVAL_MS = 1000

export interface KeptAnswer extends BegunAnswer {
  saidSoFar(text: string): Promise<void>
}

/**
 * Runs an answer that continues when its client disconnects. `answer` writes to the exchange it is given;
 * `begin` is called before its first event.
 */
export async function answerDetached(
  exchange: Exchange,
  answer: (detached: Exchange) => Promise<typeof ANSWERED | Reply>,
  begin: (headers: Record<string, string>, cancel: (reason: Error) => void) => KeptAnswer,
): Promise<typeof ANSWERED | Reply> {
  let saved: KeptAnswer | undefined
  let keeper: ReturnType<typeof saveWhileGrowing> | undefined
  let hasBegun: () => void = () => undefined
  const beginning = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const { detached, cancel } = detach(exchange, {
    begin(headers) {
      saved = begin(headers, cancel)
      keeper = saveWhileGrowing(saved, exchange)
      hasBegun()
    },
    write(frame) {
      keeper?.write(frame)
      saved?.running.write(frame)
    },
    end() {
      keeper?.stop()
      saved?.running.end()
    },
  })
  const answered = answer(detached)
  const first = await Promise.race([answered, beginning])
  // It was refused before it began, or answered in one piece.
  if (!saved) return first ?? answered
  answered.catch((error: unknown) => {
    exchange.log.error({ err: error }, 'answer failed after the reader left')
    saved?.running.end()
  })
  // A reader that has the head may ask any instance for the rest.
  await saved.isKnown
  return relayAnswer(exchange, saved.running, 0)
}

/** Saves the text of a growing answer every second. */
function saveWhileGrowing({ saidSoFar }: KeptAnswer, exchange: Exchange) {
  let text = ''
  let unread = ''
  const timer = setInterval(() => {
    const news = readFrames(unread).text
    unread = ''
    if (news === '') return
    text += news
    saidSoFar(text).catch((error: unknown) =>
      exchange.log.warn({ err: error }, 'failed to save the answer so far'),
    )
  }, SAVE_INTERVAL_MS).unref()
  return {
    write(frame: string): void {
      unread += frame
    },
    stop: (): void => clearInterval(timer),
  }
}

const HEARTBEAT_MS = 15_000

/** Sends a client the events so far and those to come. A client that disconnects does not end the answer. */
export async function relayAnswer(
  exchange: Exchange,
  answer: FollowedAnswer,
  after: number,
): Promise<typeof ANSWERED> {
  const { outgoing, signal } = exchange
  const stream = openEventStream(outgoing, HEARTBEAT_MS)
  stream.begin(answer.headers)
  stream.flush()
  const stop = () => {
    // The server is shutting down, which ends the answer.
    if (!(signal.reason instanceof ClientGone) && signal.reason instanceof Error) answer.cancel(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const frames of answer.follow(after, signal)) await stream.write(frames)
    stream.end()
  } catch (error) {
    // The head is sent. Another instance wrote the answer and is gone, or the database is.
    exchange.log.warn({ err: error }, 'a resumed answer was interrupted')
    stream.end(toErrorFrame(toAppError(error)))
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return ANSWERED
}

interface DetachedListener {
  /** Called once, before anything else, when the answer begins. */
  begin(headers: Record<string, string>): void
  write(frame: string): void
  end(): void
}

/** Sends events to a listener instead of a connection, so that a client that disconnects can't end them. */
class DetachedStream implements EventStream {
  readonly #listener: DetachedListener
  #state: 'new' | 'begun' | 'ended' = 'new'
  #isAbandoned = false

  constructor(listener: DetachedListener) {
    this.#listener = listener
  }

  get hasBegun(): boolean {
    return this.#state !== 'new'
  }

  get isOpen(): boolean {
    return !this.#isAbandoned && this.#state !== 'ended'
  }

  begin(headers: Readonly<Record<string, string>> = {}): void {
    if (this.#state !== 'new') return
    this.#state = 'begun'
    this.#listener.begin({ ...headers })
  }

  flush(): void {
    // Nothing to do: there is no connection, and the listener already has the headers.
  }

  write(frame: string | Buffer): undefined {
    if (this.#state === 'begun') this.#listener.write(String(frame))
  }

  end(frame?: string): void {
    if (this.#state === 'ended') return
    if (frame !== undefined) this.#listener.write(frame)
    this.#state = 'ended'
    this.#listener.end()
  }

  /** Suppresses errors from now on. */
  abandon(): void {
    this.#isAbandoned = true
  }
}

/** The same request with events for the listener. It ends when it is cancelled, not when its client disconnects. */
function detach(exchange: Exchange, listener: DetachedListener) {
  const stream = new DetachedStream(listener)
  const { incoming, outgoing, requestId, clientIp, baseLog } = exchange
  const detached = new Exchange(incoming, outgoing, requestId, clientIp, baseLog)
  detached.route = exchange.route
  detached.callerLabel = exchange.callerLabel
  detached.organizationId = exchange.organizationId
  detached.eventStream = stream
  return {
    detached,
    cancel(reason: Error): void {
      // Stopped by the person or because no client is left: not an error to show.
      if (!isAppError(reason)) stream.abandon()
      detached.cancel(reason)
    },
  }
}
