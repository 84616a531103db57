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
import { untyped as api, send } from '$lib/api'
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

const at = (id: string, rest = ''): string => `/workspaces/${encodeURIComponent(id)}${rest}`
const fileAt = (id: string, path: string): string =>
  at(id, `/files/${path.split('/').map(encodeURIComponent).join('/')}`)

export const workspacePath = ({ id }: Pick<Workspace, 'id'>): string => at(id)
export const workspaceKey = ({ id }: Pick<Workspace, 'id'>): string => `workspace/${id}`

export const listWorkspaces = async (signal: AbortSignal): Promise<Workspace[]> =>
  (await api.get<{ workspaces: Workspace[] }>('/workspaces', { signal })).workspaces
export const createWorkspace = (draft: { name: string; folder?: string }): Promise<Workspace> =>
  api.post('/workspaces', draft)
export const readWorkspace = (id: string, signal: AbortSignal): Promise<WorkspaceDetail> =>
  api.get(at(id), { signal })
export const renameWorkspace = (id: string, name: string): Promise<Workspace> => api.patch(at(id), { name })
export const deleteWorkspace = (id: string, isLeaving: boolean): Promise<unknown> =>
  api.delete(at(id), { outlivesPage: isLeaving })

export const readShares = async (id: string, signal: AbortSignal): Promise<Share[]> =>
  (await api.get<{ shares: Share[] }>(at(id, '/shares'), { signal })).shares
export const writeShares = (id: string, shares: readonly Pick<Share, 'user_email' | 'role'>[]) =>
  api.put<unknown>(at(id, '/shares'), { shares })

export const readTree = async (id: string, signal: AbortSignal): Promise<TreeEntry[]> =>
  (await api.get<{ entries: TreeEntry[] }>(at(id, '/tree'), { signal })).entries

/** Longer files should be edited with a local program. */
const MAX_TEXT_BYTES = 1_000_000

export async function readFile(id: string, path: string, signal: AbortSignal): Promise<OpenFile> {
  const response = await send('GET', fileAt(id, path), undefined, { signal })
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
export async function writeFile(
  id: string,
  path: string,
  content: string | Blob,
  hash?: string,
): Promise<DoneEdit> {
  const response = await send('PUT', fileAt(id, path), raw(content), {
    limitMs: UPLOAD_MS,
    ...(hash === undefined ? {} : { headers: { 'if-match': `"${hash}"` } }),
  })
  return (await response.json()) as DoneEdit
}

export const deleteFile = (id: string, path: string): Promise<DoneEdit> => api.delete(fileAt(id, path))
export const downloadFile = (id: string, path: string): Promise<void> =>
  api.download(`${fileAt(id, path)}?download=1`, path.split('/').at(-1) ?? path)
/** Saved under the workspace's name: the server uses the same name for all. */
export const downloadZip = async (id: string, name: string): Promise<void> =>
  saveFile(`${name}.zip`, await api.blob(at(id, '/zip')))

export async function unpackZip(
  id: string,
  zip: Blob,
): Promise<{ written: number; skipped: string[]; before_checkpoint: string }> {
  const response = await send('POST', at(id, '/zip'), raw(zip), { limitMs: UPLOAD_MS })
  return response.json()
}

/** Entries per page of the timeline. */
export const PAGE = 100
export const readEdits = async (id: string, signal: AbortSignal, limit: number): Promise<WorkspaceEdit[]> =>
  (await api.get<{ edits: WorkspaceEdit[] }>(at(id, '/edits'), { signal, query: { limit } })).edits
export const readCheckpoints = async (
  id: string,
  signal: AbortSignal,
  limit: number,
): Promise<WorkspaceCheckpoint[]> =>
  (
    await api.get<{ checkpoints: WorkspaceCheckpoint[] }>(at(id, '/checkpoints'), {
      signal,
      query: { limit },
    })
  ).checkpoints

export const undoEdit = (id: string, edit: string): Promise<DoneEdit> =>
  api.post(at(id, `/edits/${encodeURIComponent(edit)}/undo`), {})
export const readDiff = async (
  id: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<WorkspaceChangedFile[]> =>
  (
    await api.get<{ changed_files: WorkspaceChangedFile[] }>(
      at(id, `/checkpoints/${encodeURIComponent(from)}/diff`),
      { signal, query: { to } },
    )
  ).changed_files
export const restoreCheckpoint = (id: string, checkpoint: string): Promise<{ safety_checkpoint: string }> =>
  api.post(at(id, `/checkpoints/${encodeURIComponent(checkpoint)}/restore`), {})

export const readChanges = (id: string, signal: AbortSignal): Promise<WorkspaceChanges> =>
  api.get(at(id, '/changes'), { signal })
export const approveAll = (id: string): Promise<{ files_approved: number }> =>
  api.post(at(id, '/approve'), {})
export const resetAll = (id: string): Promise<{ pre_reset_checkpoint: string }> =>
  api.post(at(id, '/reset'), {})
