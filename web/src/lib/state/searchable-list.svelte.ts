import { untrack } from 'svelte'
import { Loadable } from './loadable.svelte.ts'

/** Loads the items from the server. */
interface ItemSource<T> {
  keyOf: (item: T) => string
  /** The best matches first, and whether these are all items. */
  find: (search: string, signal: AbortSignal) => Promise<{ items: T[]; isComplete: boolean }>
  /** Undefined if there is none, or no access. */
  one: (key: string) => Promise<T | undefined>
}

/** The server is queried after this pause in typing. */
const PAUSE_MS = 200

/** Items to choose from: the first page immediately, the others by searching. Items found earlier stay in the list. */
export class SearchableList<T> {
  #source: ItemSource<T>
  #first: Loadable<{ items: T[]; isComplete: boolean }>
  #found = $state.raw<ReadonlyMap<string, T>>(new Map())
  #isSearching = $state(false)
  #asked = new Set<string>()
  /** What is known about items that can't be loaded. */
  #substitutes = new Map<string, T>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #searching: AbortController | undefined

  constructor(source: ItemSource<T>) {
    this.#source = source
    this.#first = new Loadable((signal) => source.find('', signal))
  }

  get value(): T[] | undefined {
    const first = this.#first.value?.items
    if (!first && this.#found.size === 0) return undefined
    const all = new Map((first ?? []).map((item) => [this.#source.keyOf(item), item]))
    for (const [key, item] of this.#found) if (!all.has(key)) all.set(key, item)
    return [...all.values()]
  }

  get isLoading(): boolean {
    return this.#first.isLoading || this.#isSearching
  }

  get error(): unknown {
    return this.#first.error
  }

  load = (): Promise<void> => this.#first.load()

  /** Searches beyond the first page. A failed search shows no error, because the first page is still there. */
  search(text: string): void {
    clearTimeout(this.#timer)
    this.#searching?.abort()
    const isNeeded = !this.#first.value?.isComplete && text.trim() !== ''
    this.#isSearching = isNeeded
    if (!isNeeded) return
    const searching = new AbortController()
    this.#searching = searching
    this.#timer = setTimeout(() => {
      this.#source
        .find(text.trim(), searching.signal)
        .then(
          ({ items }) => this.#add(items),
          () => undefined,
        )
        .finally(() => {
          if (this.#searching === searching) this.#isSearching = false
        })
    }, PAUSE_MS)
  }

  /** Loads an item that is already selected, so that its name is known even if no loaded page contains it. */
  async need(key: string): Promise<void> {
    const isKnown = untrack(() => this.value?.some((item) => this.#source.keyOf(item) === key))
    if (key === '' || isKnown || this.#asked.has(key)) return
    this.#asked.add(key)
    try {
      const item = (await this.#source.one(key)) ?? this.#substitutes.get(key)
      if (item) this.#add([item])
    } catch {
      // Deleted, or no access: only its id can be shown.
    }
  }

  /** Shown in place of an item that `need` can't load. */
  substitute(item: T): void {
    this.#substitutes.set(this.#source.keyOf(item), item)
  }

  #add(items: readonly T[]): void {
    this.#found = new Map([...this.#found, ...items.map((item) => [this.#source.keyOf(item), item] as const)])
  }
}
