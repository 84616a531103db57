import type { ServerResponse } from 'node:http'

/** A client that reads nothing for this long has gone without closing, or wants to occupy a connection. */
const MAX_MS = 120_000

/** Waits until the client has taken what was written, or is gone. One that takes nothing any more is hung up on. */
export const drained = (outgoing: ServerResponse, longestMs: number = MAX_MS): Promise<void> =>
  new Promise((resolve) => {
    // Its last event has been: nothing would wake us any more.
    if (outgoing.destroyed) return resolve()
    const timer = setTimeout(() => outgoing.destroy(), longestMs)
    const done = () => {
      clearTimeout(timer)
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
