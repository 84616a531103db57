import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { writeZip, type ZipFile } from '../../platform/zip/write-zip.ts'
import { checkpointRepository } from './checkpoints/checkpoint.repository.ts'
import type { Checkpoints } from './checkpoints/checkpoints.ts'
import type { EditFile } from './editing/edit-file.ts'
import type { DoneEdit } from './editing/edit-rows.ts'
import { FileRefusal, isFileRefusal } from './file-refusal.ts'
import type { FileContent } from './files/content.ts'
import { type Files, type FolderView, ifExists, readRegularFile, statIfExists } from './files/folder-view.ts'
import { findFilePlace, findPlace } from './files/place.ts'
import { walk } from './files/walk.ts'
import { filesOf, type OpenWorkspace, usageOf, type WorkspaceFolders } from './open-workspace.ts'
import { workspaceRepository } from './workspace.repository.ts'
import { unpackZip } from './zip/unpack-zip.ts'

export interface TreeEntry {
  path: string
  kind: 'file' | 'folder' | 'link'
  size: number
  modified_at: number
}

export interface ReadFile extends FileContent {
  /** Within the workspace, with links resolved. */
  path: string
}

/** The files of an open workspace, for people and for tools alike. */
export function createWorkspaceFiles(deps: {
  db: Db
  folders: WorkspaceFolders
  editFile: EditFile
  checkpoints: Checkpoints
}) {
  const { db, folders, editFile, checkpoints } = deps

  return {
    async read(workspace: OpenWorkspace, path: string): Promise<ReadFile> {
      const files = await filesOf(workspace)
      const place = await findFilePlace(files, path)
      const content = await readRegularFile(files, place.path, WORKSPACE_LIMITS.fileBytes)
      return { ...content, path: place.path }
    },

    /** The contents of a folder; `deep` includes subfolders. */
    async list(workspace: OpenWorkspace, path: string, deep: boolean): Promise<TreeEntry[]> {
      const files = await filesOf(workspace)
      const place = await findPlace(files, path)
      const entries: TreeEntry[] = []
      const start = place.path === '' ? 0 : place.path.length + 1
      for await (const { path: at, kind, stats } of walk(files, place.path, workspace.limits.files * 2)) {
        if (!deep && at.indexOf('/', start) !== -1) break
        entries.push({
          path: at,
          kind,
          size: Number(stats.size),
          modified_at: Math.floor(Number(stats.mtimeMs) / 1000),
        })
      }
      if (entries.length === 0) await requireFolder(files, place.path)
      return entries
    },

    /** A write by a person. With `ifMatch`, only if the current content has that hash. */
    write: (
      workspace: OpenWorkspace,
      {
        path,
        bytes,
        userId,
        ifMatch,
      }: { path: string; bytes: Buffer; userId: number; ifMatch?: string | undefined },
    ): Promise<DoneEdit> =>
      editFile(workspace, {
        path,
        by: { userId, tool: 'upload', isPerson: true },
        plan(before) {
          if (ifMatch !== undefined && before?.hash !== ifMatch)
            throw new FileRefusal('stale_read', say('workspace_files.stale'))
          return { bytes }
        },
      }),

    remove: (workspace: OpenWorkspace, path: string, userId: number): Promise<DoneEdit> =>
      editFile(workspace, { path, by: { userId, tool: 'delete', isPerson: true }, plan: () => 'delete' }),

    zip: (workspace: OpenWorkspace): AsyncGenerator<Buffer> => writeZip(filesForZip(workspace)),

    /** With a checkpoint before and after, so that an upload can be undone by restoring the first. */
    async unzip(workspace: OpenWorkspace, bytes: Buffer, userId: number) {
      await usageOf(workspace)
      const before = await checkpoints.checkpointFor(workspace, 'Before the upload of a zip', {
        kind: 'upload',
        userId,
      })
      const aside = folders.incomingOf(workspace.id)
      const { written, skipped } = await unpackZip({ db, workspace, zip: bytes, aside })
      const checkpoint = await checkpoints.checkpointFor(workspace, `Upload of ${written.length} files`, {
        kind: 'upload',
        userId,
      })
      await approveUpload(db, workspace, before, checkpoint)
      return { written: written.length, skipped, checkpoint, before_checkpoint: before }
    },
  }
}

export type WorkspaceFiles = ReturnType<typeof createWorkspaceFiles>

/** Whether there is a file or a link by this name; `path` has no links on the way. */
export const isFileThere = async (workspace: OpenWorkspace, path: string): Promise<boolean> =>
  (await statIfExists(await filesOf(workspace), path)) !== undefined

async function requireFolder(files: Files, path: string): Promise<void> {
  if (path === '') return
  const stats = await statIfExists(files, path)
  if (!stats) throw new FileRefusal('not_found', say('workspace_files.folder_not_found', { path }))
  if (!stats.isDirectory()) throw new FileRefusal('not_a_folder', say('workspace_files.is_a_file', { path }))
}

async function* filesForZip(workspace: OpenWorkspace): AsyncGenerator<ZipFile> {
  const files = await filesOf(workspace)
  for await (const { path, folder, name, kind, stats } of walk(files, '', workspace.limits.files * 2)) {
    if (kind !== 'file') continue
    yield {
      path,
      mode: Number(stats.mode) & 0o777,
      modifiedAt: new Date(Number(stats.mtimeMs)),
      read: () => readForZip(folder, name),
    }
  }
}

/** Undefined if it was deleted, or may not be downloaded. */
async function readForZip(folder: FolderView, name: string): Promise<Buffer | undefined> {
  try {
    return (await ifExists(folder.readFile(name, Number.MAX_SAFE_INTEGER)))?.bytes
  } catch (error) {
    if (isFileRefusal(error)) return undefined
    throw error
  }
}

/** Uploads by a person count as approved, unless an assistant's changes are waiting for approval. */
async function approveUpload(db: Db, workspace: OpenWorkspace, before: string, after: string): Promise<void> {
  const [old, now] = await Promise.all(
    [before, after].map((id) => checkpointRepository.find(db, workspace.id, Number(id))),
  )
  if (old && now) await workspaceRepository.moveBaseline(db, workspace.id, old.tree, now.tree)
}
