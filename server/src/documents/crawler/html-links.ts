import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeEntities, type Tag, tagsIn } from './html-tags.ts'
import { readLink } from './page-address.ts'

export interface PageLinks {
  title: string | undefined
  canonical: string | undefined
  /** Each once, in the order of the page. */
  links: string[]
  /** What the page says to robots about itself. */
  noIndex: boolean
}

/** No real page has more links. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINKS = 5000
const MAX_TAGS = 20_000
const MAX_MILLISECONDS_AT_A_TIME = 8
const WANTED = new Set(['a', 'area', 'base', 'frame', 'link', 'meta', 'title'])

/** Finds the links of an HTML page in small steps, yielding to the event loop in between. */
export async function findLinks(bytes: Buffer, contentType: string, address: string): Promise<PageLinks> {
  const html = decodePage(bytes.subarray(0, MAX_BYTES), contentType)
  const page = new PageReader(html, address)
  let since = performance.now()
  let seen = 0
  for (const tag of tagsIn(html, WANTED)) {
    if (tag) {
      seen += 1
      if (page.read(tag) === 'full' || seen >= MAX_TAGS) break
    }
    if (performance.now() - since > MAX_MILLISECONDS_AT_A_TIME) {
      await nextTurn()
      since = performance.now()
    }
  }
  return page.found()
}

class PageReader {
  readonly #html: string
  readonly #address: string
  readonly #links = new Set<string>()
  #base: string | undefined
  #title: string | undefined
  #canonical: string | undefined
  #noIndex = false
  #noFollow = false

  constructor(html: string, address: string) {
    this.#html = html
    this.#address = address
  }

  read(tag: Tag): 'full' | undefined {
    if (tag.name === 'title') this.#title ??= titleAt(this.#html, tag.end)
    else if (tag.name === 'base') this.#base ??= this.#toAddress(tag.attributes.get('href'))
    else if (tag.name === 'meta') this.#readMeta(tag)
    else if (tag.name === 'link') this.#readHeadLink(tag)
    else this.#readLink(tag)
    return this.#links.size >= MAX_LINKS ? 'full' : undefined
  }

  found(): PageLinks {
    return {
      title: this.#title,
      canonical: this.#canonical,
      links: this.#noFollow ? [] : [...this.#links],
      noIndex: this.#noIndex,
    }
  }

  #readLink({ name, attributes }: Tag): void {
    if (relOf(attributes).includes('nofollow')) return
    const link = this.#toAddress(attributes.get(name === 'frame' ? 'src' : 'href'))
    if (link !== undefined) this.#links.add(link)
  }

  #readHeadLink({ attributes }: Tag): void {
    if (relOf(attributes).includes('canonical')) this.#canonical ??= this.#toAddress(attributes.get('href'))
  }

  #readMeta({ attributes }: Tag): void {
    const content = attributes.get('content') ?? ''
    if (attributes.get('name')?.toLowerCase() === 'robots') {
      const directives = readRobotsDirectives(content)
      this.#noIndex ||= directives.noIndex
      this.#noFollow ||= directives.noFollow
    } else if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
      const target = this.#toAddress(
        /^[^;,]{0,20}[;,]\s{0,20}url\s{0,5}=\s{0,5}['"]?([^'"]+)/i.exec(content)?.[1],
      )
      if (target !== undefined) this.#links.add(target)
    }
  }

  #toAddress(href: string | undefined): string | undefined {
    return href === undefined ? undefined : readLink(href.trim(), this.#base ?? this.#address)
  }
}

const relOf = (attributes: Map<string, string>): string[] =>
  (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)

/** The directives of a robots meta tag or an X-Robots-Tag header. Pure. */
export function readRobotsDirectives(content: string): { noIndex: boolean; noFollow: boolean } {
  const words = content.toLowerCase().split(/[\s,]+/)
  const has = (word: string) => words.includes(word) || words.includes('none')
  return { noIndex: has('noindex'), noFollow: has('nofollow') }
}

function titleAt(html: string, from: number): string | undefined {
  const close = html.slice(from, from + 2000).search(/<\/title/i)
  if (close < 0) return undefined
  const title = decodeEntities(html.slice(from, from + close))
    .replace(/\s+/g, ' ')
    .trim()
  return title === '' ? undefined : title.slice(0, 300)
}

/** The document reader extracts the same, but needs parsers that only its own process should load. */
const charsetIn = (bytes: Buffer): string | undefined =>
  /<meta[^>]{0,500}charset\s{0,5}=\s{0,5}["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1]

/** Good enough for links and a title; the document reader reads the actual text. */
function decodePage(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? charsetIn(bytes)
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes)
  } catch {
    // An unknown charset.
    return new TextDecoder().decode(bytes)
  }
}
