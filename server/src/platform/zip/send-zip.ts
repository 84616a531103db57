import { once } from 'node:events'
import type { Exchange } from '../http/exchange.ts'

/** Sends a zip piece by piece, as fast as the client reads it. */
export async function sendZip(
  pieces: AsyncGenerator<Buffer>,
  { outgoing, signal }: Pick<Exchange, 'outgoing' | 'signal'>,
  filename: string,
): Promise<void> {
  outgoing.setHeader('content-type', 'application/zip')
  outgoing.setHeader('content-disposition', `attachment; filename="${filename}"`)
  outgoing.setHeader('cache-control', 'no-store')
  for await (const piece of pieces) {
    if (signal.aborted) return
    if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal }).catch(() => undefined)
  }
  outgoing.end()
}
