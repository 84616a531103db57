import { say } from '@bellwether/wire'
import { providerFailed } from '../../platform/errors.ts'

/** Limits one event of a stream: far above what providers send, far below what would harm the process. */
export const MAX_EVENT_BYTES = 1024 * 1024

const LF = 10
const CR = 13

/** Buffers an incomplete record. Records end with a newline, so nothing is joined before one arrives. */
export class PendingBytes {
  #pieces: Buffer[] = []
  #size = 0

  /** Returns everything not handled so far as one buffer; undefined if `bytes` can't have completed a record. */
  take(bytes: Buffer): Buffer | undefined {
    if (this.#size === 0) return bytes
    this.#add(bytes)
    if (bytes.indexOf(LF) < 0 && bytes.indexOf(CR) < 0) return undefined
    return this.takeAll()
  }

  takeAll(): Buffer {
    const buffer = Buffer.concat(this.#pieces, this.#size)
    this.#pieces = []
    this.#size = 0
    return buffer
  }

  keep(rest: Buffer): void {
    if (rest.length > 0) this.#add(rest)
  }

  #add(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size > MAX_EVENT_BYTES) {
      throw providerFailed(say('providers.event_too_large'), { retryable: false })
    }
  }
}
