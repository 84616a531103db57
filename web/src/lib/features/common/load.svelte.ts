import { untrack } from 'svelte'
import { isAbort } from '$lib/api'

/**
 * Something that is fetched: loading, there, or failed. A newer `load` cancels the older one, so that answers never arrive
 * in the wrong order. What was there stays shown while the next is fetched.
 */
export class Loadable<T> {
  value = $state.raw<T>()
  error = $state.raw<unknown>()
  isLoading = $state(false)
  #fetch: (signal: AbortSignal) => Promise<T>
  #running: AbortController | undefined

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch
  }

  load = (): Promise<void> => untrack(() => this.#load())

  async #load(): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    this.isLoading = true
    this.error = undefined
    try {
      const value = await this.#fetch(running.signal)
      if (running === this.#running) this.value = value
    } catch (error) {
      if (running === this.#running && !(isAbort(error) && running.signal.aborted)) this.error = error
    } finally {
      if (running === this.#running) this.isLoading = false
    }
  }

  stop(): void {
    this.#running?.abort()
  }
}
