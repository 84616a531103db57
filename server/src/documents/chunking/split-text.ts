import { isNewPlace, toGroups } from './groups.ts'
import { createHeadings, toSections } from './sections.ts'
import type { Mark, SplitSettings } from './split-settings.ts'
import { afterSentence, toUnits, type Unit } from './units.ts'

export const DEFAULT_SPLIT: SplitSettings = { size: 800, most: 1200, overlap: 0, parent: 2000 }

/** A passage: `text.slice(start, end)`. */
export interface Chunk {
  start: number
  end: number
  /** The headings above it, from the outermost: `Energy › Photosynthesis`. */
  heading: string
  page?: number | undefined
  /** The last page, if it continues on another one. */
  page_end?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  /** When it starts in a recording. */
  time?: string | undefined
  url?: string | undefined
  /** Chunks with the same number are one parent. */
  parent: number
}

/**
 * Splits on headings and pages, then paragraphs, then sentences. Chunks are in order, and contain everything except white space. They end
 * with their page, slide or sheet, or with the sentence that continues on the next page. Only pages that were asked for together, and
 * whole sections, are longer.
 */
export function splitText(
  text: string,
  marks: readonly Mark[],
  settings: SplitSettings = DEFAULT_SPLIT,
): Chunk[] {
  const chunks: Chunk[] = []
  const places = createPlaces(marks)
  const { grouping } = settings
  const headings = grouping && createHeadings(text, marks)
  const turns = grouping && grouping.by !== 'size' ? [] : turnsOf(text, marks, settings.most)
  let parent = -1
  for (const section of grouping ? toGroups(text, marks, grouping) : toSections(text, marks)) {
    let parentStart = Number.NEGATIVE_INFINITY
    const units = dividedAt(turns, section).flatMap((part) => pack(toUnits(text, part, settings), settings))
    for (const { start, end } of units) {
      if (end - parentStart > settings.parent) {
        parent++
        parentStart = start
      }
      const heading = headings ? headings(start) : section.heading
      chunks.push({ start, end, heading, ...places(start, end), parent })
    }
  }
  return chunks
}

/** Where pages begin, after a sentence that continues from the previous page. */
const turnsOf = (text: string, marks: readonly Mark[], most: number): number[] =>
  marks.flatMap((mark, at) => {
    if (!isNewPlace(mark, marks[at - 1])) return []
    const end = marks[at + 1]?.start ?? text.length
    return [mark.continues ? afterSentence(text, { start: mark.start, end }, most) : mark.start]
  })

/** Sorted, so that those of a section are found without scanning all. */
function dividedAt(turns: readonly number[], { start, end }: Unit): Unit[] {
  const parts: Unit[] = []
  let from = start
  for (let at = firstAbove(turns, start); at < turns.length; at++) {
    const turn = turns[at] ?? end
    if (turn >= end) break
    parts.push({ start: from, end: turn })
    from = turn
  }
  return [...parts, { start: from, end }]
}

/** The index of the first greater number in an ascending list. */
function firstAbove(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Fills chunks with units, which are never divided. */
function pack(units: readonly Unit[], { size, overlap }: SplitSettings): Unit[] {
  const packed: Unit[] = []
  let first = 0
  while (first < units.length) {
    const start = units[first]?.start ?? 0
    let last = first
    while (last + 1 < units.length && (units[last + 1]?.end ?? 0) - start <= size) last++
    packed.push({ start, end: units[last]?.end ?? start })
    if (last + 1 >= units.length) break
    first = firstOfNext(units, first, last, overlap)
  }
  return packed
}

/** The next chunk starts with as many whole units of this one as fit into the overlap, but always advances. */
function firstOfNext(units: readonly Unit[], first: number, last: number, overlap: number): number {
  const end = units[last]?.end ?? 0
  let next = last + 1
  while (next - 1 > first && end - (units[next - 1]?.start ?? 0) <= overlap) next--
  return next
}

/** The place of a character. Called in ascending order, except for overlaps. */
function createPlaces(marks: readonly Mark[]) {
  const starts = marks.map((mark) => mark.start)
  const markAt = (at: number) => marks[firstAbove(starts, at) - 1]
  return (
    start: number,
    end: number,
  ): Pick<Chunk, 'page' | 'page_end' | 'slide' | 'sheet' | 'time' | 'url'> => {
    const mark = markAt(start)
    const last = markAt(end - 1)?.page
    return {
      ...(mark?.page === undefined ? {} : { page: mark.page }),
      ...(mark?.slide === undefined ? {} : { slide: mark.slide }),
      ...(last === undefined || mark?.page === undefined || last <= mark.page ? {} : { page_end: last }),
      ...(mark?.sheet === undefined ? {} : { sheet: mark.sheet }),
      ...(mark?.time === undefined ? {} : { time: mark.time }),
      ...(mark?.url === undefined ? {} : { url: mark.url }),
    }
  }
}
