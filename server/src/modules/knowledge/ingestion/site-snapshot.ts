import * as z from 'zod'
import type { SplitSettings } from '../chunking/split-settings.ts'

/** What was fetched from an address at its last reading: enough to see, the next time, what is other than it was. */
const pageSchema = z.object({
  url: z.string(),
  /** SHA-256 of what the site sent. */
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
  /** Its stretch of the document's text; none where it could not be read. */
  start: z.int(),
  characters: z.int(),
  /** Why it could not be read, or what of it could not. */
  warning: z.string().optional(),
  /** Unix seconds: since when it is what it is. */
  read_at: z.int(),
})
const snapshotSchema = z.object({
  version: z.literal(1),
  /** How it was read and cut; with other settings nothing of it can be kept. */
  settings: z.string(),
  pages: z.array(pageSchema),
})

export type SnapshotPage = z.output<typeof pageSchema>
export type SiteSnapshot = z.output<typeof snapshotSchema>

/** Characters of links that are kept of all pages together. */
const MAX_LINKS = 2_000_000

/** A page beyond the limit is fetched whole the next time: without its links, one that is not sent again would hide the pages behind it. */
export function writeSnapshot({ pages, ...site }: SiteSnapshot): Buffer {
  let left = MAX_LINKS
  const written = pages.map((page) => {
    if (!page.visit) return page
    const { asked, links } = page.visit
    const size = links.reduce((sum, link) => sum + link.length, 0)
    if (size > left) return { ...page, visit: { asked, links: [] } }
    left -= size
    return page
  })
  return Buffer.from(JSON.stringify({ ...site, pages: written }))
}

/** Undefined for what another version wrote: then the site is read again. */
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
