import type { Part } from './parts.ts'

/** Consecutive passages of one document that are also scored together. */
export interface Sections {
  /** The section of each passage. */
  of: Uint32Array
  /** The first passage of each section; one more at the end. */
  starts: Uint32Array
  count: number
}

/** About 2,000 characters of text, or three passages of the usual size. */
const MAX_WORDS = 250

const cache = new WeakMap<Uint32Array, Sections>()

/** Computed once per part: lengths do not change. */
export function sectionsOf({ files, words: { lengths } }: Pick<Part, 'files' | 'words'>): Sections {
  let sections = cache.get(lengths)
  if (!sections) {
    sections = divide(files, lengths)
    cache.set(lengths, sections)
  }
  return sections
}

function divide(files: Part['files'], lengths: Uint32Array): Sections {
  const of = new Uint32Array(lengths.length)
  const starts: number[] = []
  for (const [at, { first }] of files.entries()) {
    const end = files[at + 1]?.first ?? lengths.length
    let words = Number.POSITIVE_INFINITY
    for (let chunk = first; chunk < end; chunk++) {
      const length = lengths[chunk] ?? 0
      if (words + length > MAX_WORDS) {
        starts.push(chunk)
        words = 0
      }
      words += length
      of[chunk] = starts.length - 1
    }
  }
  return { of, starts: Uint32Array.from([...starts, lengths.length]), count: starts.length }
}

const sums = new WeakMap<Uint32Array, Uint32Array>()

/** How many terms each section has. */
export function lengthsOf({ of, count }: Sections, lengths: Uint32Array): Uint32Array {
  let sum = sums.get(lengths)
  if (!sum) {
    sum = new Uint32Array(count)
    for (let chunk = 0; chunk < lengths.length; chunk++) {
      const section = of[chunk] as number
      sum[section] = (sum[section] as number) + (lengths[chunk] as number)
    }
    sums.set(lengths, sum)
  }
  return sum
}
