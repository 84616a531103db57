import { errorMessage } from '$lib/errors/error-message.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { type SkippedFile, uploadFiles } from '../knowledge.ts'
import { texts } from '../texts'

/** Uploads into one knowledge base. They continue in the background, one drop after the other. */
export class Uploads {
  /** Progress of the current upload, from 0 to 1; undefined if there is none. */
  share = $state<number>()
  /** Files being uploaded or waiting. */
  count = $state(0)
  /** Incremented whenever an upload has finished. */
  arrivals = $state(0)
  /** Files of the last archives that were not added. */
  skipped = $state.raw<readonly SkippedFile[]>([])
  #base: string
  #waiting: (readonly File[])[] = []
  #running: AbortController | undefined

  constructor(base: string) {
    this.#base = base
  }

  add(files: readonly File[]): void {
    if (files.length === 0) return
    if (!this.#running) this.skipped = []
    this.#waiting.push(files)
    this.count += files.length
    if (!this.#running) void this.#sendAll()
  }

  /** Cancels all unfinished uploads. */
  cancel = (): void => {
    this.#waiting = []
    this.#running?.abort()
  }

  async #sendAll(): Promise<void> {
    addEventListener('beforeunload', confirmClose)
    for (let files = this.#waiting.shift(); files; files = this.#waiting.shift()) {
      this.#running = new AbortController()
      this.share = 0
      await this.#send(files, this.#running.signal)
      this.count -= files.length
    }
    this.#running = undefined
    this.share = undefined
    this.count = 0
    removeEventListener('beforeunload', confirmClose)
  }

  async #send(files: readonly File[], signal: AbortSignal): Promise<void> {
    try {
      const onProgress = (share: number) => (this.share = share)
      const added = await uploadFiles(this.#base, files, { onProgress, signal })
      this.arrivals++
      this.skipped = [...this.skipped, ...added.skipped]
      toasts.success(texts().drop.added(added.files.length))
    } catch (error) {
      if (!signal.aborted) toasts.error(errorMessage(error))
    }
  }
}

/** The browser asks for confirmation before the window is closed. */
const confirmClose = (event: Event): void => event.preventDefault()

const all = new Map<string, Uploads>()

export function uploadsTo(base: string): Uploads {
  const uploads = all.get(base) ?? new Uploads(base)
  all.set(base, uploads)
  return uploads
}
