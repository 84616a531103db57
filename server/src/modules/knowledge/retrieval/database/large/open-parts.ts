import { createGramCounter } from '../../../../../platform/text/gram-counter.ts'
import { toTerms } from '../../../../../platform/text/terms.ts'
import { fileAt, type Part } from '../../../../../search/postings/parts.ts'
import { findTerm, type Postings } from '../../../../../search/postings/postings.ts'
import type { StoredPart } from '../../../../../search/postings/stored-part.ts'
import type { ChunkPlace, DocumentFrequencies } from '../../../../../search/ranking/rank-parts.ts'
import type { NearPlace } from '../nearest/nearest.repository.ts'
import { findInBlock, type TermKind, type TermList, toPostings, WORDS } from './term-blocks.ts'

/** What a question needs of the parts that are in the database. */
export interface NeededLists {
  parts: number[]
  words: number[]
  grams: number[]
}

/** The block of a term in one part. */
export interface ReadBlock {
  part: number
  kind: TermKind
  term: number
  first: number
  passages: number
  /** Null when it was not read because the term is too frequent. */
  bytes: Uint8Array | null
}

/** A passage whose text is needed, and its vector of this model. */
export interface CandidatePlace {
  file: number
  ordinal: number
  model: string | null
}

/** A passage of a part in the database, as it is stored now. */
export interface CandidateText {
  file: number
  ordinal: number
  segment: number
  /** With the title and headings that it is found by. */
  text: string
  /** Undefined when it has no vector of the model. See vector-block.ts. */
  vector?: { dimension: number; bytes: Uint8Array } | undefined
}

export interface OpenedParts {
  /** With postings of the terms that were read, and no others. */
  parts: Part[]
  /** Terms that were not read, and in how many passages of these parts they are. */
  unread: { words: Map<number, number>; grams: Map<number, number> }
}

interface Lists {
  words: TermList[]
  grams: TermList[]
}

export function openParts(
  bases: readonly { base: number; stored: readonly StoredPart[] }[],
  blocks: readonly ReadBlock[],
): OpenedParts {
  const unread = { words: new Map<number, number>(), grams: new Map<number, number>() }
  for (const { kind, term, bytes } of blocks) if (!bytes) unread[nameOf(kind)].set(term, 0)
  const byPart = new Map<number, Lists>()
  for (const { stored } of bases) for (const { id } of stored) byPart.set(id, { words: [], grams: [] })
  for (const block of blocks) {
    const lists = byPart.get(block.part)
    if (!lists) continue
    const name = nameOf(block.kind)
    const list = findInBlock({ ...block, bytes: block.bytes ?? NO_BYTES }, block.term)
    if (!list) continue
    const skipped = unread[name].get(block.term)
    // Read in all parts or in none: otherwise passages of some parts would seem better than others.
    if (skipped === undefined) lists[name].push(list)
    else unread[name].set(block.term, skipped + list.passages)
  }
  const parts = bases.flatMap(({ base, stored }) =>
    stored.map(({ id, files, languages, words, grams }) => ({
      base,
      files,
      languages,
      words: toPostings(byPart.get(id)?.words ?? [], words),
      grams: toPostings(byPart.get(id)?.grams ?? [], grams),
      vocabulary: [],
    })),
  )
  return { parts, unread }
}

const NO_BYTES = new Uint8Array(0)
const nameOf = (kind: TermKind): 'words' | 'grams' => (kind === WORDS ? 'words' : 'grams')

/** The terms that were not read, with their passages in all parts: those in memory have them in full. */
export function countUnread(unread: OpenedParts['unread'], inMemory: readonly Part[]): DocumentFrequencies {
  const count = (terms: Map<number, number>, of: (part: Part) => Postings) =>
    new Map(
      Array.from(terms, ([term, stored]) => {
        let passages = stored
        for (const part of inMemory) {
          const place = findTerm(of(part), term)
          if (place) passages += place.end - place.start
        }
        return [term, passages] as const
      }),
    )
  return {
    words: count(unread.words, (part) => part.words),
    grams: count(unread.grams, (part) => part.grams),
  }
}

/** Where a candidate is in its document, and which reading of the document it was found in. */
export function placeOf(parts: readonly Part[], { list, chunk }: ChunkPlace) {
  const { file, segment, first } = fileAt(parts[list] as Part, chunk)
  return { file, segment, ordinal: chunk - first }
}

/** Where passages are in the parts: in several, if a document was read again. Not those whose document is in none. */
export function findPlaces(parts: readonly Part[], passages: readonly NearPlace[]): ChunkPlace[] {
  if (passages.length === 0) return []
  const byFile = new Map<number, NearPlace[]>()
  for (const passage of passages) {
    const siblings = byFile.get(passage.file)
    if (siblings) siblings.push(passage)
    else byFile.set(passage.file, [passage])
  }
  const places: ChunkPlace[] = []
  for (const [list, part] of parts.entries())
    for (const [at, { file, first }] of part.files.entries()) {
      const end = part.files[at + 1]?.first ?? part.words.lengths.length
      for (const { base, ordinal } of byFile.get(file) ?? [])
        if (base === part.base && first + ordinal < end) places.push({ list, chunk: first + ordinal })
    }
  return places
}

/** The parts with the terms that were not read added for the candidates, which their texts have. */
export function completeParts(
  parts: readonly Part[],
  candidates: readonly { place: ChunkPlace; text: string }[],
  unread: DocumentFrequencies,
): Part[] {
  if (unread.words.size + unread.grams.size === 0) return [...parts]
  const byPart = new Map<number, { place: ChunkPlace; text: string }[]>()
  for (const candidate of candidates) {
    const siblings = byPart.get(candidate.place.list)
    if (siblings) siblings.push(candidate)
    else byPart.set(candidate.place.list, [candidate])
  }
  const grams = [...unread.grams.keys()]
  const countGrams = createGramCounter(grams)
  return parts.map((part, list) => {
    const partCandidates = byPart.get(list)
    if (!partCandidates) return part
    const added = { words: new Map<number, Counted[]>(), grams: new Map<number, Counted[]>() }
    for (const { place, text } of partCandidates.sort((a, b) => a.place.chunk - b.place.chunk)) {
      const { language } = fileAt(part, place.chunk)
      const counts = countGrams(text, language)
      for (const [at, gram] of grams.entries()) note(added.grams, gram, place.chunk, counts[at] ?? 0)
      // Stems are slow, and words are seldom too frequent to be read.
      if (unread.words.size === 0) continue
      const unreadWords = toTerms(text, language).words.filter((word) => unread.words.has(word))
      for (const [word, times] of countOf(unreadWords)) note(added.words, word, place.chunk, times)
    }
    return {
      ...part,
      words: addLists(part.words, added.words),
      grams: addLists(part.grams, added.grams),
    }
  })
}

function countOf(terms: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

interface Counted {
  chunk: number
  count: number
}

/** As in a segment. */
const MAX_COUNT = 255

function note(lists: Map<number, Counted[]>, term: number, chunk: number, times: number): void {
  if (times === 0) return
  const posting = { chunk, count: Math.min(MAX_COUNT, times) }
  const list = lists.get(term)
  if (list) list.push(posting)
  else lists.set(term, [posting])
}

function addLists(postings: Postings, added: ReadonlyMap<number, readonly Counted[]>): Postings {
  if (added.size === 0) return postings
  const { terms, offsets, chunks, counts, lengths } = postings
  const extra = [...added.values()].reduce((sum, list) => sum + list.length, 0)
  const size = chunks.length
  const moreChunks = new Uint32Array(size + extra)
  const moreCounts = new Uint8Array(size + extra)
  moreChunks.set(chunks)
  moreCounts.set(counts)
  // `offsets` must ascend with the terms: lists are moved into the order of their terms.
  const ranges = [
    ...Array.from(terms, (term, at) => ({
      term,
      start: offsets[at] as number,
      end: offsets[at + 1] as number,
    })),
  ]
  let to = size
  for (const [term, list] of added) {
    const start = to
    for (const { chunk, count } of list) {
      moreChunks[to] = chunk
      moreCounts[to++] = count
    }
    ranges.push({ term, start, end: to })
  }
  return inTermOrder(ranges, moreChunks, moreCounts, lengths)
}

function inTermOrder(
  lists: { term: number; start: number; end: number }[],
  chunks: Uint32Array,
  counts: Uint8Array,
  lengths: Uint32Array,
): Postings {
  lists.sort((a, b) => a.term - b.term)
  const offsets = new Uint32Array(lists.length + 1)
  const sortedChunks = new Uint32Array(chunks.length)
  const sortedCounts = new Uint8Array(chunks.length)
  let to = 0
  for (const [at, { start, end }] of lists.entries()) {
    offsets[at] = to
    sortedChunks.set(chunks.subarray(start, end), to)
    sortedCounts.set(counts.subarray(start, end), to)
    to += end - start
  }
  offsets[lists.length] = to
  return {
    terms: Uint32Array.from(lists, ({ term }) => term),
    offsets,
    chunks: sortedChunks,
    counts: sortedCounts,
    lengths,
  }
}
