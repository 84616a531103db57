import { drained } from '../../../platform/http/drained.ts'
import { toAppError } from '../../../platform/http/error-bodies.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { AgentEvent } from './events.ts'

/** Comments, which every client passes over. */
const STILL_HERE = ': still here\n\n'

/**
 * Writes an answer as Server-Sent Events. Whatever goes wrong becomes an `error`, and `done` is always the last, once. Never throws: the
 * head is sent.
 */
export async function writeEvents(
  exchange: Exchange,
  dialogId: string,
  events: AsyncIterable<AgentEvent>,
  heartbeatMs: number,
): Promise<void> {
  const { outgoing } = exchange
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  outgoing.flushHeaders()
  const heartbeat = setInterval(() => {
    if (!outgoing.destroyed) outgoing.write(STILL_HERE)
  }, heartbeatMs)
  const write = async (event: AgentEvent): Promise<void> => {
    if (outgoing.destroyed) return
    const { type, ...rest } = event
    if (!outgoing.write(`data: ${JSON.stringify({ type, dialog_id: dialogId, ...rest })}\n\n`))
      await drained(outgoing)
  }
  try {
    for await (const event of events) await write(event)
  } catch (thrown) {
    await write({ type: 'error', error: wordsOf(exchange, thrown) })
  } finally {
    await write({ type: 'done', done: true })
    clearInterval(heartbeat)
    outgoing.end()
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
