import type { ChunkRow } from '../retrieval/passage.repository.ts'

/** A stretch of a document's text, by its characters. */
export interface Stretch {
  start: number
  end: number
}

/** What is known of a stretch of the text. */
export interface TextPlace extends Stretch {
  page: number | null
  page_end: number | null
  slide: number | null
  sheet: string | null
  time: string | null
  heading: string
  /** The page of a site that it was read from. */
  url: string | null
}

type Passage = Omit<TextPlace, 'start' | 'end'> & Pick<ChunkRow, 'start_at' | 'end_at' | 'text'>

/**
 * Pure. The text of a stretch, put together from its passages, so that its first character is `stretch.start` of the document. Between two
 * passages there is only white space, of which just the length is known.
 */
export function textOfStretch(
  passages: readonly Pick<Passage, 'start_at' | 'end_at' | 'text'>[],
  stretch: Stretch,
): string {
  const parts: string[] = []
  let at = stretch.start
  for (const { start_at, end_at, text } of passages) {
    const from = Math.max(start_at, at)
    const to = Math.min(end_at, stretch.end)
    if (to <= from) continue
    parts.push(spaceBefore(text, from - at), text.slice(from - start_at, to - start_at))
    at = to
  }
  return parts.join('') + '\n'.repeat(stretch.end - at)
}

/** Rows of a table and items of a list stand in lines of their own; sentences are parted by a space. */
const spaceBefore = (text: string, length: number): string =>
  length === 1 && !/^(?:\||[-*+•] |\d{1,3}[.)] )/.test(text) ? ' ' : '\n'.repeat(length)

/** Pure. The passage in which a stretch begins: where two share text, the later one, for the stretch is more likely to be that. */
export const passageAt = <P extends Pick<Passage, 'start_at' | 'end_at'>>(
  passages: readonly P[],
  { start }: Pick<Stretch, 'start'>,
): P | undefined =>
  passages.findLast(({ start_at, end_at }) => start_at <= start && end_at > start) ??
  passages.find(({ end_at }) => end_at > start)

/** Pure. Where each part of a stretch stands; neighbours that stand at the same place are one. */
export function placesOf(passages: readonly Passage[], stretch: Stretch): TextPlace[] {
  const places: TextPlace[] = []
  for (const passage of passages) {
    const start = Math.max(passage.start_at, stretch.start)
    const end = Math.min(passage.end_at, stretch.end)
    if (end <= start) continue
    const { page, page_end, slide, sheet, time, heading, url } = passage
    const last = places.at(-1)
    if (last && isSamePlace(last, passage)) last.end = Math.max(last.end, end)
    else places.push({ start, end, page, page_end, slide, sheet, time, heading, url })
  }
  return places
}

const isSamePlace = (one: Omit<TextPlace, 'start' | 'end'>, other: Omit<TextPlace, 'start' | 'end'>) =>
  one.page === other.page &&
  one.page_end === other.page_end &&
  one.slide === other.slide &&
  one.sheet === other.sheet &&
  one.time === other.time &&
  one.heading === other.heading &&
  one.url === other.url

/** Pure. The window of so many characters that has a passage in its middle. */
export function windowAround(passage: Stretch, length: number, total: number): Stretch {
  const middle = Math.floor((passage.start + passage.end) / 2)
  const start = Math.max(0, Math.min(middle - Math.floor(length / 2), total - length, passage.start))
  return { start, end: Math.min(total, start + length) }
}
