import { join } from 'node:path'
import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { diskFiles } from './disk/disk-files.ts'
import { findRoot, makeRoot } from './disk/roots.ts'
import { createSnapshots, type Snapshots, type Usage } from './disk/snapshot.ts'
import { FileRefusal } from './file-refusal.ts'
import type { Files } from './files/folder-view.ts'
import { type WithLock, withLocalLock } from './files/path-lock.ts'
import type { ObjectStore, WorkspaceObjects } from './objects/objects.ts'
import { type Head, storedFiles } from './stored/stored-files.ts'
import { createTrees, type Trees } from './trees/tree.ts'
import { workspaceRepository } from './workspace.repository.ts'

export interface WorkspaceLimits {
  bytes: number
  files: number
}

interface Opened {
  id: string
  objects: ObjectStore
  trees: Trees
  limits: WorkspaceLimits
  withLock: WithLock
}

/** Its files are in a folder on disk, where other programs may change them at any moment. */
export interface DiskWorkspace extends Opened {
  kind: 'disk'
  /** The real folder of its files. */
  root: string
  files: Files
  snapshots: Snapshots
  /** Its known size; updated by our own edits. */
  usage: Usage | undefined
  /** The last tree, with its time. */
  seen: { tree: string; at: number } | undefined
}

/** Its files are objects, and the row in the database says which: any instance can serve it. */
export interface StoredWorkspace extends Opened {
  kind: 'stored'
  readHead(): Promise<Head>
}

/** A workspace that is ready for use. The caller's rights were checked when it was opened. */
export type OpenWorkspace = DiskWorkspace | StoredWorkspace

export interface FolderDeps {
  db: Db
  dataDir: string
  limits: WorkspaceLimits
  objects: WorkspaceObjects
  /** Across all instances. */
  withLock: WithLock
  /** Called before a workspace on disk is used for the first time: a killed process may have left something in `incoming`. */
  finishInterrupted(workspace: DiskWorkspace, incoming: string): Promise<void>
}

export interface WorkspacePlace {
  id: string
  /** The operator's. */
  folder: string | null
  /** Null: the files are on disk. */
  tree: string | null
}

/**
 * Opens workspaces. On disk, the files are in `<id>/files` or in the operator's folder, and `<id>/state` beside is out of reach of users
 * and programs.
 */
export function createWorkspaceFolders(deps: FolderDeps) {
  const { db, dataDir, limits, objects, withLock, finishInterrupted } = deps
  const base = join(dataDir, 'workspaces')
  const open = new LRUCache<string, OpenWorkspace>({ max: 200 })
  const filesOf = (id: string): string => join(base, id, 'files')
  const incomingOf = (id: string): string => join(base, id, 'state', 'incoming')

  async function openOnDisk({ id, folder }: WorkspacePlace): Promise<DiskWorkspace> {
    const root = folder === null ? await makeRoot(filesOf(id)) : await findRoot(folder)
    if (root === undefined || (folder !== null && root !== folder))
      throw new FileRefusal('not_found', say('workspace_files.folder_moved'))
    const opened = open.get(id)
    if (opened?.kind === 'disk' && opened.root === root) return opened
    const store = objects.of(id)
    const trees = createTrees(store)
    const fileBytes = WORKSPACE_LIMITS.fileBytes
    const workspace: DiskWorkspace = {
      kind: 'disk',
      id,
      root,
      // Instances may have mounted the same disk at different paths.
      files: diskFiles(root, folder ?? `workspaces/${id}`),
      objects: store,
      trees,
      snapshots: createSnapshots({ objects: store, trees, root, maxFiles: limits.files, fileBytes }),
      limits,
      withLock,
      usage: undefined,
      seen: undefined,
    }
    await finishInterrupted(workspace, incomingOf(id))
    return workspace
  }

  function openStored(id: string): StoredWorkspace {
    const opened = open.get(id)
    if (opened?.kind === 'stored') return opened
    const store = objects.of(id)
    return {
      kind: 'stored',
      id,
      objects: store,
      trees: createTrees(store),
      limits,
      // Other instances are refused by the version of the row.
      withLock: (key, work, signal) =>
        withLocalLock(key, () => work({ requireHeld: () => undefined }), signal),
      async readHead() {
        const row = await workspaceRepository.find(db, id)
        if (!row || row.tree === null) throw notFound('Workspace')
        return { ...row, tree: row.tree }
      },
    }
  }

  return {
    base,
    limits,
    filesOf,
    /** On disk: files that are being uploaded. */
    incomingOf,
    async open(place: WorkspacePlace): Promise<OpenWorkspace> {
      const opened = place.tree === null ? await openOnDisk(place) : openStored(place.id)
      open.set(place.id, opened)
      return opened
    },
    forget: (id: string): void => void open.delete(id),
  }
}

export type WorkspaceFolders = ReturnType<typeof createWorkspaceFolders>

/** The files for reading: as they are on disk, or the current version. */
export const filesOf = async (workspace: OpenWorkspace): Promise<Files> =>
  workspace.kind === 'disk' ? workspace.files : storedFiles(workspace, await workspace.readHead())

/** On disk, this only walks the folder if the size is unknown or old, because other programs may also write to it. */
const USAGE_MS = 60_000
export async function usageOf(workspace: OpenWorkspace): Promise<Usage> {
  if (workspace.kind === 'stored') return usageAt(await workspace.readHead())
  const isFresh = workspace.seen && Date.now() - workspace.seen.at < USAGE_MS
  if (workspace.usage && isFresh) return workspace.usage
  await currentTree(workspace)
  return workspace.usage ?? { files: 0, bytes: 0 }
}

export const usageAt = ({ file_count, byte_count }: Head): Usage => ({ files: file_count, bytes: byte_count })

/** The tree as it is now. */
export async function currentTree(workspace: OpenWorkspace): Promise<string> {
  if (workspace.kind === 'stored') return (await workspace.readHead()).tree
  const { tree, files, bytes } = await workspace.snapshots.take()
  workspace.usage = { files, bytes }
  workspace.seen = { tree, at: Date.now() }
  return tree
}
