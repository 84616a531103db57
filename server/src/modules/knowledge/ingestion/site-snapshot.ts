import * as z from 'zod'
import type { SplitSettings } from '../../../documents/chunking/split-settings.ts'
import { isObject } from '../../../platform/is-object.ts'
import { toWarnings } from '../records/records.ts'

/** Before warnings had codes, a page had one text. */
const withWarningList = (page: unknown): unknown =>
  isObject(page) && typeof page['warning'] === 'string' ? { ...page, warnings: [page['warning']] } : page

/** The result of the last crawl of a site: enough to detect changes the next time. */
const pageSchema = z.preprocess(
  withWarningList,
  z.object({
    url: z.string(),
    /** SHA-256 of the response. */
    checksum: z.string(),
    title: z.string(),
    visit: z
      .object({
        asked: z.string(),
        links: z.array(z.string()),
        etag: z.string().optional(),
        lastModified: z.string().optional(),
      })
      .optional(),
    /** Its range in the document's text; absent if it could not be read. */
    start: z.int(),
    characters: z.int(),
    /** Why it could not be read, completely or in part. */
    warnings: z.array(z.unknown()).transform(toWarnings).readonly().optional(),
    /** Unix seconds of its last change. */
    read_at: z.int(),
  }),
)
const snapshotSchema = z.object({
  version: z.literal(1),
  /** The settings it was processed with; with different ones nothing can be reused. */
  settings: z.string(),
  pages: z.array(pageSchema),
})

export type SnapshotPage = z.output<typeof pageSchema>
export type SiteSnapshot = z.output<typeof snapshotSchema>

/** Maximum total length of the links that are stored for all pages. */
const MAX_LINKS = 2_000_000

/**
 * A page beyond the limit is fetched completely the next time: without its links, the pages behind it would be
 * missed.
 */
export function writeSnapshot({ pages, ...site }: SiteSnapshot): Buffer {
  let remaining = MAX_LINKS
  const written = pages.map((page) => {
    if (!page.visit) return page
    const { asked, links } = page.visit
    const size = links.reduce((sum, link) => sum + link.length, 0)
    if (size > remaining) return { ...page, visit: { asked, links: [] } }
    remaining -= size
    return page
  })
  return Buffer.from(JSON.stringify({ ...site, pages: written }))
}

/** Undefined for a snapshot of another version: then the site is processed again. */
export function readSnapshot(bytes: Buffer): SiteSnapshot | undefined {
  try {
    return snapshotSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data
  } catch {
    return undefined
  }
}

export const settingsOf = (
  plugin: string,
  params: Readonly<Record<string, unknown>>,
  split: SplitSettings,
): string => JSON.stringify([plugin, params, split])
