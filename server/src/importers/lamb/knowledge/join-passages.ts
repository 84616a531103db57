/** A piece of a document as LAMB cut it. */
export interface Passage {
  /** Of documents with several web pages, each of which was cut by itself. */
  page: string
  order: number
  text: string
  /** How many characters it repeats at most. Undefined if that is not known. */
  overlap: number | undefined
}

/** Larger than any that LAMB's pages offer. */
const MAX_OVERLAP = 10_000

/** The text of a document from its passages, without what each repeats of the one before. Pure. */
export function joinPassages(passages: readonly Passage[]): string {
  const pages = new Map<string, number>()
  for (const { page } of passages) if (!pages.has(page)) pages.set(page, pages.size)
  const pageOf = ({ page }: Passage): number => pages.get(page) ?? 0
  const sorted = passages
    .toSorted((a, b) => pageOf(a) - pageOf(b) || a.order - b.order)
    // Small passages of one section share its text.
    .filter(({ text }, at, all) => text !== all[at - 1]?.text)
  let joined = ''
  for (const [at, passage] of sorted.entries()) {
    const before = sorted[at - 1]
    const repeated = before?.page === passage.page ? repeatedIn(before.text, passage) : 0
    joined += (at > 0 && repeated === 0 ? '\n\n' : '') + passage.text.slice(repeated)
  }
  return joined
}

/** How many characters at the start of a passage are the end of the one before. */
function repeatedIn(before: string, { text, overlap = Number.POSITIVE_INFINITY }: Passage): number {
  const longest = Math.min(overlap, MAX_OVERLAP, before.length, text.length)
  for (let length = longest; length > 0; length--)
    if (before.endsWith(text.slice(0, length)) && (length === overlap || hasTwoWords(text.slice(0, length))))
      return length
  return 0
}

/** One letter or word may be the same by chance. */
const hasTwoWords = (text: string): boolean => /\S\s+\S/.test(text)
