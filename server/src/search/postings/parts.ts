import type { Language } from '../../platform/text/language.ts'
import { bytesOf, EMPTY, mergePostings, type Postings } from './postings.ts'
import { readSegment } from './segment.ts'

export interface StoredSegment {
  /** Changes each time the file is processed. */
  id: number
  file: number
  bytes: Uint8Array
}

/** A document in a part: its passages begin at `first`. */
export interface PartFile {
  segment: number
  file: number
  first: number
  language: Language
}

/** Some files of a knowledge base, merged into one list. */
export interface Part {
  base: number
  files: PartFile[]
  /** The segments of its files. */
  languages: ReadonlySet<Language>
  words: Postings
  grams: Postings
  /** In order, each once. */
  vocabulary: readonly string[]
}

export function toPart(base: number, { id, file, bytes }: StoredSegment): Part {
  const { language, words, grams, vocabulary } = readSegment(bytes)
  return {
    base,
    files: [{ segment: id, file, first: 0, language }],
    languages: new Set([language]),
    words,
    grams,
    vocabulary,
  }
}

export const languagesOf = (parts: readonly Pick<Part, 'languages'>[]): Set<Language> =>
  new Set(parts.flatMap(({ languages }) => [...languages]))

export const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, { words, grams, vocabulary }) =>
      sum + bytesOf(words) + bytesOf(grams) + BYTES_PER_WORD * vocabulary.length,
    0,
  )

const BYTES_PER_WORD = 40

/** Merges pairwise, so that lists are copied as rarely as possible. */
export function mergeAll(parts: readonly Part[]): Part {
  let pending = [...parts]
  while (pending.length > 1) {
    const next: Part[] = []
    for (let at = 0; at < pending.length; at += 2) {
      const [first, second] = [pending[at] as Part, pending[at + 1]]
      next.push(second ? mergeParts(first, second) : first)
    }
    pending = next
  }
  return (
    pending[0] ?? { base: 0, files: [], languages: new Set(), words: EMPTY, grams: EMPTY, vocabulary: [] }
  )
}

const mergeParts = (first: Part, second: Part): Part => ({
  base: first.base,
  files: [
    ...first.files,
    ...second.files.map((file) => ({ ...file, first: file.first + first.words.lengths.length })),
  ],
  languages: new Set([...first.languages, ...second.languages]),
  words: mergePostings(first.words, second.words),
  grams: mergePostings(first.grams, second.grams),
  vocabulary: mergeSorted(first.vocabulary, second.vocabulary),
})

function mergeSorted(first: readonly string[], second: readonly string[]): string[] {
  const merged: string[] = []
  for (let a = 0, b = 0; a < first.length || b < second.length; ) {
    const [x, y] = [first[a], second[b]]
    const next = y === undefined || (x !== undefined && x <= y) ? x : y
    if (next === undefined) break
    if (x === next) a++
    if (y === next) b++
    merged.push(next)
  }
  return merged
}

export function fileAt({ files }: Part, chunk: number): Part['files'][number] {
  let low = 0
  let high = files.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((files[middle]?.first ?? 0) <= chunk) low = middle
    else high = middle - 1
  }
  return files[low] as Part['files'][number]
}

/** In passages. */
export function sizeOfFile({ files, words }: Part, file: PartFile): number {
  const next = files[files.indexOf(file) + 1]
  return (next?.first ?? words.lengths.length) - file.first
}
