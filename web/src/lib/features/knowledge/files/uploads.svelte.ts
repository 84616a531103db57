import { MAX_FILE_BYTES } from '@bellwether/wire/knowledge/upload-limits'
import { ApiError } from '$lib/api'
import { errorMessage } from '$lib/errors/error-message.ts'
import { pathOf } from '$lib/files/dropped-files.ts'
import { format } from '$lib/i18n'
import { messageText } from '$lib/messages'
import { appTexts } from '$lib/texts/app.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { uploadFile } from '../knowledge.ts'

/** A file that waits or is being sent. */
export interface SentFile {
  file: File
  state: 'waiting' | 'sending'
  /** From 0 to 1. */
  share: number
}

/** A file that was not added, and why. */
export interface FailedFile {
  name: string
  fault: string
  /** Only if it may succeed when sent again. */
  file?: File
}

/** More would wait for each other; one alone would wait for the server between two files. */
const AT_ONCE = 3

/** Why the server would refuse this file, known before it is sent. */
export function refusalOf({ size }: File): string | undefined {
  if (size === 0) return appTexts().uploads.empty
  if (size > MAX_FILE_BYTES)
    return appTexts().uploads.tooLarge({
      size: format.bytes(size),
      limit: format.bytes(MAX_FILE_BYTES),
    })
  return undefined
}

/** Uploads into one knowledge base, each file by itself: one that fails does not stop the others. */
export class Uploads {
  /** Those that are not finished. */
  files = $state<SentFile[]>([])
  failed = $state.raw<readonly FailedFile[]>([])
  /** Incremented whenever a file has arrived. */
  arrivals = $state(0)
  #finishedBytes = $state(0)
  #arrivalsBefore = 0
  #findBase: () => Promise<string>
  #base: Promise<string> | undefined
  #running = new AbortController()
  #sending = 0
  #waiting: (() => void)[] = []

  /** `findBase` may create the knowledge base: it is called once there is a file to send. */
  constructor(findBase: () => Promise<string>) {
    this.#findBase = findBase
  }

  get isRunning(): boolean {
    return this.files.length > 0
  }

  /** Progress of all files, from 0 to 1. */
  get share(): number {
    const sum = (of: (sent: SentFile) => number) => this.files.reduce((total, sent) => total + of(sent), 0)
    const all = this.#finishedBytes + sum(({ file }) => file.size)
    return all === 0 ? 0 : (this.#finishedBytes + sum(({ file, share }) => file.size * share)) / all
  }

  /** Resolves when these files are finished. */
  async add(chosen: readonly File[]): Promise<void> {
    if (!this.isRunning) this.failed = []
    const refused = chosen.flatMap((file) => {
      const fault = refusalOf(file)
      return fault === undefined ? [] : [{ file, name: pathOf(file), fault }]
    })
    this.failed = [...this.failed, ...refused.map(({ name, fault }) => ({ name, fault }))]
    const accepted = chosen.filter((file) => !refused.some((other) => other.file === file))
    await Promise.all(accepted.map((file) => this.#send(file)))
  }

  retry(failed: FailedFile): void {
    this.failed = this.failed.filter((other) => other !== failed)
    if (failed.file) void this.#send(failed.file)
  }

  /** Cancels all unfinished uploads. */
  cancel = (): void => this.#running.abort()

  async #send(file: File): Promise<void> {
    if (!this.isRunning) this.#start()
    const { signal } = this.#running
    this.files.push({ file, state: 'waiting', share: 0 })
    const sent = this.files[this.files.length - 1] as SentFile
    if (this.#sending >= AT_ONCE) await new Promise<void>((enter) => this.#waiting.push(enter))
    else this.#sending++
    try {
      signal.throwIfAborted()
      sent.state = 'sending'
      const onProgress = (share: number) => (sent.share = share)
      const { skipped } = await uploadFile(await this.#ensureBase(), file, { onProgress, signal })
      const entries = skipped.map((entry) => ({ name: entry.name, fault: messageText(entry.message, entry) }))
      this.failed = [...this.failed, ...entries]
      this.arrivals++
    } catch (error) {
      if (!signal.aborted) this.#failWith(file, error)
    }
    this.#finish(sent)
  }

  /** The place of a finished upload is passed on, so that their number stays the same. */
  #finish(sent: SentFile): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#sending--
    this.#finishedBytes += sent.file.size
    this.files = this.files.filter((other) => other !== sent)
    if (this.isRunning) return
    removeEventListener('beforeunload', confirmClose)
    const added = this.arrivals - this.#arrivalsBefore
    if (added > 0) toasts.success(appTexts().uploads.added({ count: added }))
  }

  #start(): void {
    addEventListener('beforeunload', confirmClose)
    this.#running = new AbortController()
    this.#finishedBytes = 0
    this.#arrivalsBefore = this.arrivals
  }

  /** One for all files, although several are sent at once. A later file may try again. */
  #ensureBase(): Promise<string> {
    this.#base ??= this.#findBase().catch((error: unknown) => {
      this.#base = undefined
      throw error
    })
    return this.#base
  }

  #failWith(file: File, error: unknown): void {
    // The server refuses this file for what it is.
    const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 429
    const failed = { name: pathOf(file), fault: errorMessage(error), ...(isFinal ? {} : { file }) }
    this.failed = [...this.failed, failed]
  }
}

/** The browser asks for confirmation before the window is closed. */
const confirmClose = (event: Event): void => event.preventDefault()

const all = new Map<string, Uploads>()

/** They continue in the background while the user is on another page. */
export function uploadsTo(base: string): Uploads {
  const uploads = all.get(base) ?? new Uploads(async () => base)
  all.set(base, uploads)
  return uploads
}
