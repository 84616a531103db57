import { say } from '@bellwether/wire'
import { unavailable } from '../../errors.ts'

export type EndTurn = () => void

interface Waiting {
  start(): void
}

/** One holder at a time, in order; waiting longer than the limit is refused. */
export class TurnQueue {
  readonly #waitLimitMs: number
  // A Set keeps the order and allows removing a waiter that gave up.
  readonly #waiting = new Set<Waiting>()
  #held = false

  constructor(waitLimitMs: number) {
    this.#waitLimitMs = waitLimitMs
  }

  /** Undefined if somebody holds it. */
  tryTake(): EndTurn | undefined {
    if (this.#held) return undefined
    this.#held = true
    return this.#endTurn()
  }

  take(): Promise<EndTurn> {
    const free = this.tryTake()
    if (free) return Promise.resolve(free)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          resolve(this.#endTurn())
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(unavailable(say('server.database_busy'), 1))
      }, this.#waitLimitMs)
      this.#waiting.add(waiting)
    })
  }

  #endTurn(): EndTurn {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const [next] = this.#waiting
      if (next === undefined) {
        this.#held = false
        return
      }
      this.#waiting.delete(next)
      next.start()
    }
  }
}
