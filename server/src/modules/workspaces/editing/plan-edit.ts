import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Usage } from '../disk/snapshot.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { FileContent } from '../files/content.ts'
import { type Files, readIfExists } from '../files/folder-view.ts'
import type { Place } from '../files/place.ts'
import type { WorkspaceLimits } from '../open-workspace.ts'
import { diffFiles } from '../text/diff-files.ts'
import type { FileDiff } from '../text/unified-diff.ts'

/** Who edits, and with which tool. */
export interface EditedBy {
  userId: number | null
  tool: string
  traceId?: string | undefined
  /** A person's own edit needs no approval. */
  isPerson?: boolean
}

/** The new content of a file, or nothing to delete it. */
export type PlannedEdit = { bytes: Buffer; mode?: number } | 'delete'

export interface EditRequest {
  path: string
  by: EditedBy
  /**
   * Computes the new content from the current one. Throws to refuse. Called under the file's lock with its resolved
   * path, and again if another instance has changed the file in the meantime.
   */
  plan(before: FileContent | undefined, path: string): PlannedEdit | Promise<PlannedEdit>
  undoes?: number
  signal?: AbortSignal | undefined
}

export interface After {
  bytes: Buffer
  mode: number
}

/** An edit that passed all checks of the file itself. */
export interface Plan {
  place: Place
  before: FileContent | undefined
  after: After | undefined
  diff: FileDiff
}

export async function planEdit(files: Files, place: Place, request: EditRequest): Promise<Plan> {
  const before = await readIfExists(files, place.path, WORKSPACE_LIMITS.fileBytes)
  if (before && (before.mode & 0o222) === 0)
    throw new FileRefusal('permission_denied', say('workspace_files.file_read_only', { path: place.path }))
  const planned = await request.plan(before, place.path)
  const after = toAfter(before, planned)
  requireChange(before, after, place)
  const diff = await diffFiles(place.path, before, after, request.signal)
  request.signal?.throwIfAborted()
  return { place, before, after, diff }
}

const toAfter = (before: FileContent | undefined, planned: PlannedEdit): After | undefined =>
  planned === 'delete' ? undefined : { bytes: planned.bytes, mode: planned.mode ?? before?.mode ?? 0o644 }

function requireChange(before: FileContent | undefined, after: After | undefined, { path }: Place): void {
  if (!before && !after) throw new FileRefusal('not_found', say('workspace_files.file_not_found', { path }))
  if (before && after?.bytes.equals(before.bytes) && after.mode === before.mode)
    throw new FileRefusal('no_op', say('workspace_files.unchanged', { path }))
}

export function requireRoom(limits: WorkspaceLimits, usage: Usage, { before, after }: Plan): void {
  if (!after) return
  if (after.bytes.length > WORKSPACE_LIMITS.fileBytes)
    throw new FileRefusal(
      'too_large',
      say('workspace_files.write_too_large', { limit: WORKSPACE_LIMITS.fileBytes }),
    )
  const { bytes, files } = usageAfter(usage, { before, after })
  if (bytes > limits.bytes && after.bytes.length > (before?.bytes.length ?? 0))
    throw new FileRefusal('no_room', say('workspace_files.workspace_full', { limit: limits.bytes }))
  if (!before && files > limits.files)
    throw new FileRefusal('no_room', say('workspace_files.too_many_files', { limit: limits.files }))
}

export const usageAfter = (usage: Usage, { before, after }: Pick<Plan, 'before' | 'after'>): Usage => ({
  bytes: usage.bytes + (after?.bytes.length ?? 0) - (before?.bytes.length ?? 0),
  files: usage.files + (after ? 1 : 0) - (before ? 1 : 0),
})
