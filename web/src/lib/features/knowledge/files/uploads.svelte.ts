import { errorMessage } from '$lib/errors/error-message.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { uploadFiles } from '../knowledge.ts'
import { texts } from '../texts'

/** What is on its way into one base. It goes on while one looks at something else, and one drop after the other. */
export class Uploads {
  /** How much of the drop under way is sent, from 0 to 1; undefined: nothing is. */
  share = $state<number>()
  /** How many files are under way or wait. */
  count = $state(0)
  /** Counts up whenever something has arrived. */
  arrivals = $state(0)
  #base: string
  #waiting: (readonly File[])[] = []
  #running: AbortController | undefined

  constructor(base: string) {
    this.#base = base
  }

  add(files: readonly File[]): void {
    if (files.length === 0) return
    this.#waiting.push(files)
    this.count += files.length
    if (!this.#running) void this.#sendAll()
  }

  /** All that is not there yet. */
  cancel = (): void => {
    this.#waiting = []
    this.#running?.abort()
  }

  async #sendAll(): Promise<void> {
    addEventListener('beforeunload', askFirst)
    for (let files = this.#waiting.shift(); files; files = this.#waiting.shift()) {
      this.#running = new AbortController()
      this.share = 0
      await this.#send(files, this.#running.signal)
      this.count -= files.length
    }
    this.#running = undefined
    this.share = undefined
    this.count = 0
    removeEventListener('beforeunload', askFirst)
  }

  async #send(files: readonly File[], signal: AbortSignal): Promise<void> {
    try {
      await uploadFiles(this.#base, files, { onProgress: (share) => (this.share = share), signal })
      this.arrivals++
      toasts.success(texts().drop.added(files.length))
    } catch (error) {
      if (!signal.aborted) toasts.error(errorMessage(error))
    }
  }
}

/** The browser asks for confirmation before the window is closed. */
const askFirst = (event: Event): void => event.preventDefault()

const all = new Map<string, Uploads>()

export function uploadsTo(base: string): Uploads {
  const known = all.get(base) ?? new Uploads(base)
  all.set(base, known)
  return known
}
