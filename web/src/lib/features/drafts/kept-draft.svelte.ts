import { session } from '$features/session/session.svelte.ts'
import { type LocalDraft, localDrafts } from '$lib/state/local-drafts.ts'

/** Changes are stored after a pause of this length. */
const PAUSE_MS = 500

/**
 * The unsaved work of one editor, stored in this browser. `found` is a draft from an earlier visit; it is offered
 * until the user decides.
 */
export class KeptDraft {
  found = $state.raw<LocalDraft>()
  #object: string
  #person: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #next: unknown

  /** `object`: for example `rubric.12`. */
  constructor(object: string) {
    this.#object = object
    this.#person = session.user?.user_id
    if (this.#person !== undefined) this.found = localDrafts.read(this.#person, object)
  }

  /** Call this in an effect. Undefined means everything is saved. */
  keep(data: object | undefined): void {
    clearTimeout(this.#timer)
    this.#next = data
    if (data) this.#timer = setTimeout(this.flush, PAUSE_MS)
    else if (!this.found) this.#remove()
  }

  /** Called when the page may be closed. */
  flush = (): void => {
    clearTimeout(this.#timer)
    const data = this.#next
    this.#next = undefined
    // After signing out, in this tab or another, nothing more is stored.
    if (data !== undefined && this.#person !== undefined && session.isStill(this.#person))
      localDrafts.write(this.#person, this.#object, data)
  }

  /** The draft is in the editor now. */
  take(): unknown {
    const data = this.found?.data
    this.found = undefined
    return data
  }

  /** Discards the draft that was found or is being written. */
  discard = (): void => {
    this.found = undefined
    this.#next = undefined
    clearTimeout(this.#timer)
    this.#remove()
  }

  /** Called when a new object has been saved and has an id. */
  rename(object: string): void {
    if (object === this.#object) return
    this.discard()
    this.#object = object
  }

  #remove(): void {
    if (this.#person !== undefined) localDrafts.remove(this.#person, this.#object)
  }
}
