import type {
  BulkFileAction,
  bulkFileResultSchema,
  KnowledgeFile,
  KnowledgeFileChanges,
  knowledgeFileIdsSchema,
  knowledgeTagsSchema,
} from '@bellwether/wire'
import { TAG_LIMITS } from '@bellwether/wire/knowledge/tag-limits'
import type * as z from 'zod'
import { untyped as api } from '$lib/api'

/** API calls for tags and many files. */
export type FileTag = z.infer<typeof knowledgeTagsSchema>['tags'][number]
type BulkResult = z.infer<typeof bulkFileResultSchema>['results'][number]

export interface FileFilter {
  search: string
  tag: string
  status: KnowledgeFile['status'] | ''
}
export const NO_FILTER: FileFilter = { search: '', tag: '', status: '' }
export const isFiltered = ({ search, tag, status }: FileFilter): boolean =>
  search.trim() !== '' || tag !== '' || status !== ''

type Change =
  | { action: 'change_tags'; add: string[]; remove: string[] }
  | { action: 'retry' }
  | { action: 'delete' }

/** Uploads and archives of hundreds of files take longer than other requests. */
const LONG_MS = 15 * 60_000
const of = (base: string): string => `/knowledge-bases/${base}`

export const listTags = async (base: string, signal: AbortSignal): Promise<FileTag[]> =>
  (await api.get<z.infer<typeof knowledgeTagsSchema>>(`${of(base)}/tags`, { signal })).tags

export const listIds = async (base: string, filter: FileFilter): Promise<string[]> =>
  (await api.get<z.infer<typeof knowledgeFileIdsSchema>>(`${of(base)}/file-ids`, { query: { ...filter } }))
    .ids

/** Pure. The server accepts this many at once. */
export function inBatches(ids: readonly string[], size: number = TAG_LIMITS.bulk): string[][] {
  const batches: string[][] = []
  for (let at = 0; at < ids.length; at += size) batches.push(ids.slice(at, at + size))
  return batches
}

/** Browsers send 64 KiB in all for a page that is being closed; the rest is for other requests. */
const LEAVING_BYTES = 40_000

/** Pure. Whether a deletion can still be sent when the page is closed. */
export const canOutlivePage = (ids: readonly string[]): boolean =>
  ids.reduce((sum, id) => sum + id.length + '"",'.length, 0) + inBatches(ids).length * 100 < LEAVING_BYTES

export async function changeFiles(
  base: string,
  ids: readonly string[],
  change: Change,
  isLeaving = false,
): Promise<BulkResult[]> {
  const send = (some: string[]) => {
    const body: BulkFileAction = { ...change, ids: some }
    return api.post<{ results: BulkResult[] }>(`${of(base)}/files/bulk`, body, { outlivesPage: isLeaving })
  }
  const batches = inBatches(ids)
  // A page that is being closed can't wait for one batch after the other.
  if (isLeaving) return (await Promise.all(batches.map(send))).flatMap(({ results }) => results)
  const all: BulkResult[] = []
  for (const batch of batches) all.push(...(await send(batch)).results)
  return all
}

/** One archive for each 500 files. */
export async function downloadFiles(base: string, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids))
    await api.download(`${of(base)}/files/zip`, 'files.zip', 'POST', { ids: batch }, LONG_MS)
}

export function replaceFile(base: string, file: string, version: File): Promise<KnowledgeFile> {
  const form = new FormData()
  form.append('file', version)
  return api.put(`${of(base)}/files/${file}/original`, form, { limitMs: LONG_MS })
}

export const readChanges = (base: string, file: string, signal: AbortSignal): Promise<KnowledgeFileChanges> =>
  api.get(`${of(base)}/files/${file}/changes`, { signal })
