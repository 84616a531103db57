import type { ContextPart } from '../connector.ts'
import { stringOf } from '../upstream/json.ts'

/** A source with its full text in the prompt and its citation number. */
export interface ContextPassage {
  n: number
  /** Such as `Photosynthesis.pdf`. */
  title: string
  text: string
  tool: string
  /** Whether it was found by searching for the question. Other material is there for every question. */
  isFound: boolean
  isRubric: boolean
  /** Whether answers are about it: what a web service or a rubric says is only a means. */
  isMaterial: boolean
}

type SourceRecord = ContextPart['sources'][number]

/** Extracts the passages from the tool output. Pure. */
export function toPassages(parts: readonly ContextPart[]): ContextPassage[] {
  const numbers = numberSources(parts)
  return parts.flatMap((part, at) => {
    const places = placesOf(part)
    return part.sources.map((source, index) => {
      const n = numbers[at]?.[index] ?? 0
      const place = places[index]
      return toPassage(part, source, n, place ? part.content.slice(place.start, place.end) : quoteOf(source))
    })
  })
}

/**
 * Gives each source of all tools a unique number. Sources keep their number if it is free; the others are
 * numbered after them. A passage that two tools found gets one number. Pure.
 */
export function numberSources(parts: readonly ContextPart[]): number[][] {
  const takenNumbers = new Set<number>()
  const numbers: number[][] = parts.map(() => [])
  const numberByText = new Map<string, number>()
  let highest = 0
  const give = (at: number, index: number, source: SourceRecord): void => {
    const requested = numberOf(source)
    const place = placeIn(source)
    const before = place === undefined ? undefined : numberByText.get(place)
    const n = before ?? (requested !== undefined && !takenNumbers.has(requested) ? requested : highest + 1)
    if (place !== undefined) numberByText.set(place, n)
    takenNumbers.add(n)
    highest = Math.max(highest, n)
    const ofPart = numbers[at]
    if (ofPart) ofPart[index] = n
  }
  for (const hasNumber of [true, false])
    for (const [at, { sources }] of parts.entries())
      for (const [index, source] of sources.entries())
        if ((numberOf(source) !== undefined) === hasNumber) give(at, index, source)
  return numbers
}

/** Identifies the part of the document. */
const placeIn = ({ collection, file_id: file, start, end }: SourceRecord): string | undefined =>
  file === undefined || start === undefined ? undefined : JSON.stringify([collection, file, start, end])

export const numberOf = (source: SourceRecord): number | undefined => {
  const n = source['n']
  return typeof n === 'number' && Number.isInteger(n) && n > 0 ? n : undefined
}

function toPassage(part: ContextPart, source: SourceRecord, n: number, text: string): ContextPassage {
  const isFound = source['type'] === 'passage' || typeof source['quote'] === 'string'
  return {
    n,
    title: stringOf(source['title']) || stringOf(source['name']) || part.tool,
    text,
    tool: part.tool,
    isFound,
    isRubric: source['type'] === 'rubric',
    isMaterial: isFound || source['type'] === 'file',
  }
}

const quoteOf = (source: SourceRecord): string => stringOf(source['quote'])

export interface Place {
  /**
   * Start of the heading above the passage, such as `[2] Leaf.pdf, page 3`; or of the passage
   * itself if it has none.
   */
  head: number
  start: number
  end: number
}

/**
 * Finds the text of each source in the tool output; undefined if it is not there. Sources only contain the
 * beginning of their passage (`quote`), so the text extends to the next one. Fake headings inside a document
 * (`[2] …`) do not count. Pure.
 */
export function placesOf({ content, sources }: ContextPart): (Place | undefined)[] {
  // The parts are not labeled, so all of the text counts for the first source.
  if (sources.every((source) => quoteOf(source) === ''))
    return sources.map((_source, at) => (at === 0 ? { head: 0, start: 0, end: content.length } : undefined))
  const places: (Place | undefined)[] = []
  let from = 0
  for (const source of sources) {
    const quote = quoteOf(source)
    const begin = quote.endsWith('…') ? quote.slice(0, -1) : quote
    const start = begin === '' ? -1 : content.indexOf(begin, from)
    places.push(
      start < 0 ? undefined : { head: startOfHead(content, start, source), start, end: content.length },
    )
    if (start >= 0) from = start + begin.length
  }
  for (const [at, place] of places.entries()) {
    const next = places.slice(at + 1).find((later) => later !== undefined)
    if (place && next) place.end = place.start + content.slice(place.start, next.head).trimEnd().length
  }
  return places
}

function startOfHead(content: string, start: number, source: SourceRecord): number {
  const lineStart = start < 2 ? 0 : content.lastIndexOf('\n', start - 2) + 1
  const n = numberOf(source)
  return n !== undefined && content.startsWith(`[${n}] `, lineStart) ? lineStart : start
}
