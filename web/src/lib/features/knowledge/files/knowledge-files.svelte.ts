import type { KnowledgeFile } from '@bellwether/wire'
import { untrack } from 'svelte'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import type { FileFilter } from '../bulk/bulk-api.ts'
import { type KnowledgeFileList, listFiles } from '../knowledge.ts'
import { isUnderWay, nextPause, traceOf } from './file-state.ts'

export const PAGE_SIZE = 50

/** The files of a knowledge base. Polls while one is being processed, with growing pauses. */
export class KnowledgeFiles extends Loadable<KnowledgeFileList> {
  #timer: ReturnType<typeof setTimeout> | undefined
  #pause: number | undefined
  /** Undefined before the first response. */
  #trace: string | undefined
  #isWatched = false
  #onsettled: () => void

  constructor(base: () => string, page: () => FileFilter & { offset: number }, onsettled: () => void) {
    super((signal) => listFiles(base(), { limit: PAGE_SIZE, ...page() }, signal))
    this.#onsettled = onsettled
  }

  get items(): readonly KnowledgeFile[] {
    return this.value?.files ?? []
  }

  /** Loads now, and polls as long as there is work. */
  watch = async (): Promise<void> => {
    this.#isWatched = true
    this.#pause = undefined
    // An effect that watches must not restart with every response.
    await untrack(() => this.#look())
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer)
    const wasBusy = this.items.some(isUnderWay)
    await this.load()
    clearTimeout(this.#timer)
    if (!this.#isWatched) return
    const before = this.#trace
    this.#trace = traceOf(this.items)
    if (!this.items.some(isUnderWay)) {
      // A short file may be finished before it was ever seen in progress.
      if (wasBusy || (before !== undefined && before !== this.#trace)) this.#onsettled()
      return
    }
    this.#pause = nextPause(this.#pause, this.#trace !== before)
    this.#timer = setTimeout(() => void this.#look(), this.#pause)
  }

  /** Shows the server's response for one file immediately. */
  replace(file: KnowledgeFile): void {
    if (!this.value) return
    this.value = {
      ...this.value,
      files: this.value.files.map((other) => (other.id === file.id ? file : other)),
    }
  }

  drop(ids: readonly string[]): void {
    if (!this.value) return
    const files = this.value.files.filter((file) => !ids.includes(file.id))
    this.value = { ...this.value, files, total: this.value.total - ids.length }
  }

  override stop(): void {
    this.#isWatched = false
    clearTimeout(this.#timer)
    super.stop()
  }
}
