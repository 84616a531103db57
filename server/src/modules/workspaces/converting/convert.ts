import { join } from 'node:path'
import { WORKSPACE_LIMITS } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createDiskObjects } from '../disk/disk-objects.ts'
import { makeRoot, removeFilesOf } from '../disk/roots.ts'
import { createSnapshots, type Usage } from '../disk/snapshot.ts'
import { writeTree } from '../disk/write-tree.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { ObjectStore } from '../objects/objects.ts'
import { createStoredObjects } from '../objects/stored-objects.ts'
import { findNeeded } from '../retention/retention.ts'
import { createTrees, type Trees } from '../trees/tree.ts'
import { type WorkspaceRow, workspaceRepository } from '../workspace.repository.ts'

export interface ConvertDeps {
  db: Db
  dataDir: string
  /** Not on disk. */
  storage: Storage
}

const IDS_AT_ONCE = 500

/** Everything is copied; nothing has changed for the workspace yet. */
export interface Conversion {
  /** Files that can’t be copied: too large, not readable, or with a second name elsewhere. */
  skipped: string[]
  /** The number of files that were copied. */
  files: number
  /** False if the workspace was changed or deleted in the meantime: convert it again. */
  commit(tx: Db): Promise<boolean>
}

/** Copies a workspace from folders on disk to object storage. An operator's folder stays on disk; only its history is copied. */
export async function convertToStored(deps: ConvertDeps, id: string): Promise<Conversion> {
  const { db, dataDir, storage } = deps
  const row = await getRow(db, id)
  await workspaceRepository.noteObjects(db, id, nowSeconds())
  const [from, to] = [createDiskObjects(dataDir).of(id), createStoredObjects(storage).of(id)]
  await copyNeeded(db, id, from, to)
  if (row.folder !== null || row.tree !== null) return { skipped: [], files: 0, commit: async () => true }
  const edits = await workspaceRepository.lastChange(db, id)
  const trees = createTrees(to)
  const root = await makeRoot(filesOf(dataDir, id))
  const snapshot = await createSnapshots({
    objects: to,
    trees,
    root,
    maxFiles: Number.MAX_SAFE_INTEGER / 2,
    fileBytes: WORKSPACE_LIMITS.fileBytes,
    withTimes: true,
  }).take()
  const { files, bytes } = await measure(trees, snapshot.tree)
  const next = { tree: snapshot.tree, version: row.version + 1, file_count: files, byte_count: bytes }
  return {
    skipped: snapshot.skipped,
    files,
    // Edits on disk don't change the version of the row.
    commit: async (tx) =>
      (await workspaceRepository.lastChange(tx, id)) === edits &&
      workspaceRepository.replaceTree(tx, row, next),
  }
}

/** The other way round. */
export async function convertToDisk(deps: ConvertDeps, id: string): Promise<Conversion> {
  const { db, dataDir, storage } = deps
  const row = await getRow(db, id)
  const [from, to] = [createStoredObjects(storage).of(id), createDiskObjects(dataDir).of(id)]
  await copyNeeded(db, id, from, to)
  if (row.tree === null) return { skipped: [], files: 0, commit: async () => true }
  // Files that an earlier, interrupted conversion has left.
  await removeFilesOf(join(dataDir, 'workspaces'), id)
  const root = await makeRoot(filesOf(dataDir, id))
  await writeTree({ trees: createTrees(from), objects: from }, row.tree, root)
  const next = { tree: null, version: row.version + 1, file_count: 0, byte_count: 0 }
  return {
    skipped: [],
    files: row.file_count,
    commit: (tx) => workspaceRepository.replaceTree(tx, row, next),
  }
}

/** All workspaces, for a command that converts them one by one. */
export async function* listWorkspaces(db: Db): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const ids = await workspaceRepository.idsAfter(db, last, IDS_AT_ONCE)
    yield* ids
    if (ids.length < IDS_AT_ONCE) return
    last = ids.at(-1) ?? last
  }
}

/** The folder with its files on disk, after it was converted. */
export const removeWorkspaceFiles = (dataDir: string, id: string): Promise<void> =>
  removeFilesOf(join(dataDir, 'workspaces'), id)

const filesOf = (dataDir: string, id: string): string => join(dataDir, 'workspaces', id, 'files')

async function getRow(db: Db, id: string): Promise<WorkspaceRow> {
  const row = await workspaceRepository.find(db, id)
  if (!row) throw notFound('Workspace')
  return row
}

/** Damaged objects are left out: nothing can be restored from them. */
async function copyNeeded(db: Db, id: string, from: ObjectStore, to: ObjectStore): Promise<void> {
  const needed = await findNeeded(db, id, createTrees(from), new AbortController().signal)
  for (const hash of needed ?? []) {
    const bytes = await from.get(hash).catch((error: unknown) => {
      if (error instanceof FileRefusal) return undefined
      throw error
    })
    if (bytes) await to.put(bytes, { durable: true })
  }
}

async function measure(trees: Trees, tree: string): Promise<Usage> {
  const usage = { files: 0, bytes: 0 }
  for await (const { leaf } of trees.leaves(tree)) {
    usage.files++
    usage.bytes += leaf.kind === 'file' ? leaf.size : Buffer.byteLength(leaf.target)
  }
  return usage
}
