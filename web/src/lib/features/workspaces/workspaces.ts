import type {
  fileEditSchema,
  Workspace,
  WorkspaceChangedFile,
  WorkspaceChanges,
  WorkspaceCheckpoint,
  WorkspaceEdit,
  workspaceDetailSchema,
  workspaceShareSchema,
  workspaceTreeSchema,
} from '@bellwether/wire'
import type * as z from 'zod'
import { api, download, fetchBlob, fetchFile } from '$lib/api'
import { saveFile } from '$lib/files/save-file.ts'

/** API calls for workspaces. */
export type WorkspaceDetail = z.infer<typeof workspaceDetailSchema>
export type TreeEntry = z.infer<typeof workspaceTreeSchema>['entries'][number]
export type Share = z.infer<typeof workspaceShareSchema>
/** One edit, as reported by the server. */
export type DoneEdit = z.infer<typeof fileEditSchema>

export interface OpenFile {
  path: string
  /** Undefined if it is not text or too long to edit here. */
  text: string | undefined
  hash: string
  size: number
}

const PATH = '/workspaces/{id}'
const FILE = '/workspaces/{id}/files/{path}'

export const workspacePath = ({ id }: Pick<Workspace, 'id'>): string => `/workspaces/${id}`
export const workspaceKey = ({ id }: Pick<Workspace, 'id'>): string => `workspace/${id}`

export const listWorkspaces = async (signal: AbortSignal): Promise<Workspace[]> =>
  (await api.get('/workspaces', { signal })).workspaces
export const createWorkspace = (draft: { name: string; folder?: string }): Promise<Workspace> =>
  api.post('/workspaces', { body: draft })
export const readWorkspace = (id: string, signal: AbortSignal): Promise<WorkspaceDetail> =>
  api.get(PATH, { params: { id }, signal })
export const renameWorkspace = (id: string, name: string): Promise<Workspace> =>
  api.patch(PATH, { params: { id }, body: { name } })
export const deleteWorkspace = (id: string, isLeaving: boolean): Promise<unknown> =>
  api.delete(PATH, { params: { id }, outlivesPage: isLeaving })

export const readShares = async (id: string, signal: AbortSignal): Promise<Share[]> =>
  (await api.get(`${PATH}/shares`, { params: { id }, signal })).shares
export const writeShares = (
  id: string,
  shares: readonly Pick<Share, 'user_email' | 'role'>[],
): Promise<unknown> => api.put(`${PATH}/shares`, { params: { id }, body: { shares: [...shares] } })

export const readTree = async (id: string, signal: AbortSignal): Promise<TreeEntry[]> =>
  (await api.get(`${PATH}/tree`, { params: { id }, signal })).entries

/** Longer files should be edited with a local program. */
const MAX_TEXT_BYTES = 1_000_000

export async function readFile(id: string, path: string, signal: AbortSignal): Promise<OpenFile> {
  const response = await fetchFile(FILE, { params: { id, path }, signal })
  const bytes = await response.arrayBuffer()
  const isText = response.headers.get('content-type')?.startsWith('text/plain') ?? false
  return {
    path,
    text: isText && bytes.byteLength <= MAX_TEXT_BYTES ? decode(bytes) : undefined,
    hash: (response.headers.get('etag') ?? '').replaceAll('"', ''),
    size: bytes.byteLength,
  }
}

/** Only text that can be encoded back byte for byte may be edited. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const raw = (content: string | Blob): Blob => new Blob([content], { type: 'application/octet-stream' })
const UPLOAD_MS = 10 * 60_000

/** With `hash`, only if the file still has that content. */
export const writeFile = (
  id: string,
  path: string,
  content: string | Blob,
  hash?: string,
): Promise<DoneEdit> =>
  api.put(FILE, {
    params: { id, path },
    body: raw(content),
    limitMs: UPLOAD_MS,
    ...(hash === undefined ? {} : { headers: { 'if-match': `"${hash}"` } }),
  })

export const deleteFile = (id: string, path: string): Promise<DoneEdit> =>
  api.delete(FILE, { params: { id, path } })
export const downloadFile = (id: string, path: string): Promise<void> =>
  download('get', FILE, path.split('/').at(-1) ?? path, { params: { id, path }, query: { download: 1 } })
/** Saved under the workspace's name: the server uses the same name for all. */
export const downloadZip = async (id: string, name: string): Promise<void> =>
  saveFile(`${name}.zip`, await fetchBlob(`${PATH}/zip`, { params: { id } }))

export const unpackZip = (
  id: string,
  zip: Blob,
): Promise<{ written: number; skipped: string[]; before_checkpoint: string }> =>
  api.post(`${PATH}/zip`, { params: { id }, body: raw(zip), limitMs: UPLOAD_MS })

/** Entries per page of the timeline. */
export const PAGE = 100
export const readEdits = async (id: string, signal: AbortSignal, limit: number): Promise<WorkspaceEdit[]> =>
  (await api.get(`${PATH}/edits`, { params: { id }, query: { limit }, signal })).edits
export const readCheckpoints = async (
  id: string,
  signal: AbortSignal,
  limit: number,
): Promise<WorkspaceCheckpoint[]> =>
  (await api.get(`${PATH}/checkpoints`, { params: { id }, query: { limit }, signal })).checkpoints

export const undoEdit = (id: string, edit: string): Promise<DoneEdit> =>
  api.post(`${PATH}/edits/{edit}/undo`, { params: { id, edit } })
export const readDiff = async (
  id: string,
  checkpoint: string,
  to: string,
  signal: AbortSignal,
): Promise<WorkspaceChangedFile[]> => {
  const params = { id, checkpoint }
  return (await api.get(`${PATH}/checkpoints/{checkpoint}/diff`, { params, query: { to }, signal }))
    .changed_files
}
export const restoreCheckpoint = (id: string, checkpoint: string): Promise<{ safety_checkpoint: string }> =>
  api.post(`${PATH}/checkpoints/{checkpoint}/restore`, { params: { id, checkpoint } })

export const readChanges = (id: string, signal: AbortSignal): Promise<WorkspaceChanges> =>
  api.get(`${PATH}/changes`, { params: { id }, signal })
export const approveAll = (id: string): Promise<{ files_approved: number }> =>
  api.post(`${PATH}/approve`, { params: { id } })
export const resetAll = (id: string): Promise<{ pre_reset_checkpoint: string }> =>
  api.post(`${PATH}/reset`, { params: { id } })
