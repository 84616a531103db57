import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { diskFiles } from '../disk/disk-files.ts'
import { findRoot } from '../disk/roots.ts'
import { removeLeftovers } from '../disk/sweep-objects.ts'
import { FileRefusal } from '../file-refusal.ts'
import { walk } from '../files/walk.ts'
import type { WorkspaceObjects } from '../objects/objects.ts'
import type { WorkspaceFolders } from '../open-workspace.ts'
import { createTrees, type Trees } from '../trees/tree.ts'
import { historyRepository } from './history.repository.ts'

export interface RetentionDeps {
  db: Db
  folders: WorkspaceFolders
  objects: WorkspaceObjects
  /** How many edits and checkpoints of a workspace are kept; those that are not approved yet are kept as well. */
  keepEdits: number
  /** Only tests pass others. */
  ageMs?: number
  batchSize?: number | undefined
}

const DAY_MS = 86_400_000
/** Maximum kept without an approval, as a multiple of `keepEdits`. */
const MAX_TIMES = 10
/** The time of an approval is taken at its end. */
const APPROVING_SECONDS = 60
const WORKSPACES_AT_ONCE = 100

export interface TidyOptions {
  signal: AbortSignal
  onError(error: unknown): void
}

interface Tidied {
  id: string
  folder: string | null
  tree: string | null
  approved_at: number | null
}

/** Removes old edits and checkpoints of workspaces, then objects that nothing refers to any more, and leftovers of crashes. */
export function createWorkspaceRetention({
  db,
  folders,
  objects,
  keepEdits,
  ageMs = DAY_MS,
  batchSize,
}: RetentionDeps) {
  async function removeHistory({ id, approved_at }: Tidied, signal: AbortSignal): Promise<number> {
    const since = approved_at === null ? 0 : approved_at - APPROVING_SECONDS
    const limits = { newest: keepEdits, since, most: keepEdits * MAX_TIMES }
    let removed = 0
    // Edits first: a checkpoint stays as long as its edit.
    for (const remove of [historyRepository.removeEdits, historyRepository.removeCheckpoints])
      removed += await inBatches((limit) => remove(db, id, limits, limit), signal, batchSize)
    return removed
  }

  async function tidyOne(workspace: Tidied, signal: AbortSignal): Promise<void> {
    const removed = await removeHistory(workspace, signal)
    const { id } = workspace
    const sweptAgo = (await objects.sweptAgo(id)) ?? Number.POSITIVE_INFINITY
    if (removed === 0 && sweptAgo < ageMs) return
    const needed = await findNeeded(db, id, createTrees(objects.of(id)), signal)
    if (!needed) return
    await objects.sweep(id, { isNeeded: (hash) => needed.has(hash), ageMs, signal })
    if (workspace.tree === null) await tidyFolders(workspace)
    if (!signal.aborted) await objects.markSwept(id)
  }

  async function tidyFolders({ id, folder }: Tidied): Promise<void> {
    await removeLeftovers(folders.incomingOf(id), ageMs)
    await lookThrough(folder ?? folders.filesOf(id), folders.limits.files * 2)
  }

  return {
    /** A failure in one workspace is reported and does not stop the others from being tidied. */
    async tidy({ signal, onError }: TidyOptions): Promise<void> {
      let last = ''
      for (;;) {
        const page = await historyRepository.workspacesAfter(db, last, WORKSPACES_AT_ONCE)
        for (const workspace of page) {
          if (signal.aborted) return
          await tidyOne(workspace, signal).catch(onError)
          last = workspace.id
        }
        if (page.length < WORKSPACES_AT_ONCE) return
      }
    },
  }
}

/** Listing a folder removes the files that interrupted edits have left in it. */
async function lookThrough(folder: string, most: number): Promise<void> {
  const root = await findRoot(folder)
  if (root === undefined) return
  const entries = walk(diskFiles(root), '', most)
  try {
    while (!(await entries.next()).done);
  } catch (error) {
    // More than a workspace may hold: an operator's folder. The rest is removed when tools list it.
    if (!(error instanceof FileRefusal)) throw error
  }
}

const AT_ONCE = 500

/** The hashes of all objects that a workspace needs: its files, what was approved, its checkpoints, and both sides of its edits. */
export async function findNeeded(
  db: Db,
  workspaceId: string,
  trees: Trees,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const hashes = new Set<string>()
  const current = await historyRepository.currentTrees(db, workspaceId)
  if (current === undefined) return undefined
  for (const tree of current) await addTree(trees, tree, hashes, signal)
  for await (const { tree } of pages((id) => historyRepository.treesAfter(db, workspaceId, id, AT_ONCE)))
    await addTree(trees, tree, hashes, signal)
  for await (const row of pages((id) => historyRepository.contentsAfter(db, workspaceId, id, AT_ONCE)))
    for (const hash of [row.before_hash, row.after_hash]) if (hash !== null) hashes.add(hash)
  // An incomplete result would be worse than none.
  return signal.aborted ? undefined : hashes
}

async function addTree(trees: Trees, root: string, hashes: Set<string>, signal: AbortSignal): Promise<void> {
  const open = [root]
  for (let tree = open.pop(); tree !== undefined && !signal.aborted; tree = open.pop()) {
    if (hashes.has(tree)) continue
    hashes.add(tree)
    const parts = await trees.partsOf(tree).catch((error: unknown) => {
      // Damaged or missing: nothing is referenced through it.
      if (error instanceof FileRefusal) return { trees: [], contents: [] }
      throw error
    })
    for (const hash of parts.contents) hashes.add(hash)
    open.push(...parts.trees)
  }
}

async function* pages<T extends { id: number }>(after: (id: number) => Promise<T[]>): AsyncGenerator<T> {
  let last = 0
  for (let page = await after(last); page.length > 0; page = await after(last)) {
    yield* page
    last = page.at(-1)?.id ?? last
  }
}
