import type { BeforeNavigate } from '@sveltejs/kit'
import { goto } from '$app/navigation'
import { leaving } from '$lib/state/leaving.ts'

/** Asks for confirmation before navigation loses unsaved changes. */
export class LeaveGuard {
  /** The target of the navigation; the dialog is open while it is set. */
  target = $state<string>()
  #isDirty: () => boolean
  #mayLeave = false

  #onleave: () => void

  /** `onleave` is called when the changes are discarded. */
  constructor(isDirty: () => boolean, onleave: () => void) {
    this.#isDirty = isDirty
    this.#onleave = onleave
  }

  check = (navigation: BeforeNavigate): void => {
    if (leaving.isForced || this.#mayLeave || !this.#isDirty()) return
    // Closing the window: the browser shows its own question.
    navigation.cancel()
    if (navigation.to && !navigation.willUnload)
      this.target = navigation.to.url.pathname + navigation.to.url.search
  }

  leave = async (): Promise<void> => {
    const { target } = this
    this.#mayLeave = true
    this.target = undefined
    this.#onleave()
    if (target !== undefined) await goto(target)
  }
}
