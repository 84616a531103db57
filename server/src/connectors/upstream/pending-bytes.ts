import { say } from '@bellwether/wire'
import { providerFailed } from '../../platform/errors.ts'

/** One event of a provider's stream. Far above what providers send, far below what would hurt the process. */
export const MAX_EVENT_BYTES = 1024 * 1024

const LF = 10
const CR = 13

/** What has come of a record that is not complete yet. Records end with a line end, so nothing is joined before one comes. */
export class PendingBytes {
  #pieces: Buffer[] = []
  #size = 0

  /** Everything not handled so far, in one piece; undefined while no record can have been completed by `bytes`. */
  take(bytes: Buffer): Buffer | undefined {
    if (this.#size === 0) return bytes
    this.#add(bytes)
    if (bytes.indexOf(LF) < 0 && bytes.indexOf(CR) < 0) return undefined
    return this.takeAll()
  }

  takeAll(): Buffer {
    const whole = Buffer.concat(this.#pieces, this.#size)
    this.#pieces = []
    this.#size = 0
    return whole
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
