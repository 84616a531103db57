import { SvelteSet } from 'svelte/reactivity'

/** The selected files of a list, by id. Files on other pages can be selected, too. */
export class Selection {
  readonly ids = new SvelteSet<string>()
  /** Where a range begins. */
  #anchor: string | undefined

  /** With `isRange`, everything from the last one on, in the order of `shown`, gets the same state. */
  set(id: string, isOn: boolean, visibleIds: readonly string[], isRange: boolean): void {
    const from = this.#anchor === undefined ? -1 : visibleIds.indexOf(this.#anchor)
    const to = visibleIds.indexOf(id)
    const ids =
      isRange && from >= 0 && to >= 0 ? visibleIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    for (const selectedId of ids) {
      if (isOn) this.ids.add(selectedId)
      else this.ids.delete(selectedId)
    }
    this.#anchor = id
  }

  setAll(ids: readonly string[], isOn = true): void {
    for (const id of ids) {
      if (isOn) this.ids.add(id)
      else this.ids.delete(id)
    }
  }

  clear(): void {
    this.ids.clear()
    this.#anchor = undefined
  }

  /** Whether all, some or none of these are selected. */
  stateOf(ids: readonly string[]): 'all' | 'some' | 'none' {
    const count = ids.filter((id) => this.ids.has(id)).length
    return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
  }
}
