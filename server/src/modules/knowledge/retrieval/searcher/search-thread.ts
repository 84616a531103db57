import type { Worker } from 'node:worker_threads'
import { PendingCalls } from '../../../../platform/threads/pending-calls.ts'
import { startWorker } from '../../../../platform/threads/worker.ts'
import type { SearchAnswer, SearchOrder, SearchRequest, SearchResponse } from './search.worker.ts'

/** The thread that keeps the search index in memory. Started on first use, and again if it crashes. */
export class SearchThread {
  readonly #maxBytes: number
  readonly #waiting = new PendingCalls<SearchAnswer>()
  #worker: Worker | undefined
  #requests: SearchRequest[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  ask(order: SearchOrder): Promise<SearchAnswer> {
    return new Promise((resolve, reject) => {
      const id = this.#waiting.add({ resolve, reject })
      // Requests of one turn of the event loop are sent together: waking a thread costs as much as a search.
      if (this.#requests.push({ id, order }) === 1) setImmediate(this.#send)
    })
  }

  readonly #send = (): void => {
    const requests = this.#requests
    this.#requests = []
    try {
      this.#running().postMessage(
        requests,
        requests.flatMap(({ order }) => buffersOf(order)),
      )
    } catch (error) {
      // The thread can't be started. No caller would catch this.
      for (const { id } of requests) this.#waiting.take(id)?.reject(error)
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = startWorker('search', new URL('./search.worker.ts', import.meta.url), {
      workerData: { maxBytes: this.#maxBytes },
    })
    // Its data can be reloaded from the database, so it does not keep the process alive.
    worker.unref()
    worker.on('message', (responses: SearchResponse[]) => {
      for (const { id, answer, error } of responses) {
        const waiting = this.#waiting.take(id)
        if (answer) waiting?.resolve(answer)
        else waiting?.reject(new Error(`The search failed: ${error}`))
      }
    })
    worker.on('error', (error) => this.#end(worker, error))
    worker.on('exit', () => this.#end(worker, new Error('The search thread has exited')))
    this.#worker = worker
    return worker
  }

  #end(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#waiting.rejectAll(error)
  }
}

/**
 * Transferred instead of copied: a base has hundreds of megabytes. A buffer that is shared with other data is copied.
 */
const buffersOf = (order: SearchOrder): ArrayBuffer[] =>
  order.kind === 'add'
    ? [...order.segments, ...order.vectors, ...order.parts].flatMap(({ bytes }) =>
        bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
          ? [bytes.buffer]
          : [],
      )
    : []
