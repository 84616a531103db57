import { say } from '@bellwether/wire'
import { unavailable } from '../../errors.ts'
import { type WriterResult, WriterThread } from './writer-thread.ts'

export interface SqliteWriterOptions {
  file: string
  /** Maximum time a change waits for earlier changes. */
  waitLimitMs: number
  /** Maximum time SQLite waits for another process that writes. */
  busyTimeoutMs: number
  /** The thread ends after this time without a change: it takes a tenth of an idle server's memory. */
  idleMs?: number | undefined
}

/** The first change after a quiet time waits for a new thread, 50 to 100 ms. People who work change something more often. */
const IDLE_MS = 15_000

/** A transaction that holds the writer. It ends with its worker and never continues in the next one. */
export interface WriterTransaction {
  run(sql: string, parameters: readonly unknown[]): Promise<WriterResult>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Starts the next waiting change; call this once the transaction has ended either way. */
  release(): void
}

/** All changes to the database go through here, one transaction or statement at a time. */
export class SqliteWriter {
  readonly #options: SqliteWriterOptions
  readonly #turns: TurnQueue
  readonly #idle: NodeJS.Timeout
  #thread: WriterThread
  #closing: Promise<void> | undefined

  private constructor(options: SqliteWriterOptions, thread: WriterThread) {
    this.#options = options
    this.#turns = new TurnQueue(options.waitLimitMs)
    this.#thread = thread
    this.#idle = setTimeout(() => void this.#rest(), options.idleMs ?? IDLE_MS).unref()
  }

  static async open(options: SqliteWriterOptions): Promise<SqliteWriter> {
    return new SqliteWriter(options, await WriterThread.start(options.file, options.busyTimeoutMs))
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<WriterResult> {
    const endTurn = await this.#takeTurn()
    try {
      const thread = await this.#liveThread()
      return await thread.call({ op: 'run', sql, parameters })
    } finally {
      endTurn()
    }
  }

  async begin(): Promise<WriterTransaction> {
    const endTurn = await this.#takeTurn()
    try {
      const thread = await this.#liveThread()
      await thread.call({ op: 'begin' })
      return {
        run: (sql, parameters) => thread.call({ op: 'run', sql, parameters, inTransaction: true }),
        commit: async () => {
          await thread.call({ op: 'commit' })
        },
        rollback: async () => {
          // A thread that has ended took its transaction with it.
          if (!thread.ended) await thread.call({ op: 'rollback' })
        },
        release: endTurn,
      }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Waits for running changes, within the usual limit, then closes. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** For tests: simulates a crash of the worker. */
  async crash(): Promise<void> {
    await this.#thread.crash()
  }

  async #close(): Promise<void> {
    clearTimeout(this.#idle)
    const endTurn = await this.#turns.take().catch(() => undefined)
    await (endTurn ? this.#thread.close() : this.#thread.terminate())
    endTurn?.()
  }

  #takeTurn() {
    if (this.#closing) throw new Error('The database is closed.')
    this.#idle.refresh()
    return this.#turns.take()
  }

  /** Ends the thread if nothing is being changed. */
  async #rest(): Promise<void> {
    const endTurn = this.#turns.tryTake()
    if (!endTurn) return void this.#idle.refresh()
    // Like any other thread that ended, it is replaced by the next change.
    await this.#thread.close().catch(() => undefined)
    endTurn()
  }

  /** Only called by the holder of the turn, so two threads are never started at once. */
  async #liveThread(): Promise<WriterThread> {
    if (this.#thread.ended && !this.#closing) {
      await this.#thread.exited
      this.#thread = await WriterThread.start(this.#options.file, this.#options.busyTimeoutMs)
    }
    return this.#thread
  }
}

type EndTurn = () => void

interface Waiting {
  start(): void
}

/** One holder at a time, in order; waiting longer than the limit is refused. */
class TurnQueue {
  readonly #waitLimitMs: number
  // A Set keeps the order and allows removing a waiter that gave up.
  readonly #waiting = new Set<Waiting>()
  #held = false

  constructor(waitLimitMs: number) {
    this.#waitLimitMs = waitLimitMs
  }

  /** Undefined if it is taken. */
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
