import { session } from '$features/session/session.svelte.ts'
import { type LocalDraft, localDrafts } from '$lib/state/local-drafts.ts'

/** Typing is written down in pauses of this length. */
const PAUSE_MS = 500

/** The unsaved work of one editor, kept in this browser. `found` is what an earlier visit left behind; it is offered until it is decided on. */
export class KeptDraft {
  found = $state.raw<LocalDraft>()
  #object: string
  #person: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #next: unknown

  /** `object`: such as `rubric.12`. */
  constructor(object: string) {
    this.#object = object
    this.#person = session.user?.user_id
    if (this.#person !== undefined) this.found = localDrafts.read(this.#person, object)
  }

  /** To be called in an effect. Undefined: everything is saved. */
  keep(data: object | undefined): void {
    clearTimeout(this.#timer)
    this.#next = data
    if (data) this.#timer = setTimeout(this.flush, PAUSE_MS)
    else if (!this.found) this.#remove()
  }

  /** The page may be about to go. */
  flush = (): void => {
    clearTimeout(this.#timer)
    const data = this.#next
    this.#next = undefined
    // After signing out, in this tab or another, nothing more is kept.
    if (data !== undefined && this.#person !== undefined && session.isStill(this.#person))
      localDrafts.write(this.#person, this.#object, data)
  }

  /** What was found is in the editor now. */
  take(): unknown {
    const data = this.found?.data
    this.found = undefined
    return data
  }

  /** What was found, or is being written, is not wanted. */
  discard = (): void => {
    this.found = undefined
    this.#next = undefined
    clearTimeout(this.#timer)
    this.#remove()
  }

  /** The object has got another name: it was new, and is saved now. */
  rename(object: string): void {
    if (object === this.#object) return
    this.discard()
    this.#object = object
  }

  #remove(): void {
    if (this.#person !== undefined) localDrafts.remove(this.#person, this.#object)
  }
}
