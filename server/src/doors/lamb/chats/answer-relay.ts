import type { RunningAnswer } from '../../../modules/chats/index.ts'
import { drained } from '../../../platform/http/drained.ts'
import { ANSWERED } from '../../../platform/http/endpoint.ts'
import { ClientGone, type Exchange } from '../../../platform/http/exchange.ts'

const HEARTBEAT = ': still here\n\n'
const HEARTBEAT_MS = 15_000

/** Gives a reader what was written so far and what is still coming. A reader who leaves does not end the answer. */
export async function relayAnswer(
  exchange: Exchange,
  answer: RunningAnswer,
  after: number,
): Promise<typeof ANSWERED> {
  const { outgoing, signal } = exchange
  outgoing.writeHead(200, { ...answer.headers })
  outgoing.flushHeaders()
  const heartbeat = setInterval(() => outgoing.write(HEARTBEAT), HEARTBEAT_MS).unref()
  const stop = () => {
    // The server is going down, which an answer can't outlive.
    if (!(signal.reason instanceof ClientGone) && signal.reason instanceof Error) answer.cancel(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const frames of answer.follow(after, signal)) {
      if (!outgoing.write(frames)) await drained(outgoing)
    }
  } finally {
    clearInterval(heartbeat)
    signal.removeEventListener('abort', stop)
    outgoing.end()
  }
  return ANSWERED
}
