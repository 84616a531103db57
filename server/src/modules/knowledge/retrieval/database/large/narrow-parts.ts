import type { Part } from '../../../../../search/postings/parts.ts'
import { findTerm, firstFrom, type Postings } from '../../../../../search/postings/postings.ts'
import { sectionsOf } from '../../../../../search/postings/sections.ts'
import type { ChunkPlace, DocumentFrequencies } from '../../../../../search/ranking/rank-parts.ts'

/** In how many passages each of these terms is. `unread`: the same for terms that the parts do not have all passages of. */
export function countTerms(
  parts: readonly Part[],
  terms: { words: readonly number[]; grams: readonly number[] },
  unread: DocumentFrequencies,
): DocumentFrequencies {
  const count = (kind: 'words' | 'grams') => {
    const counts = new Map(unread[kind])
    for (const term of terms[kind]) {
      if (counts.has(term)) continue
      let passages = 0
      for (const part of parts) {
        const place = findTerm(part[kind], term)
        if (place) passages += place.end - place.start
      }
      counts.set(term, passages)
    }
    return counts
  }
  return { words: count('words'), grams: count('grams') }
}

/** The parts with no other postings than those of the sections that candidates are in: all that their scores depend on. */
export function narrowParts(parts: readonly Part[], candidates: readonly ChunkPlace[]): Part[] {
  const byPart = parts.map((): number[] => [])
  for (const { list, chunk } of candidates) byPart[list]?.push(chunk)
  return parts.map((part, list) => {
    const ranges = rangesOf(part, byPart[list] ?? [])
    return { ...part, words: narrow(part.words, ranges), grams: narrow(part.grams, ranges) }
  })
}

interface Range {
  first: number
  end: number
}

/** Sections, in order, each once. */
function rangesOf(part: Part, chunks: readonly number[]): Range[] {
  const { of, starts } = sectionsOf(part)
  const sections = new Set(chunks.map((chunk) => of[chunk] as number))
  return [...sections]
    .sort((a, b) => a - b)
    .map((section) => ({ first: starts[section] as number, end: starts[section + 1] as number }))
}

function narrow({ terms, offsets, chunks, counts, lengths }: Postings, ranges: readonly Range[]): Postings {
  const matching: number[] = []
  const newOffsets = new Uint32Array(terms.length + 1)
  for (let at = 0; at < terms.length; at++) {
    newOffsets[at] = matching.length
    const end = offsets[at + 1] as number
    let from = offsets[at] as number
    for (const range of ranges) {
      from = firstFrom({ chunks }, { start: from, end }, range.first)
      for (; from < end && (chunks[from] as number) < range.end; from++) matching.push(from)
    }
  }
  newOffsets[terms.length] = matching.length
  return {
    terms,
    offsets: newOffsets,
    chunks: Uint32Array.from(matching, (at) => chunks[at] as number),
    counts: Uint8Array.from(matching, (at) => counts[at] as number),
    lengths,
  }
}
