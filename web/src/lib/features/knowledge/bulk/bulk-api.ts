import type { BulkFileAction, KnowledgeFile, KnowledgeFileChanges } from '@bellwether/wire'
import type { AnswerOf } from '@bellwether/wire/client/operations'
import { TAG_LIMITS } from '@bellwether/wire/knowledge/tag-limits'
import { api, download } from '$lib/api'

const BASE = '/knowledge-bases/{id}'

/** API calls for tags and many files. */
export type FileTag = AnswerOf<'get', '/knowledge-bases/{id}/tags'>['tags'][number]
type BulkResult = AnswerOf<'post', '/knowledge-bases/{id}/files/bulk'>['results'][number]

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
export const listTags = async (id: string, signal: AbortSignal): Promise<FileTag[]> =>
  (await api.get(`${BASE}/tags`, { params: { id }, signal })).tags

export const listIds = async (id: string, filter: FileFilter): Promise<string[]> =>
  (
    await api.get(`${BASE}/file-ids`, {
      params: { id },
      query: { ...filter, status: filter.status || undefined },
    })
  ).ids

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
    return api.post(`${BASE}/files/bulk`, { params: { id: base }, body, outlivesPage: isLeaving })
  }
  const batches = inBatches(ids)
  // A page that is being closed can't wait for one batch after the other.
  if (isLeaving) return (await Promise.all(batches.map(send))).flatMap(({ results }) => results)
  const all: BulkResult[] = []
  for (const batch of batches) all.push(...(await send(batch)).results)
  return all
}

/** One archive for each 500 files. */
export async function downloadFiles(id: string, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids))
    await download('post', `${BASE}/files/zip`, 'files.zip', {
      ...{ params: { id }, body: { ids: batch }, limitMs: LONG_MS },
    })
}

export function replaceFile(id: string, file: string, version: File): Promise<KnowledgeFile> {
  const form = new FormData()
  form.append('file', version)
  return api.put(`${BASE}/files/{file}/original`, { params: { id, file }, body: form, limitMs: LONG_MS })
}

export const readChanges = (id: string, file: string, signal: AbortSignal): Promise<KnowledgeFileChanges> =>
  api.get(`${BASE}/files/{file}/changes`, { params: { id, file }, signal })
