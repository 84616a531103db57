import type { SplitSettings } from '../../../documents/chunking/split-settings.ts'
import type { ReadOptions } from '../../../documents/readers/read-document.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Originals } from '../originals/originals.ts'
import type { ChunkRow } from '../passages/passage.repository.ts'
import type { PreparedDocument } from '../reading/index-document.ts'
import type { DocumentToRead, UnchangedPage } from '../reading/reading-messages.ts'
import { withoutPassword } from '../records/file-password.ts'
import type { Prepared } from './ingestion.ts'
import type { Job } from './job.repository.ts'
import { keptPages } from './kept-pages.ts'
import type { Progress } from './progress-reporter.ts'
import type { FetchRemote, RemotePage } from './remote-documents.ts'
import {
  readSnapshot,
  type SiteSnapshot,
  type SnapshotPage,
  settingsOf,
  writeSnapshot,
} from './site-snapshot.ts'

export interface SiteDeps {
  originals: Pick<Originals, 'read' | 'receive'>
  fetchRemote: FetchRemote
  /** All passages of a file, in order. */
  passagesOf(file: number): Promise<ChunkRow[]>
}

export type ReadOrder = (documents: readonly (DocumentToRead | UnchangedPage)[]) => Promise<PreparedDocument>

interface SiteHooks {
  params: Readonly<Record<string, unknown>>
  options: Omit<ReadOptions, 'filename'>
  split: SplitSettings
  read: ReadOrder
  signal: AbortSignal
  onProgress(progress: Progress): void
}

export type PrepareSite = (job: Job, hooks: SiteHooks) => Promise<Prepared>

/**
 * Fetches a site. If it was processed before, only changed pages are read and split; without any, it stays as it is.
 */
export function toPrepareSite({ originals, fetchRemote, passagesOf }: SiteDeps): PrepareSite {
  async function findSnapshot(job: Job, settings: string): Promise<SiteSnapshot | undefined> {
    if (job.stored_path === null || job.chunk_count === 0) return undefined
    // Without it, everything is processed again: slower, but correct.
    const bytes = await originals.read(job.stored_path).catch(() => undefined)
    const snapshot = bytes && readSnapshot(bytes)
    return snapshot?.settings === settings ? snapshot : undefined
  }

  return async (job, { params, options, split, read, signal, onProgress }) => {
    const settings = settingsOf(job.plugin_name, withoutPassword(params), split)
    const before = (await findSnapshot(job, settings))?.pages ?? []
    const { pages, warnings } = await fetchRemote(job, params, before, { signal, onProgress })
    if (before.length > 0 && isSame(before, pages)) return 'unchanged'
    const unchangedPages = before.length > 0 ? await keptPages(before, await passagesOf(job.id)) : new Map()
    const document = await read(
      pages.map(({ url, title, time, fresh }): DocumentToRead | UnchangedPage =>
        fresh
          ? {
              source: fresh.bytes,
              url,
              ...(time === undefined ? {} : { time }),
              options: { ...options, filename: title, contentType: fresh.contentType },
            }
          : (unchangedPages.get(url) ?? { kept: [], characters: 0, title, url }),
      ),
    )
    const snapshot = writeSnapshot({ version: 1, settings, pages: toSnapshot(before, pages, document) })
    const received = await originals.receive(job.knowledge_base_id, job.name, snapshot)
    return { document: { ...document, warnings: [...warnings, ...document.warnings] }, snapshot: received }
  }
}

/** Nothing was added, removed or changed. A different order of the same pages doesn't count. */
const isSame = (before: readonly SnapshotPage[], pages: readonly RemotePage[]): boolean =>
  pages.length === before.length && pages.every(({ fresh }) => fresh === undefined)

function toSnapshot(
  before: readonly SnapshotPage[],
  pages: readonly RemotePage[],
  { pages: read = [] }: PreparedDocument,
): SnapshotPage[] {
  const readAt = new Map(before.map((page) => [page.url, page.read_at]))
  const now = nowSeconds()
  return pages.map(({ url, checksum, title, visit, fresh }, at) => ({
    url,
    checksum,
    visit,
    read_at: fresh ? now : (readAt.get(url) ?? now),
    ...(read[at] ?? { title, start: 0, characters: 0 }),
  }))
}
