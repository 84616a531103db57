import { toAppError } from '../../../platform/http/error-bodies.ts'
import { openEventStream } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { AgentEvent } from './events.ts'

/**
 * Writes an answer as Server-Sent Events. Failures become an `error` event, and `done` is always last. Never throws,
 * because the head has been sent.
 */
export async function writeEvents(
  exchange: Exchange,
  dialogId: string,
  events: AsyncIterable<AgentEvent>,
  heartbeatMs: number,
): Promise<void> {
  const stream = openEventStream(exchange.outgoing, heartbeatMs)
  stream.begin()
  stream.flush()
  const write = async ({ type, ...rest }: AgentEvent): Promise<void> =>
    stream.write(`data: ${JSON.stringify({ type, dialog_id: dialogId, ...rest })}\n\n`)
  try {
    for await (const event of events) await write(event)
  } catch (thrown) {
    await write({ type: 'error', error: wordsOf(exchange, thrown) })
  } finally {
    await write({ type: 'done', done: true })
    stream.end()
  }
}

function wordsOf({ outgoing, log, route }: Exchange, thrown: unknown): string {
  const error = toAppError(thrown)
  if (outgoing.destroyed) return error.message
  if (error.code === 'internal') log.error({ err: error.cause ?? error, route }, 'stream failed')
  else
    log.warn({ code: error.code, status: error.details.providerStatus, route }, 'stream ended with an error')
  return error.message
}
