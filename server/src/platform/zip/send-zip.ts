import { once } from 'node:events'
import { say } from '@bellwether/wire'
import { AppError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'
import { inTime } from '../time-limit.ts'

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

interface ZipLimits {
  perPerson: number
  together: number
}

const RETRY_SECONDS = 20

/** Packing takes CPU time and keeps files open, so a server packs a few archives at a time. */
export function createZipTurns({ perPerson, together }: ZipLimits) {
  const running = new Map<string, number>()
  let all = 0

  return {
    /** Throws too_many_requests for the person's own downloads, and unavailable for those of others. */
    async during<T>(person: string, work: () => Promise<T>): Promise<T> {
      const ofPerson = running.get(person) ?? 0
      if (ofPerson >= perPerson)
        throw new AppError('too_many_requests', say('server.downloads_of_person', { limit: perPerson }), {
          retryAfter: RETRY_SECONDS,
        })
      if (all >= together)
        throw new AppError('unavailable', say('server.downloads_busy'), { retryAfter: RETRY_SECONDS })
      running.set(person, ofPerson + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const remaining = (running.get(person) ?? 1) - 1
        if (remaining > 0) running.set(person, remaining)
        else running.delete(person)
      }
    },
  }
}
