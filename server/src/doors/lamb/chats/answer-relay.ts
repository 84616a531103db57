import { toErrorFrame } from '../../../completions/openai/openai-wire.ts'
import type { FollowedAnswer } from '../../../modules/chats/index.ts'
import { ANSWERED } from '../../../platform/http/endpoint.ts'
import { toAppError } from '../../../platform/http/error-bodies.ts'
import { openEventStream } from '../../../platform/http/event-stream.ts'
import { ClientGone, type Exchange } from '../../../platform/http/exchange.ts'

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
