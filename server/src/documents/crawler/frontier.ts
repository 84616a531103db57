import { addressKey } from './page-address.ts'

export interface Waiting {
  url: string
  depth: number
}

/** Further URLs are not remembered, however many a site generates. */
const MAX_KNOWN = 10_000

/**
 * The known URLs of a crawl, nearest first. At the same distance, URLs with a query come last: endless calendars and
 * filters use them.
 */
export class Frontier {
  readonly #known = new Set<string>()
  readonly #levels: { plain: string[]; queries: string[] }[] = []
  #waiting = 0
  #overflowed = false

  /** False if it was already known. */
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

  /** Remembers a URL without queueing it (the end of a redirect). False if it was already known. */
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

  /** Whether URLs were dropped. */
  get overflowed(): boolean {
    return this.#overflowed
  }
}
