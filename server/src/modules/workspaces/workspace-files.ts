import { join } from 'node:path'
import { WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { checkpointRepository } from './checkpoints/checkpoint.repository.ts'
import type { Checkpoints } from './checkpoints/checkpoints.ts'
import { findFilePlace, findPlace } from './disk/place.ts'
import { type FileContent, readIfThere, readRegularFile } from './disk/read-file.ts'
import { walk } from './disk/walk.ts'
import type { DoneEdit, EditFile } from './editing/edit-file.ts'
import { FileRefusal } from './file-refusal.ts'
import { type OpenWorkspace, usageOf, type WorkspaceFolders } from './open-workspace.ts'
import { workspaceRepository } from './workspace.repository.ts'
import { unpackZip } from './zip/unpack-zip.ts'
import { writeZip, type ZipFile } from './zip/write-zip.ts'

export interface TreeEntry {
  path: string
  kind: 'file' | 'folder' | 'link'
  size: number
  modified_at: number
}

export interface ReadFile extends FileContent {
  /** Within the workspace, links followed. */
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
      const place = await findFilePlace(workspace.root, path)
      const content = await readRegularFile(place.real, WORKSPACE_LIMITS.fileBytes)
      return { ...content, path: place.path }
    },

    /** What is in a folder; `deep` = and in the folders in it. */
    async list(workspace: OpenWorkspace, path: string, deep: boolean): Promise<TreeEntry[]> {
      const place = await findPlace(workspace.root, path)
      const entries: TreeEntry[] = []
      const start = place.path === '' ? 0 : place.path.length + 1
      for await (const { path: at, kind, stats } of walk(
        workspace.root,
        place.path,
        workspace.limits.files * 2,
      )) {
        if (!deep && at.indexOf('/', start) !== -1) break
        entries.push({
          path: at,
          kind,
          size: Number(stats.size),
          modified_at: Math.floor(Number(stats.mtimeMs) / 1000),
        })
      }
      if (entries.length === 0) await requireFolder(place)
      return entries
    },

    /** A person writes. With `ifMatch`, only over the content that they have seen. */
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
            throw new FileRefusal(
              'stale_read',
              'The file has changed since you opened it. Nothing was saved.',
            )
          return { bytes }
        },
      }),

    remove: (workspace: OpenWorkspace, path: string, userId: number): Promise<DoneEdit> =>
      editFile(workspace, { path, by: { userId, tool: 'delete', isPerson: true }, plan: () => 'delete' }),

    zip: (workspace: OpenWorkspace): AsyncGenerator<Buffer> => writeZip(filesOf(workspace)),

    /** A checkpoint before and one after: an upload is taken back by going to the first. */
    async unzip(workspace: OpenWorkspace, bytes: Buffer, userId: number) {
      await usageOf(workspace)
      const before = await checkpoints.checkpointFor(workspace, 'Before the upload of a zip', {
        kind: 'upload',
        userId,
      })
      const aside = join(folders.base, workspace.id, 'state', 'incoming')
      const { written, skipped } = await unpackZip(workspace, bytes, aside)
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

async function requireFolder({ real, path }: { real: string; path: string }): Promise<void> {
  if (path === '') return
  const file = await readIfThere(real, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
    if (error instanceof FileRefusal && error.refusal === 'not_a_file') return 'folder' as const
    throw error
  })
  if (file === undefined) throw new FileRefusal('not_found', `There is no folder ${path}.`)
  if (file !== 'folder') throw new FileRefusal('not_a_folder', `${path} is a file, not a folder.`)
}

async function* filesOf(workspace: OpenWorkspace): AsyncGenerator<ZipFile> {
  for await (const { path, real, kind, stats } of walk(workspace.root, '', workspace.limits.files * 2)) {
    if (kind !== 'file') continue
    yield {
      path,
      mode: Number(stats.mode) & 0o777,
      modifiedAt: new Date(Number(stats.mtimeMs)),
      read: async () => (await readIfThere(real, Number.MAX_SAFE_INTEGER))?.bytes,
    }
  }
}

/** What a person uploads needs nobody's approval, unless an assistant's changes are waiting for one. */
async function approveUpload(db: Db, workspace: OpenWorkspace, before: string, after: string): Promise<void> {
  const row = await workspaceRepository.find(db, workspace.id)
  const [old, now] = await Promise.all(
    [before, after].map((id) => checkpointRepository.find(db, workspace.id, Number(id))),
  )
  if (row && old && now && row.baseline === old.tree)
    await workspaceRepository.update(db, workspace.id, { baseline: now.tree })
}
