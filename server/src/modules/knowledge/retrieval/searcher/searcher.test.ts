import { afterEach, expect, test } from 'vitest'
import { buildSegment, writeSegment } from '../../../../search/postings/segment.ts'
import { createSearcher, type Searcher, type SearcherDeps } from './searcher.ts'

let searcher: Searcher
afterEach(() => searcher.close())

/** Each takes about 40 kB in memory. */
const large = (word: string) =>
  writeSegment(
    buildSegment(
      Array.from(
        { length: 200 },
        (_, at) => `harbour boats return in spring ${at} ${word}${at} word${at * 7}`,
      ),
      'en',
    ),
  )
const LIMIT = 60_000

/** Of a base that has the segments 10 to 19 the id is 1, and so on. */
const inMemory = (segments: Record<number, number[]>, more: Partial<SearcherDeps> = {}): Searcher =>
  createSearcher({
    maxBytes: LIMIT,
    segmentIdsOf: async (base) => ({
      version: (segments[base] ?? []).join(),
      segments: [...(segments[base] ?? [])],
      parts: [],
      vectors: [],
    }),
    segments: async (ids) => ids.map((id) => ({ id, file: id, bytes: large(`only${id}x`) })),
    vectors: async () => [],
    large: { headers: async () => [], lists: async () => [], texts: async () => [], nearest: async () => [] },
    ...more,
  })

const filesOf = async (bases: number[], question: string, version = 'old') => {
  const wanted = bases.map((id) => ({ id, version }))
  return (await searcher.search(wanted, question, 5)).chunks.map(({ file }) => file)
}

test('bases that exceed the memory together can still be searched together', async () => {
  let reads = 0
  const segments = async (ids: readonly number[]) => {
    reads += ids.length
    return ids.map((id) => ({ id, file: id, bytes: large(`only${id}x`) }))
  }
  searcher = inMemory({ 1: [10], 2: [20], 3: [30] }, { segments })
  expect(new Set(await filesOf([1, 2, 3], 'only10x3 only20x3 only30x3'))).toEqual(new Set([10, 20, 30]))
  expect(reads).toBe(3)
})

test('simultaneous searches of different large bases don’t evict each other', async () => {
  searcher = inMemory({ 1: [10], 2: [20], 3: [30], 4: [40] })
  const asked = [1, 2, 3, 4].map((base) => filesOf([base], `only${base}0x3`))
  expect((await Promise.all(asked)).map(([first]) => first)).toEqual([10, 20, 30, 40])
})

test('old documents of a base are still found if another base was loaded while it got a new file', async () => {
  const segments: Record<number, number[]> = { 1: [10], 2: [20, 21] }
  searcher = inMemory(segments, {
    async segments(ids) {
      // Another base pushes everything else out, just now.
      if (ids.includes(11)) await filesOf([2], 'boats')
      return ids.map((id) => ({ id, file: id, bytes: large(`only${id}x`) }))
    },
  })
  expect(await filesOf([1], 'only10x3')).toContain(10)
  segments[1] = [10, 11]
  expect((await filesOf([1], 'only11x3', '10,11'))[0]).toBe(11)
  expect((await filesOf([1], 'only10x3', '10,11'))[0]).toBe(10)
})

test('a large base is loaded in small pieces, and is complete after the last one', async () => {
  const pieces: number[] = []
  const topic = (id: number) => writeSegment(buildSegment([`Lesson ${id} is about topic${id}.`], 'en'))
  const all = Array.from({ length: 90 }, (_, at) => at + 10)
  searcher = inMemory(
    {},
    {
      segmentIdsOf: async () => ({ version: 'now', segments: all, parts: [], vectors: [1, 2, 3, 4, 5] }),
      segments: async (ids) => ids.map((id) => ({ id, file: id, bytes: topic(id) })),
      async vectors(ids) {
        pieces.push(ids.length)
        return ids.map((id) => ({
          id,
          file: id,
          model: 'm',
          dimension: 16,
          bytes: new Uint8Array(3_000_000),
        }))
      },
    },
  )
  for (const id of [10, 31, 99]) expect((await filesOf([1], `topic${id}`, 'now'))[0]).toBe(id)
  expect(pieces).toEqual([1, 1, 1, 1, 1])
})
