import { setImmediate as turn } from 'node:timers/promises'
import type { ChunkRow } from '../passages/passage.repository.ts'
import type { UnchangedPage } from '../reading/reading-messages.ts'
import type { SnapshotPage } from './site-snapshot.ts'

/** Yields to the event loop after this many passages. */
const AT_ONCE = 2000

/** The passages of each page, with positions relative to the page. */
export async function keptPages(
  pages: readonly SnapshotPage[],
  passages: readonly ChunkRow[],
): Promise<Map<string, UnchangedPage>> {
  const inOrder = pages.filter(({ characters }) => characters > 0).toSorted((a, b) => a.start - b.start)
  const byPage = new Map<SnapshotPage, ChunkRow[]>()
  for (const [at, passage] of passages.entries()) {
    const { start_at, end_at } = passage
    const page = lastUpTo(inOrder, start_at)
    if (page && end_at <= page.start + page.characters) addTo(byPage, page, passage)
    if (at % AT_ONCE === AT_ONCE - 1) await turn()
  }
  return new Map(pages.map((page) => [page.url, toKept(page, byPage.get(page) ?? [])]))
}

function addTo(byPage: Map<SnapshotPage, ChunkRow[]>, page: SnapshotPage, passage: ChunkRow): void {
  const existing = byPage.get(page)
  if (existing) existing.push(passage)
  else byPage.set(page, [passage])
}

/** The last page that starts at or before this position. Pure. */
function lastUpTo(pages: readonly SnapshotPage[], start: number): SnapshotPage | undefined {
  let from = 0
  let to = pages.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((pages[middle]?.start ?? 0) <= start) from = middle + 1
    else to = middle
  }
  return pages[from - 1]
}

function toKept(
  { url, title, start, characters, warnings }: SnapshotPage,
  passages: readonly ChunkRow[],
): UnchangedPage {
  const parent = passages[0]?.parent ?? 0
  const copies = passages.map((passage) => ({
    start: passage.start_at - start,
    end: passage.end_at - start,
    heading: passage.heading,
    page: passage.page ?? undefined,
    page_end: passage.page_end ?? undefined,
    slide: passage.slide ?? undefined,
    sheet: passage.sheet ?? undefined,
    time: passage.time ?? undefined,
    url: passage.url ?? undefined,
    parent: passage.parent - parent,
    text: passage.text,
  }))
  return { kept: copies, characters, title, url, ...(warnings === undefined ? {} : { warnings }) }
}
