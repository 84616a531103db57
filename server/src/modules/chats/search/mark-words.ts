import type { MarkedText } from '@bellwether/wire'

/** A text as it is compared: without accents and case. `starts` has the index in the original for each character. */
interface Folded {
  text: string
  starts: number[]
}

/** Without accents and case, so that “fotosintesis” finds “Fotosíntesis”. Pure. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isAscii(lower)) return lower
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}

/** Saves the slow part of `fold` for English and code. */
const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)

/** The words of a search, and phrases in double quotes. Pure. */
export function toSearchWords(query: string, most: number): string[] {
  const words = [...query.matchAll(/"([^"]+)"|[^\s"]+/g)].map(([word, phrase]) =>
    fold(phrase ?? word)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return [...new Set(words)].filter((word) => word !== '').slice(0, most)
}

/** Whether a text contains all of the words. Pure. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

/** Whether a message can have all of the words. Quicker than `hasAllWords` of its plain line. Pure. */
export function mayHaveWords(message: string, words: readonly string[]): boolean {
  const folded = fold(message.replaceAll('**', '').replaceAll('`', ''))
  return words.every((word) => word.split(' ').every((part) => folded.includes(part)))
}

/** The message without Markdown's signs and line breaks, for one line of text. Pure. */
export const toPlainLine = (text: string): string =>
  text
    .replace(/^[^\S\r\n\u2028\u2029]*(#{1,6}|>|```\w*)\s?/gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The whole text, with the words marked. Pure. */
export const markAll = (text: string, words: readonly string[]): MarkedText =>
  toPieces(text, 0, text.length, findHits(text, words))

/** About `length` characters around the first hit, with the words marked. Pure. */
export function markSnippet(text: string, words: readonly string[], length = 200): MarkedText {
  const hits = findHits(text, words)
  const first = hits[0]?.start ?? 0
  const start = first < length / 2 ? 0 : wordStart(text, first - Math.floor(length / 3))
  const end = start + length >= text.length ? text.length : wordEnd(text, start + length)
  const pieces = toPieces(text, start, end, hits)
  return [
    ...(start > 0 ? [{ text: '…', hit: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: '…', hit: false }] : []),
  ]
}

interface Hit {
  start: number
  end: number
}

/** Where the words are, in order and without overlaps. */
function findHits(text: string, words: readonly string[]): Hit[] {
  const folded = foldWithStarts(text)
  const hits: Hit[] = []
  for (const word of words)
    for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + word.length))
      hits.push({
        start: folded.starts[at] ?? 0,
        end: folded.starts[at + word.length] ?? text.length,
      })
  hits.sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Hit[] = []
  for (const hit of hits) {
    const last = merged.at(-1)
    if (last && hit.start < last.end) last.end = Math.max(last.end, hit.end)
    else merged.push({ ...hit })
  }
  return merged
}

function foldWithStarts(text: string): Folded {
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const plain = fold(character)
    for (let unit = 0; unit < plain.length; unit++) starts.push(at)
    folded += plain
    at += character.length
  }
  return { text: folded, starts }
}

function toPieces(text: string, start: number, end: number, hits: readonly Hit[]): MarkedText {
  const pieces: MarkedText = []
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), hit })
  }
  let at = start
  for (const hit of hits) {
    if (hit.end <= start || hit.start >= end) continue
    add(at, Math.max(hit.start, start), false)
    add(Math.max(hit.start, start), Math.min(hit.end, end), true)
    at = Math.min(hit.end, end)
  }
  add(at, end, false)
  return pieces
}

/** How far a cut is moved to fall between two words; texts without spaces are cut anywhere. */
const REACH = 30

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space >= 0 && space - at < REACH ? space + 1 : wholeCharacter(text, at)
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space >= 0 && at - space < REACH ? space : wholeCharacter(text, at)
}

/** Not between the halves of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
