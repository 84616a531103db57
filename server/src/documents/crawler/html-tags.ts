export interface Tag {
  name: string
  attributes: Map<string, string>
  /** The position after the tag. */
  end: number
}

const MAX_ATTRIBUTES = 50
const MAX_VALUE = 4000
/** Longer tags are cut off. */
const MAX_TAG = 64 * 1024
const STEP = 32 * 1024
/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed'])

/**
 * Yields the start tags with these names, in order, and sometimes `undefined`, so that the caller can check the
 * clock. One pass without a tree: a page with half a million open tags would take a DOM minutes, and this runs on the
 * main thread.
 */
export function* tagsIn(html: string, names: ReadonlySet<string>): Generator<Tag | undefined> {
  let at = html.indexOf('<')
  let paused = 0
  while (at >= 0) {
    if (at - paused > STEP) {
      paused = at
      yield undefined
    }
    let next = skipped(html, at)
    if (next === undefined) {
      const nameEnd = endOfName(html, at + 1)
      const name = html.slice(at + 1, Math.min(nameEnd, at + 20)).toLowerCase()
      const attributes = names.has(name) ? new Map<string, string>() : undefined
      next = readAttributes(html, nameEnd, attributes)
      if (attributes) yield { name, attributes, end: next }
      if (RAW.has(name)) next = endOfRaw(html, next, name)
    }
    at = html.indexOf('<', next)
  }
}

/** Where to continue after something that looks like a tag but is not a start tag; undefined if it is one. */
function skipped(html: string, at: number): number | undefined {
  const code = html.charCodeAt(at + 1) | 0x20
  if (code >= 0x61 && code <= 0x7a) return undefined
  if (html.startsWith('<!--', at)) return after(html, '-->', at + 4)
  if (html[at + 1] === '!' || html[at + 1] === '?') return after(html, '>', at + 2)
  return at + 1
}

function after(html: string, mark: string, from: number): number {
  const index = html.indexOf(mark, from)
  return index < 0 ? html.length : index + mark.length
}

function endOfName(html: string, from: number): number {
  let at = from
  while (at < html.length && !isSpace(html.charCodeAt(at)) && html[at] !== '>' && html[at] !== '/') at += 1
  return at
}

const isSpace = (code: number): boolean => code <= 0x20

function endOfRaw(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

/** Reads to the end of the tag, ignoring `>` in quotes. Returns the position after it. */
function readAttributes(html: string, from: number, into: Map<string, string> | undefined): number {
  const longest = Math.min(html.length, from + MAX_TAG)
  let at = from
  while (at < longest) {
    const code = html.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (isSpace(code) || code === 0x2f) {
      at += 1
      continue
    }
    const nameEnd = endOfAttributeName(html, at)
    const value = readValue(html, nameEnd)
    const name = into && nameEnd - at < 40 ? html.slice(at, nameEnd).toLowerCase() : ''
    if (into && name !== '' && into.size < MAX_ATTRIBUTES && !into.has(name))
      into.set(name, decodeEntities(html.slice(value.start, Math.min(value.end, value.start + MAX_VALUE))))
    at = value.next
  }
  return at
}

function endOfAttributeName(html: string, from: number): number {
  let at = from + 1
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (isSpace(code) || code === 0x3d || code === 0x3e || code === 0x2f) break
    at += 1
  }
  return at
}

interface Value {
  start: number
  end: number
  next: number
}

function readValue(html: string, from: number): Value {
  let at = skipSpaces(html, from)
  if (html[at] !== '=') return { start: from, end: from, next: from }
  at = skipSpaces(html, at + 1)
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, at + 1)
    const end = close < 0 ? html.length : close
    return { start: at + 1, end, next: end + 1 }
  }
  let end = at
  while (end < html.length && !isSpace(html.charCodeAt(end)) && html[end] !== '>') end += 1
  return { start: at, end, next: end }
}

function skipSpaces(html: string, from: number): number {
  let at = from
  while (at < html.length && isSpace(html.charCodeAt(at))) at += 1
  return at
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Decodes the character references that occur in URLs and titles. Pure. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, decodeOne)
    : text

function decodeOne(match: string, decimal?: string, hex?: string, entity?: string): string {
  if (entity !== undefined) return NAMED[entity.toLowerCase()] ?? match
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : match
}
