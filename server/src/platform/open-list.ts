/** Its place in the list; -1 while it is in none. */
export interface Listed {
  place: number
}

/**
 * Objects that come and go with every request. Not a Set: V8 replaces the table of a set once enough was added and
 * deleted, and each old table refers to the next. As soon as one of them is in the old generation, all later ones are
 * kept until the next full collection, and with them whatever was in the set: nearly every request, with its prompt and
 * its answer, was copied twice instead of being dropped.
 */
export class OpenList<T extends Listed> implements Iterable<T> {
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  add(item: T): void {
    if (item.place >= 0) return
    item.place = this.#items.length
    this.#items.push(item)
  }

  /** The last one takes its place. */
  delete(item: T): void {
    const { place } = item
    if (place < 0) return
    const last = this.#items.pop()
    if (last && last !== item) {
      last.place = place
      this.#items[place] = last
    }
    item.place = -1
  }

  /** Those that are in the list now. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#items][Symbol.iterator]()
  }
}
