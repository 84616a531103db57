import type { ServerResponse } from 'node:http'

/** A client that reads nothing for this long has disconnected without closing, or tries to occupy the connection. */
const MAX_MS = 120_000

/**
 * Waits until the client has read what was written or has disconnected. Closes the connection of a client that stops
 * reading.
 */
export const drained = (outgoing: ServerResponse, maxMs: number = MAX_MS): Promise<void> =>
  new Promise((resolve) => {
    // Its last event has already fired, so no other would resolve this.
    if (outgoing.destroyed) return resolve()
    const timer = setTimeout(() => outgoing.destroy(), maxMs)
    const done = () => {
      clearTimeout(timer)
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
