import type { ExpectedPassage, Passage } from '@bellwether/wire'

export type PlacedPassage = Pick<
  Passage,
  'file_id' | 'filename' | 'text' | 'start' | 'end' | 'page' | 'page_end' | 'slide'
>

/** For each passage that was found, the indexes of the expected passages it matches. Pure. */
export function matchPassages(
  expected: readonly ExpectedPassage[],
  passages: readonly PlacedPassage[],
): number[][] {
  const quotes = expected.map(({ quote }) => (quote === undefined ? undefined : toLetters(quote)))
  return passages.map((passage) => {
    const letters = toLetters(passage.text)
    return expected.flatMap((expectedPassage, at) =>
      isExpected(expectedPassage, quotes[at], passage, letters) ? [at] : [],
    )
  })
}

function isExpected(
  expected: ExpectedPassage,
  quote: string | undefined,
  passage: PlacedPassage,
  letters: string,
): boolean {
  if (!isOfFile(expected, passage)) return false
  const { start, end, page } = expected
  if (quote !== undefined && letters.includes(quote)) return true
  if (start !== undefined && end !== undefined && start < passage.end && passage.start < end) return true
  if (page !== undefined && isOnPage(page, passage)) return true
  return quote === undefined && start === undefined && page === undefined
}

const isOnPage = (page: number, passage: PlacedPassage): boolean => {
  const first = passage.page ?? passage.slide
  return first !== null && page >= first && page <= (passage.page_end ?? first)
}

/** A file that is uploaded again has a new id and the same name. */
const isOfFile = (expected: ExpectedPassage, passage: PlacedPassage): boolean =>
  expected.file_id === passage.file_id || expected.filename === passage.filename

/**
 * Removes spaces, line breaks and hyphens at line ends, and normalizes ligatures and accents: document readers differ
 * in all of these.
 */
const toLetters = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\u00AD\u200B\u2060\uFEFF]+/gu, '')
