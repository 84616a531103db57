import type { ChunkRow } from './passage.repository.ts'

/** A range of a document's text, in characters. */
export interface Stretch {
  start: number
  end: number
}

/** The place of a range of the text. */
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
 * The text of a range, joined from its passages, so that its first character is `stretch.start` of the document.
 * Between two passages there is only white space, of which only the length is known. Pure.
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

/** Table rows and list items are on separate lines; sentences are separated by a space. */
const spaceBefore = (text: string, length: number): string =>
  length === 1 && !/^(?:\||[-*+•] |\d{1,3}[.)] )/.test(text) ? ' ' : '\n'.repeat(length)

/** The passage in which a range starts. If two overlap, the later one, which is more likely. Pure. */
export const passageAt = <P extends Pick<Passage, 'start_at' | 'end_at'>>(
  passages: readonly P[],
  { start }: Pick<Stretch, 'start'>,
): P | undefined =>
  passages.findLast(({ start_at, end_at }) => start_at <= start && end_at > start) ??
  passages.find(({ end_at }) => end_at > start)

/** The places of the parts of a range; adjacent parts with the same place are merged. Pure. */
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

const isSamePlace = (first: Omit<TextPlace, 'start' | 'end'>, second: Omit<TextPlace, 'start' | 'end'>) =>
  first.page === second.page &&
  first.page_end === second.page_end &&
  first.slide === second.slide &&
  first.sheet === second.sheet &&
  first.time === second.time &&
  first.heading === second.heading &&
  first.url === second.url

/** A window of this many characters around a passage. Pure. */
export function windowAround(passage: Stretch, length: number, total: number): Stretch {
  const middle = Math.floor((passage.start + passage.end) / 2)
  const start = Math.max(0, Math.min(middle - Math.floor(length / 2), total - length, passage.start))
  return { start, end: Math.min(total, start + length) }
}
