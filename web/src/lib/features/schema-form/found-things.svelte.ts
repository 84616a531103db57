import { untrack } from 'svelte'
import { Loadable } from '$lib/state/loadable.svelte.ts'

/** One kind of thing, as the server tells of it. */
interface Origin<T> {
  keyOf: (thing: T) => string
  /** Those that fit the words, the likeliest first; and whether these are all. */
  find: (words: string, signal: AbortSignal) => Promise<{ things: T[]; areAll: boolean }>
  one: (key: string) => Promise<T>
}

/** While one types, the server is not asked. */
const PAUSE_MS = 200

/** What there is to choose from: a first page at once, the others by searching. What was found once stays known. */
export class FoundThings<T> {
  #origin: Origin<T>
  #first: Loadable<{ things: T[]; areAll: boolean }>
  #found = $state.raw<ReadonlyMap<string, T>>(new Map())
  #asked = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #searching: AbortController | undefined

  constructor(origin: Origin<T>) {
    this.#origin = origin
    this.#first = new Loadable((signal) => origin.find('', signal))
  }

  get value(): T[] | undefined {
    const first = this.#first.value?.things
    if (!first && this.#found.size === 0) return undefined
    const all = new Map((first ?? []).map((one) => [this.#origin.keyOf(one), one]))
    for (const [key, one] of this.#found) if (!all.has(key)) all.set(key, one)
    return [...all.values()]
  }

  get error(): unknown {
    return this.#first.error
  }

  load = (): Promise<void> => this.#first.load()

  /** Looks further than the first page. What goes wrong here is no fault of the page: the first ones are there. */
  search(words: string): void {
    clearTimeout(this.#timer)
    this.#searching?.abort()
    if (this.#first.value?.areAll || words.trim() === '') return
    const searching = new AbortController()
    this.#searching = searching
    this.#timer = setTimeout(() => {
      this.#origin.find(words.trim(), searching.signal).then(
        ({ things }) => this.#add(things),
        () => undefined,
      )
    }, PAUSE_MS)
  }

  /** One that was chosen before is known by name, also when it is on no page that was fetched. */
  async need(key: string): Promise<void> {
    const isKnown = untrack(() => this.value?.some((one) => this.#origin.keyOf(one) === key))
    if (key === '' || isKnown || this.#asked.has(key)) return
    this.#asked.add(key)
    try {
      this.#add([await this.#origin.one(key)])
    } catch {
      // It is gone, or not ours to see: its id is all that can be shown.
    }
  }

  #add(things: readonly T[]): void {
    this.#found = new Map([...this.#found, ...things.map((one) => [this.#origin.keyOf(one), one] as const)])
  }
}
