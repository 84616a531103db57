import { once } from 'node:events'
import type { Exchange } from '../http/exchange.ts'
import { inTime } from '../time-limit.ts'
import { createZipTurns } from './zip-turns.ts'

/** Of this process. */
const turns = createZipTurns({ perPerson: 2, together: 8 })
/** A client that reads nothing for this long has gone, and must not keep others waiting. */
const STALLED_MS = 120_000

export interface ZipDownload {
  filename: string
  userId: number
}

/** Sends a zip piece by piece, as fast as the client reads it. Throws if too many are being sent. */
export const sendZip = (
  pieces: AsyncGenerator<Buffer>,
  { outgoing, signal }: Pick<Exchange, 'outgoing' | 'signal'>,
  { filename, userId }: ZipDownload,
): Promise<void> =>
  turns.during(`user ${userId}`, async () => {
    outgoing.setHeader('content-type', 'application/zip')
    outgoing.setHeader('content-disposition', `attachment; filename="${filename}"`)
    outgoing.setHeader('cache-control', 'no-store')
    for await (const piece of pieces) {
      if (signal.aborted) return
      if (outgoing.write(piece)) continue
      await inTime(signal, STALLED_MS, (limit) => once(outgoing, 'drain', { signal: limit })).catch(() =>
        outgoing.destroy(),
      )
    }
    outgoing.end()
  })
