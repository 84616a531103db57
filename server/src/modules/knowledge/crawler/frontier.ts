import { addressKey } from './page-address.ts'

export interface Waiting {
  url: string
  depth: number
}

/** More addresses than these are not remembered, however many a site makes up. */
const MAX_KNOWN = 10_000

/**
 * The addresses that a crawl knows, nearest first. Among equally near ones those with a query come last: endless calendars and
 * filters are made of them.
 */
export class Frontier {
  readonly #known = new Set<string>()
  readonly #levels: { plain: string[]; queries: string[] }[] = []
  #waiting = 0
  #overflowed = false

  /** False when it was known already. */
  add(url: string, depth: number): boolean {
    if (!this.markSeen(url)) return false
    let level = this.#levels[depth]
    while (!level) {
      this.#levels.push({ plain: [], queries: [] })
      level = this.#levels[depth]
    }
    ;(url.includes('?') ? level.queries : level.plain).push(url)
    this.#waiting += 1
    return true
  }

  /** Remembers an address without queueing it (where a redirect ended). False when it was known already. */
  markSeen(url: string): boolean {
    const key = addressKey(url)
    if (this.#known.has(key)) return false
    if (this.#known.size >= MAX_KNOWN) {
      this.#overflowed = true
      return false
    }
    this.#known.add(key)
    return true
  }

  next(): Waiting | undefined {
    for (const [depth, level] of this.#levels.entries()) {
      const url = level.plain.shift() ?? level.queries.shift()
      if (url === undefined) continue
      this.#waiting -= 1
      return { url, depth }
    }
    return undefined
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Whether addresses were forgotten. */
  get overflowed(): boolean {
    return this.#overflowed
  }
}
