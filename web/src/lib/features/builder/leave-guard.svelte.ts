import type { BeforeNavigate } from '@sveltejs/kit'
import { goto } from '$app/navigation'

/** Keeps changes that nobody saved from being lost by a click. */
export class LeaveGuard {
  /** Where somebody wanted to go; the question is open while there is such a place. */
  target = $state<string>()
  #isDirty: () => boolean
  #mayLeave = false

  constructor(isDirty: () => boolean) {
    this.#isDirty = isDirty
  }

  check = (navigation: BeforeNavigate): void => {
    if (this.#mayLeave || !this.#isDirty()) return
    // Closing the window: the browser asks in its own words.
    navigation.cancel()
    if (navigation.to && !navigation.willUnload)
      this.target = navigation.to.url.pathname + navigation.to.url.search
  }

  leave = async (): Promise<void> => {
    const { target } = this
    this.#mayLeave = true
    this.target = undefined
    if (target !== undefined) await goto(target)
  }
}
