import type { BeforeNavigate } from '@sveltejs/kit'
import { goto } from '$app/navigation'
import { leaving } from '$lib/state/leaving.ts'

/** Asks before unsaved changes are lost by a click. */
export class LeaveGuard {
  /** Where the person wanted to go; the question is open while there is such a place. */
  target = $state<string>()
  #isDirty: () => boolean
  #mayLeave = false

  #onleave: () => void

  /** `onleave`: the changes are given up. */
  constructor(isDirty: () => boolean, onleave: () => void) {
    this.#isDirty = isDirty
    this.#onleave = onleave
  }

  check = (navigation: BeforeNavigate): void => {
    if (leaving.isForced || this.#mayLeave || !this.#isDirty()) return
    // Closing the window: the browser asks in its own words.
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
