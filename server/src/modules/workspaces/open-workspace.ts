import { join } from 'node:path'
import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import { createSnapshots, type Snapshots, type Usage } from './checkpoints/snapshot.ts'
import { createTrees, type Trees } from './checkpoints/tree.ts'
import { createObjectStore, type ObjectStore } from './disk/object-store.ts'
import { findRoot, makeRoot } from './disk/roots.ts'
import { FileRefusal } from './file-refusal.ts'

export interface WorkspaceLimits {
  bytes: number
  files: number
}

/** A workspace whose files are at hand. Rights were checked by whoever opened it. */
export interface OpenWorkspace {
  id: string
  /** The real folder of its files. */
  root: string
  objects: ObjectStore
  trees: Trees
  snapshots: Snapshots
  limits: WorkspaceLimits
  /** What is in it, as far as is known; our own edits keep it up to date. */
  usage: Usage | undefined
  /** The tree that was taken last, and when. */
  seen: { tree: string; at: number } | undefined
}

/** Files and state of each workspace: `<id>/files` unless the operator's folder holds them, and `<id>/state` beside, out of reach. */
export function createWorkspaceFolders(dataDir: string, limits: WorkspaceLimits) {
  const base = join(dataDir, 'workspaces')
  const open = new LRUCache<string, OpenWorkspace>({ max: 200 })

  const filesOf = (id: string): string => join(base, id, 'files')
  const stateOf = (id: string): string => join(base, id, 'state')

  return {
    base,
    limits,
    filesOf,
    /** Older contents and checkpoints. */
    stateOf,
    async open({ id, folder }: { id: string; folder: string | null }): Promise<OpenWorkspace> {
      const wanted = folder ?? filesOf(id)
      const root = folder === null ? await makeRoot(wanted) : await findRoot(wanted)
      if (root === undefined || (folder !== null && root !== folder))
        throw new FileRefusal('not_found', say('workspace_files.folder_moved'))
      const known = open.get(id)
      if (known?.root === root) return known
      const objects = createObjectStore(join(stateOf(id), 'objects'))
      const trees = createTrees(objects)
      const snapshots = createSnapshots({
        objects,
        trees,
        root,
        mostFiles: limits.files,
        fileBytes: WORKSPACE_LIMITS.fileBytes,
      })
      const made: OpenWorkspace = {
        id,
        root,
        objects,
        trees,
        snapshots,
        limits,
        usage: undefined,
        seen: undefined,
      }
      open.set(id, made)
      return made
    },
    forget: (id: string): void => void open.delete(id),
  }
}

export type WorkspaceFolders = ReturnType<typeof createWorkspaceFolders>

/** Walks only when nothing is known yet, or it was long ago: others may write into the folder too. */
const USAGE_MS = 60_000
export async function usageOf(workspace: OpenWorkspace): Promise<Usage> {
  const isFresh = workspace.seen && Date.now() - workspace.seen.at < USAGE_MS
  if (workspace.usage && isFresh) return workspace.usage
  await lookAt(workspace)
  return workspace.usage ?? { files: 0, bytes: 0 }
}

/** Takes the tree as it is now. */
export async function lookAt(workspace: OpenWorkspace): Promise<string> {
  const { tree, files, bytes } = await workspace.snapshots.take()
  workspace.usage = { files, bytes }
  workspace.seen = { tree, at: Date.now() }
  return tree
}
