import { toAppError } from '../../../platform/http/error-bodies.ts'
import { openEventStream } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { AacEvent } from './answer-message.ts'

const toFrame = (payload: object | string): string =>
  `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`

/** Writes LAMB's stream. An error before the first event is thrown, so that it has its own status. */
export async function streamAac(
  exchange: Exchange,
  events: AsyncIterable<AacEvent>,
  heartbeatMs: number,
): Promise<void> {
  const stream = openEventStream(exchange.outgoing, heartbeatMs)
  try {
    for await (const event of events) {
      stream.begin()
      const backpressure = stream.write(toFrame(event))
      if (backpressure) await backpressure
    }
    stream.end(toFrame('[DONE]'))
  } catch (thrown) {
    if (!stream.hasBegun && stream.isOpen) throw thrown
    if (!stream.isOpen) return
    const error = toAppError(thrown)
    if (error.code === 'internal')
      exchange.log.error({ err: error.cause ?? error, route: exchange.route }, 'stream failed')
    stream.end(toFrame({ error: error.message }) + toFrame('[DONE]'))
  }
}
