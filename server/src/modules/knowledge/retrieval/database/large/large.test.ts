import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnowledgeIndex } from '../../../../../search/knowledge-index.ts'
import { type StoredSegment, toPart } from '../../../../../search/postings/parts.ts'
import { buildSegment, writeSegment } from '../../../../../search/postings/segment.ts'
import { readPart, writeHeader } from '../../../../../search/postings/stored-part.ts'
import { buildPart } from './build-part.ts'
import type { FoundBlock } from './large.repository.ts'
import { PartMerge } from './merge-parts.ts'
import type { CandidateText, NeededLists, ReadBlock } from './open-parts.ts'
import { chooseTerms, type ReadLimits } from './read-lists.ts'
import { GRAMS, type TermBlock, WORDS } from './term-blocks.ts'
import { neededLists, UnfinishedSearch } from './unfinished-search.ts'

const SYLLABLES = ['ka', 'ri', 'lo', 'men', 'tu', 'sor', 'vi', 'pa', 'gen', 'dol']
const word = fc
  .array(fc.nat({ max: SYLLABLES.length - 1 }), { minLength: 1, maxLength: 3 })
  // With a number: misspelt words are only corrected in memory.
  .map((all) => `${all.map((at) => SYLLABLES[at]).join('')}1`)
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const documents = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 12 })

const ALL: ReadLimits = { words: 1e9, grams: 1e9 }

/** Documents in parts of three, the last ones in no part yet. */
function indexLarge(texts: readonly string[][], tail: number) {
  const segments = texts.map(
    (of, at): StoredSegment => ({ id: at + 1, file: at + 101, bytes: writeSegment(buildSegment(of, 'en')) }),
  )
  const inParts = segments.slice(0, segments.length - tail)
  const blocks = new Map<number, TermBlock[]>()
  const index = new KnowledgeIndex(1e9)
  index.want(
    1,
    segments.slice(inParts.length).map(({ id }) => id),
  )
  const headers: { id: number; bytes: Uint8Array }[] = []
  for (let at = 0; at < inParts.length; at += 3) {
    const part = buildPart(inParts.slice(at, at + 3).map((one) => toPart(1, one)))
    headers.push({ id: at + 1, bytes: part.header })
    blocks.set(at + 1, [...part.blocks])
  }
  index.wantParts(
    1,
    headers.map(({ id }) => id),
  )
  index.add(1, segments.slice(inParts.length), [], { headers })
  return { index, segments, blocks }
}

function search(
  { index, blocks }: ReturnType<typeof indexLarge>,
  texts: readonly string[][],
  question: string,
  limits = ALL,
) {
  const asked = { bases: [1], question, limit: 10, meanings: new Map() }
  const needed = neededLists(index, asked)
  if (!needed) return index.search([1], question, 10)
  const unfinished = new UnfinishedSearch(index, asked, read(blocks, needed, limits))
  const { chunks } = unfinished.finish(
    unfinished.wanted.map(({ file, ordinal }): CandidateText => {
      return { file, ordinal, segment: file - 100, text: texts[file - 101]?.[ordinal] ?? '' }
    }),
  )
  return chunks
}

/** What the repository does in SQL. */
function read(
  blocks: ReadonlyMap<number, TermBlock[]>,
  needed: NeededLists,
  limits: ReadLimits,
): ReadBlock[] {
  const foundBlocks: FoundBlock[] = []
  for (const [part, all] of blocks)
    for (const [kind, terms] of [
      [WORDS, needed.words],
      [GRAMS, needed.grams],
    ] as const)
      for (const term of terms) {
        const block = all.find((one) => one.kind === kind && one.first <= term && term <= one.last)
        if (block) foundBlocks.push({ ...block, part, term, hasBytes: block.bytes.length > 0 })
      }
  const chosen = chooseTerms(foundBlocks, limits)
  return foundBlocks.map((block) =>
    block.passages === 0 || chosen.has(`${block.kind}:${block.term}`) ? block : { ...block, bytes: null },
  )
}

const embedded = (segments: StoredSegment[], question: string) => {
  const index = new KnowledgeIndex(1e9)
  index.want(
    1,
    segments.map(({ id }) => id),
  )
  index.add(1, segments)
  return index.search([1], question, 10)
}

/** Equal but for the order of equally good passages, and the last digits. */
function expectSame(
  large: ReturnType<typeof embedded>,
  small: ReturnType<typeof embedded>,
  digits = 1e6,
): void {
  const round = (value: number) => Math.round(value * digits) / digits
  expect(large.map(({ score }) => round(score))).toEqual(small.map(({ score }) => round(score)))
  expect(large.map(({ similarity }) => round(similarity)).sort()).toEqual(
    small.map(({ similarity }) => round(similarity)).sort(),
  )
}

test('the large search ranks as the search in memory does', () => {
  fc.assert(
    fc.property(documents, text, fc.nat({ max: 3 }), (texts, question, tail) => {
      const large = indexLarge(texts, tail)
      expectSame(search(large, texts, question), embedded(large.segments, question))
    }),
  )
})

/** All parts as one, read a few blocks at a time. */
function mergeParts(
  large: ReturnType<typeof indexLarge>,
  live: readonly number[],
  { atOnce = 2 } = {},
): ReturnType<typeof indexLarge> {
  const { index, segments, blocks } = large
  const [{ stored } = { stored: [] }] = index.storedPartsOf([1])
  const merge = new PartMerge(stored, new Set(live))
  const merged: TermBlock[] = []
  const read = stored.map(() => 0)
  while (!merge.isDone) {
    for (const at of merge.wanted) {
      const from = read[at] ?? 0
      merge.add(at, blocks.get(stored[at]?.id ?? 0)?.slice(from, from + atOnce) ?? [])
      read[at] = from + atOnce
    }
    merged.push(...merge.merge())
  }
  expect(merged).toEqual([...merged].sort((a, b) => a.kind - b.kind || a.first - b.first))
  index.wantParts(1, [1000])
  index.add(1, [], [], { headers: [{ id: 1000, bytes: merge.header }] })
  return { index, segments, blocks: new Map([[1000, merged]]) }
}

test('a merged part ranks as its parts did, without deleted documents', () => {
  fc.assert(
    fc.property(documents, text, fc.nat({ max: 2 }), fc.nat({ max: 4 }), (texts, question, tail, gone) => {
      const large = indexLarge(texts, Math.min(tail, texts.length - 1))
      const left = large.segments.filter(({ id }) => id !== gone)
      const merged = mergeParts(
        large,
        left.map(({ id }) => id),
      )
      if (gone > 0 && gone > large.segments.length - tail) return
      expectSame(search(merged, texts, question), embedded(left, question))
    }),
  )
})

test('grams that are too frequent to be stored stay counted in a merged part, except those of deleted documents', () => {
  const block = (passages: number): TermBlock => ({
    kind: GRAMS,
    first: 7,
    last: 7,
    passages,
    bytes: new Uint8Array(0),
  })
  const stored = [1, 2].map((id) =>
    readPart(
      id,
      writeHeader(
        [
          { segment: id * 10, file: id * 10, first: 0, language: 'en' },
          { segment: id * 10 + 1, file: id * 10 + 1, first: 2, language: 'en' },
        ],
        new Uint32Array(4).fill(5),
        new Uint32Array(4).fill(9),
      ),
    ),
  )
  const merge = new PartMerge(stored, new Set([10, 20, 21]))
  for (const part of [0, 1]) merge.add(part, [block(4)])
  expect(merge.merge()).toEqual([block(6)])
  for (const part of merge.wanted) merge.add(part, [])
  expect([merge.merge(), merge.isDone, merge.passages]).toEqual([[], true, 6])
})

test('terms that are too frequent to be read are counted in the texts of the candidates', () => {
  const texts = Array.from({ length: 9 }, (_, file) =>
    Array.from(
      { length: 60 },
      (_, at) => `harbour boats return ${at % 7 === 0 ? 'boats' : ''} in spring ${file * 60 + at}`,
    ),
  )
  const large = indexLarge(texts, 1)
  for (const question of ['Which boats return in spring 77?', 'harbour 301', 'spring boats'])
    expectSame(
      search(large, texts, question, { words: 1, grams: 0 }).slice(0, 3),
      embedded(large.segments, question).slice(0, 3),
      // The texts around the candidates are not read.
      100,
    )
})

test('a passage of a document that was deleted or read again is not found', () => {
  const texts = [['The lighthouse keeper'], ['A lighthouse on the cape'], ['Something else']]
  const { index, blocks } = indexLarge(texts, 0)
  const asked = { bases: [1], question: 'lighthouse', limit: 10, meanings: new Map() }
  const unfinished = new UnfinishedSearch(
    index,
    asked,
    read(blocks, neededLists(index, asked) as NeededLists, ALL),
  )
  expect(unfinished.wanted).toHaveLength(2)
  const { chunks } = unfinished.finish([
    { file: 101, ordinal: 0, segment: 77, text: 'The lighthouse keeper' },
    { file: 102, ordinal: 0, segment: 2, text: 'A lighthouse on the cape' },
  ])
  expect(chunks.map(({ file }) => file)).toEqual([102])
})
