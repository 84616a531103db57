import { join } from 'node:path'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { createTrees } from '../checkpoints/tree.ts'
import { createObjectStore } from '../disk/object-store.ts'
import { findRoot } from '../disk/roots.ts'
import { ageOf, noteSwept, removeLeftOvers, sweepObjects } from '../disk/sweep-objects.ts'
import { walk } from '../disk/walk.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { WorkspaceFolders } from '../open-workspace.ts'
import { findNeeded } from './find-needed.ts'
import { historyRepository } from './history.repository.ts'

export interface RetentionDeps {
  db: Db
  folders: WorkspaceFolders
  /** So many edits and checkpoints of a workspace are kept, and all that nobody has approved yet. */
  keepEdits: number
  /** Only tests hand in others. */
  ageMs?: number
  batchSize?: number | undefined
}

const DAY_MS = 86_400_000
/** Nobody may ever approve anything; even that comes to an end. */
const MAX_TIMES = 10
/** An approval takes a while, and says at its end when it was. */
const APPROVING_SECONDS = 60
const WORKSPACES_AT_ONCE = 100

export interface Tidying {
  signal: AbortSignal
  onError(error: unknown): void
}

interface Tidied {
  id: string
  folder: string | null
  approved_at: number | null
}

/** Takes old edits and checkpoints of workspaces away, then contents that nothing refers to any more, and what crashes have left. */
export function createWorkspaceRetention({
  db,
  folders,
  keepEdits,
  ageMs = DAY_MS,
  batchSize,
}: RetentionDeps) {
  async function removeHistory({ id, approved_at }: Tidied, signal: AbortSignal): Promise<number> {
    const since = approved_at === null ? 0 : approved_at - APPROVING_SECONDS
    const kept = { newest: keepEdits, since, most: keepEdits * MAX_TIMES }
    let removed = 0
    // Edits first: a checkpoint stays as long as its edit.
    for (const remove of [historyRepository.removeEdits, historyRepository.removeCheckpoints])
      removed += await inBatches((limit) => remove(db, id, kept, limit), signal, batchSize)
    return removed
  }

  async function tidyOne(workspace: Tidied, signal: AbortSignal): Promise<void> {
    const removed = await removeHistory(workspace, signal)
    const state = folders.stateOf(workspace.id)
    const swept = join(state, 'swept')
    const sweptSince = (await ageOf(swept)) ?? Number.POSITIVE_INFINITY
    if (removed === 0 && sweptSince < ageMs) return
    const folder = join(state, 'objects')
    const needed = await findNeeded(db, workspace.id, createTrees(createObjectStore(folder)), signal)
    if (!needed) return
    await sweepObjects(folder, { isNeeded: (hash) => needed.has(hash), ageMs, signal })
    await removeLeftOvers(join(state, 'incoming'), ageMs)
    await lookThrough(workspace.folder ?? folders.filesOf(workspace.id), folders.limits.files * 2)
    if (!signal.aborted) await noteSwept(swept)
  }

  return {
    /** What goes wrong in one workspace is told, and does not keep the others from being tidied. */
    async tidy({ signal, onError }: Tidying): Promise<void> {
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

export type WorkspaceRetention = ReturnType<typeof createWorkspaceRetention>

/** Whoever goes through a folder takes along what edits that were cut short have left in it. */
async function lookThrough(folder: string, most: number): Promise<void> {
  const root = await findRoot(folder)
  if (root === undefined) return
  const found = walk(root, '', most)
  try {
    while (!(await found.next()).done);
  } catch (error) {
    // More than a workspace may hold: an operator's folder. Tools that look at it take along what they meet.
    if (!(error instanceof FileRefusal)) throw error
  }
}
