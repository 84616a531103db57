import { expect, it } from 'vitest'
import type { ChunkRow } from '../passages/passage.repository.ts'
import { keptPages } from './kept-pages.ts'
import { readSnapshot, type SnapshotPage, writeSnapshot } from './site-snapshot.ts'

const page = (at: number, start: number, characters: number, links: string[] = []): SnapshotPage => ({
  url: `https://site.example/${at}`,
  checksum: '',
  title: `Page ${at}`,
  visit: { asked: `https://site.example/${at}`, links, etag: '"x"' },
  start,
  characters,
  read_at: 1,
})

/** Counts how often its place is looked at. */
function passage(at: number, start: number, looks: { count: number }): ChunkRow {
  const row = { file_id: 1, ordinal: at, end_at: start + 8, parent: at, text: `text ${at}`, heading: '' }
  return Object.defineProperty({ ...row, page: null, slide: null, sheet: null, url: null }, 'start_at', {
    enumerable: true,
    get() {
      looks.count += 1
      return start
    },
  }) as unknown as ChunkRow
}

it('each page has its own passages, counted from its beginning, and a passage is read twice on average at most', async () => {
  const looks = { count: 0 }
  const pages: SnapshotPage[] = []
  const passages: ChunkRow[] = []
  // Every third page could not be read: it begins where the next one does.
  for (let at = 0, start = 0; at < 300; at += 1) {
    pages.push(page(at, start, at % 3 === 0 ? 0 : 40))
    if (at % 3 === 0) continue
    for (let one = 0; one < 4; one += 1) passages.push(passage(passages.length, start + one * 10, looks))
    start += 42
  }
  const pagesByUrl = await keptPages(pages, passages)
  expect(pagesByUrl.size).toBe(300)
  expect(pagesByUrl.get('https://site.example/3')).toMatchObject({ title: 'Page 3', kept: [] })
  const places = [...pagesByUrl.values()].map((one) => one.kept.map(({ start, parent }) => [start, parent]))
  expect(places[4]).toEqual([
    [0, 0],
    [10, 1],
    [20, 2],
    [30, 3],
  ])
  expect(places.flat()).toHaveLength(passages.length)
  expect(looks.count).toBeLessThanOrEqual(2 * passages.length)
})

it('a snapshot stores links up to a limit; pages beyond it are fetched completely', () => {
  const links = Array.from({ length: 1000 }, (_, at) => `https://site.example/${'x'.repeat(1000)}${at}`)
  const pages = [page(0, 0, 1, links), page(1, 2, 1, links), page(2, 4, 1, ['https://site.example/a'])]
  const read = readSnapshot(writeSnapshot({ version: 1, settings: '', pages }))
  expect(read?.pages.map(({ visit }) => [visit?.links.length, visit?.etag])).toEqual([
    [1000, '"x"'],
    [0, undefined],
    [1, '"x"'],
  ])
})
