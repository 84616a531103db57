import * as z from 'zod'
import type { SplitSettings } from '../chunking/split-text.ts'

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
  /** Why it could not be read. */
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

export const writeSnapshot = (snapshot: SiteSnapshot): Buffer => Buffer.from(JSON.stringify(snapshot))

/** Undefined for what another version wrote: then the site is read anew. */
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
