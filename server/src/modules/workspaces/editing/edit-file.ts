import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Folder } from '../../../platform/disk/folder.ts'
import { recordEdit } from '../checkpoints/record-edit.ts'
import { toLeaf } from '../checkpoints/snapshot.ts'
import { nameOf } from '../disk/in-folder.ts'
import { withLock } from '../disk/path-lock.ts'
import { findFilePlace, type Place } from '../disk/place.ts'
import { type FileContent, readIfThere, readInIfThere } from '../disk/read-file.ts'
import { removeFile, writeFile } from '../disk/write-file.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { type OpenWorkspace, usageOf } from '../open-workspace.ts'
import { diffFiles } from '../text/diff-files.ts'
import { type EditRow, editRepository } from './edit.repository.ts'

/** Who edits, and by what. */
export interface EditedBy {
  userId: number | null
  tool: string
  traceId?: string | undefined
  /** A person's own edit needs nobody's approval. */
  isPerson?: boolean
}

/** What a file shall be: new bytes, or nothing. */
export type PlannedEdit = { bytes: Buffer; mode?: number } | 'delete'

export interface EditRequest {
  path: string
  by: EditedBy
  /** Decides, from what the file is now, what it shall be. Refuses by throwing. Called under the file's lock, with its path, links followed. */
  plan(before: FileContent | undefined, path: string): PlannedEdit | Promise<PlannedEdit>
  undoes?: number
  signal?: AbortSignal | undefined
}

/** A file of a workspace was changed, and is on the disk. */
export interface DoneEdit {
  workspace: string
  path: string
  diff: string
  /** True when `diff` is empty because it would be too long, or is no text. */
  diffOmitted: boolean
  added: number
  removed: number
  /** What undoes it. */
  edit: string
  /** Of the content as it is now; null when the file is gone. */
  hash: string | null
  checkpoint: string | null
}

export interface EditDeps {
  db: Db
  /** Told when the checkpoint of an edit could not be kept. The edit stands: it is on the disk, and its undo record too. */
  onError?: (error: unknown) => void
  /** Tests look at what a crash at the worst moment leaves behind. */
  beforeRename?: (() => Promise<void> | void) | undefined
}

/** The one way in which a file of a workspace is changed, whichever tool or person asks. All or nothing. */
export function createEditFile(deps: EditDeps) {
  return async function editFile(workspace: OpenWorkspace, request: EditRequest): Promise<DoneEdit> {
    const place = await findFilePlace(workspace.root, request.path)
    try {
      return await withLock(place.key, () => change(deps, workspace, place, request), request.signal)
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

export type EditFile = ReturnType<typeof createEditFile>

async function change(
  deps: EditDeps,
  workspace: OpenWorkspace,
  place: Place,
  request: EditRequest,
): Promise<DoneEdit> {
  const before = await readIfThere(workspace.root, place.path, WORKSPACE_LIMITS.fileBytes)
  if (before && (before.mode & 0o222) === 0)
    throw new FileRefusal('permission_denied', say('workspace_files.file_read_only', { path: place.path }))
  const planned = await request.plan(before, place.path)
  const after = toAfter(before, planned)
  requireChange(before, after, place)
  const shown = await diffFiles(place.path, before, after, request.signal)
  request.signal?.throwIfAborted()
  await requireRoom(workspace, before, after)
  // First of all the way back, safe on disk.
  const beforeHash = before ? await workspace.objects.put(before.bytes, { durable: true }) : null
  const afterHash = after ? await workspace.objects.put(after.bytes, { durable: true }) : null
  const row = await editRepository.insert(deps.db, {
    workspace_id: workspace.id,
    path: place.path,
    kind: before ? (after ? 'change' : 'delete') : 'create',
    tool: request.by.tool,
    before_hash: beforeHash,
    after_hash: afterHash,
    before_mode: before?.mode ?? null,
    added: shown.added,
    removed: shown.removed,
    undoes: request.undoes ?? null,
    user_id: request.by.userId,
    trace_id: request.by.traceId ?? null,
    checkpoint_id: null,
    created_at: nowSeconds(),
  })
  await write(deps, workspace, place, before, after, row)
  noteUsage(workspace, place, before, after)
  const checkpoint = await keepCheckpoint(deps, workspace, row, request.by, before, after)
  return {
    workspace: workspace.id,
    path: place.path,
    diff: shown.diff,
    diffOmitted: shown.omitted !== undefined,
    added: shown.added,
    removed: shown.removed,
    edit: String(row.id),
    hash: afterHash,
    checkpoint,
  }
}

/** A record without an edit would be harmless (undoing it is refused), but it would be told: so it goes when the edit fails. */
async function write(
  deps: EditDeps,
  workspace: OpenWorkspace,
  place: Place,
  before: FileContent | undefined,
  after: After | undefined,
  row: EditRow,
): Promise<void> {
  try {
    await putInPlace(deps, workspace, place, before, after)
  } catch (error) {
    await editRepository.delete(deps.db, row.id).catch(() => undefined)
    throw error
  }
}

async function putInPlace(
  deps: EditDeps,
  { root }: OpenWorkspace,
  place: Place,
  before: FileContent | undefined,
  after: After | undefined,
): Promise<void> {
  const owner = before && { uid: Number(before.stats.uid), gid: Number(before.stats.gid) }
  const requireSame = async (folder: Folder) => {
    await deps.beforeRename?.()
    // A program outside of our lock may have written since, or have put a link in the way.
    const again = await findFilePlace(root, place.path)
    const now = await readInIfThere(folder, nameOf(place.path), WORKSPACE_LIMITS.fileBytes)
    if (again.path !== place.path || now?.hash !== before?.hash)
      throw new FileRefusal(
        'changed_meanwhile',
        say('workspace_files.changed_by_other_program', { path: place.path }),
      )
  }
  if (!after) return removeFile(root, place.path, requireSame)
  await writeFile(root, place.path, { ...after, owner, isNew: !before, beforeRename: requireSame })
}

async function keepCheckpoint(
  deps: EditDeps,
  workspace: OpenWorkspace,
  row: EditRow,
  by: EditedBy,
  before: FileContent | undefined,
  after: After | undefined,
): Promise<string | null> {
  try {
    return await recordEdit(deps.db, workspace, {
      edit: row,
      before: before && toLeaf(before),
      after: after && row.after_hash !== null ? toLeaf({ ...after, hash: row.after_hash }) : undefined,
      isApproved: by.isPerson === true,
    })
  } catch (error) {
    deps.onError?.(error)
    return null
  }
}

interface After {
  bytes: Buffer
  mode: number
}

const toAfter = (before: FileContent | undefined, planned: PlannedEdit): After | undefined =>
  planned === 'delete' ? undefined : { bytes: planned.bytes, mode: planned.mode ?? before?.mode ?? 0o644 }

function requireChange(before: FileContent | undefined, after: After | undefined, { path }: Place): void {
  if (!before && !after) throw new FileRefusal('not_found', say('workspace_files.file_not_found', { path }))
  if (before && after?.bytes.equals(before.bytes) && after.mode === before.mode)
    throw new FileRefusal('no_op', say('workspace_files.unchanged', { path }))
}

async function requireRoom(
  workspace: OpenWorkspace,
  before: FileContent | undefined,
  after: After | undefined,
): Promise<void> {
  if (!after) return
  const { limits } = workspace
  if (after.bytes.length > WORKSPACE_LIMITS.fileBytes)
    throw new FileRefusal(
      'too_large',
      say('workspace_files.write_too_large', { limit: WORKSPACE_LIMITS.fileBytes }),
    )
  const usage = await usageOf(workspace)
  const bytes = usage.bytes + after.bytes.length - (before?.bytes.length ?? 0)
  if (bytes > limits.bytes && after.bytes.length > (before?.bytes.length ?? 0))
    throw new FileRefusal('no_room', say('workspace_files.workspace_full', { limit: limits.bytes }))
  if (!before && usage.files >= limits.files)
    throw new FileRefusal('no_room', say('workspace_files.too_many_files', { limit: limits.files }))
}

function noteUsage(
  workspace: OpenWorkspace,
  place: Place,
  before: FileContent | undefined,
  after: After | undefined,
): void {
  workspace.snapshots.forget(place.path)
  if (!workspace.usage) return
  workspace.usage.bytes += (after?.bytes.length ?? 0) - (before?.bytes.length ?? 0)
  workspace.usage.files += (after ? 1 : 0) - (before ? 1 : 0)
}
