import { untrack } from 'svelte'
import { isAbort } from '$lib/api'

/**
 * Data from the server: loading, loaded or failed. A newer `load` cancels the older one, so responses never arrive in the wrong order.
 * The old value stays while the next one is fetched.
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

  /**
   * Loads while a component is shown, and again when what `by` reads changes. Call it while the component is created.
   */
  loadWhileShown(by?: () => unknown): void {
    $effect(() => {
      by?.()
      void this.load()
      return () => this.stop()
    })
  }
}
