import { Worker } from 'node:worker_threads'
import { say } from '@bellwether/wire'
import { AppError } from '../../errors.ts'
import { PendingCalls } from '../../threads/pending-calls.ts'
import { type SqliteFault, toSqliteError } from './sqlite-error.ts'

export interface WriterRequest {
  op: 'run' | 'begin' | 'commit' | 'rollback' | 'close'
  sql?: string
  parameters?: readonly unknown[]
  inTransaction?: boolean
}

export interface WriterResult {
  rows?: unknown[]
  changes?: number | bigint
  lastInsertRowid?: number | bigint
}

interface WriterResponse extends WriterResult {
  id: number
  fault?: SqliteFault
}

export const SCHEMA_CHANGE = /^\s*(create|alter|drop)\b/i

/** One run of the worker. When it ends, all pending calls are rejected; a restarted worker is a new object. */
export class WriterThread {
  /** Resolves when the thread and its connection have ended. */
  readonly exited: Promise<void>
  readonly #worker: Worker
  readonly #pending = new PendingCalls<WriterResponse>()
  #ended = false

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (response: WriterResponse) => this.#settle(response))
    worker.on('error', (error) => this.#end(error))
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('exit', () => this.#end())
  }

  static async start(file: string, busyTimeoutMs: number): Promise<WriterThread> {
    const worker = new Worker(new URL('./sqlite-writer.worker.mjs', import.meta.url), {
      workerData: { file, busyTimeoutMs, schemaChange: SCHEMA_CHANGE },
      // Flags of the process, such as a TypeScript loader, don't apply to this plain file.
      execArgv: [],
    })
    const thread = new WriterThread(worker)
    // Its first message says that it is ready.
    await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error) => reject(stopped(error)))
      worker.once('exit', () => reject(stopped()))
    })
    return thread
  }

  get ended(): boolean {
    return this.#ended
  }

  async call(request: WriterRequest): Promise<WriterResult> {
    if (this.#ended) throw stopped()
    const response = await this.#send(request)
    // Created here and not where the message arrives, so that the stack trace shows the caller.
    if (response.fault) throw toSqliteError(response.fault)
    return response
  }

  /** The worker exits after closing; terminating it in the middle of a statement may end the process. */
  async close(): Promise<void> {
    if (this.#ended) return
    await this.call({ op: 'close' })
    this.#worker.ref()
    await this.exited
  }

  /** For a worker whose transaction does not end. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  /** For tests: a message that crashes the worker. */
  async crash(): Promise<void> {
    this.#worker.ref()
    this.#worker.postMessage(null)
    await this.exited
  }

  #send(request: WriterRequest): Promise<WriterResponse> {
    return new Promise((resolve, reject) => {
      // An idle writer does not keep the process alive; a busy one does.
      if (this.#pending.size === 0) this.#worker.ref()
      const id = this.#pending.add({ resolve, reject })
      try {
        this.#worker.postMessage({ id, ...request, parameters: toSendable(request.parameters) })
      } catch (error) {
        // A parameter that can't be sent, such as a function.
        this.#pending.take(id)?.reject(error)
      }
    })
  }

  #settle(response: WriterResponse): void {
    this.#pending.take(response.id)?.resolve(response)
    if (this.#pending.size === 0) this.#worker.unref()
  }

  #end(cause?: unknown): void {
    this.#ended = true
    this.#worker.ref()
    this.#pending.rejectAll(stopped(cause))
  }
}

/** Below this many, a list is sent faster as it is. */
const MANY = 32

/**
 * A list of many values is sent as one JSON text, which takes half the time of copying value by value on either side.
 * Values that JSON can't represent exactly, such as bytes, are sent as they are.
 */
function toSendable(parameters: readonly unknown[] | undefined): readonly unknown[] | string | undefined {
  if (parameters === undefined || parameters.length < MANY) return parameters
  return parameters.every(isExactInJson) ? JSON.stringify(parameters) : parameters
}

const isExactInJson = (value: unknown): boolean =>
  typeof value === 'string' ||
  value === null ||
  (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))

const stopped = (cause?: unknown): AppError =>
  new AppError('unavailable', say('server.database_restarting'), { retryAfter: 1, cause })
