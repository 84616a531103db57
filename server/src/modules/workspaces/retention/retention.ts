import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../platform/db/db.ts'
import { createTrees } from '../checkpoints/tree.ts'
import { createObjectStore } from '../disk/object-store.ts'
import { isOlder, namesIn, sweepObjects } from '../disk/sweep-objects.ts'
import { walk } from '../disk/walk.ts'
import { FileRefusal, hasCode } from '../file-refusal.ts'
import type { WorkspaceFolders } from '../open-workspace.ts'
import { findNeeded } from './find-needed.ts'
import { historyRepository } from './history.repository.ts'

export interface RetentionDeps {
  db: Db
  folders: WorkspaceFolders
  /** So many edits and checkpoints of a workspace are kept, and all that nobody has approved yet. */
  keepEdits: number
  onError(error: unknown): void
  /** Only tests hand in others. */
  ageMs?: number
  batchSize?: number
}

const DAY_MS = 86_400_000
/** Nobody may ever approve anything; even that comes to an end. */
const MOST_TIMES = 10
/** An approval takes a while, and says at its end when it was. */
const APPROVING_SECONDS = 60
const WORKSPACES_AT_ONCE = 100

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
  onError,
  ageMs = DAY_MS,
  batchSize = 500,
}: RetentionDeps) {
  async function removeHistory({ id, approved_at }: Tidied, signal: AbortSignal): Promise<number> {
    const since = approved_at === null ? 0 : approved_at - APPROVING_SECONDS
    const kept = { newest: keepEdits, since, most: keepEdits * MOST_TIMES }
    let removed = 0
    // Edits first: a checkpoint stays as long as its edit.
    for (const remove of [historyRepository.removeEdits, historyRepository.removeCheckpoints])
      for (let gone = batchSize; gone === batchSize && !signal.aborted; removed += gone)
        gone = await remove(db, id, kept, batchSize)
    return removed
  }

  async function tidyOne(workspace: Tidied, signal: AbortSignal): Promise<void> {
    const removed = await removeHistory(workspace, signal)
    const state = folders.stateOf(workspace.id)
    const swept = join(state, 'swept')
    if (removed === 0 && !(await isDue(swept, ageMs))) return
    const folder = join(state, 'objects')
    const needed = await findNeeded(db, workspace.id, createTrees(createObjectStore(folder)), signal)
    if (!needed) return
    await sweepObjects(folder, { isNeeded: (hash) => needed.has(hash), ageMs, signal })
    await removeLeftOvers(join(state, 'incoming'), ageMs)
    await lookThrough(workspace.folder ?? folders.filesOf(workspace.id), folders.limits.files * 2)
    if (!signal.aborted) await note(swept)
  }

  return {
    async tidy(signal: AbortSignal = new AbortController().signal): Promise<void> {
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

const isDue = async (swept: string, ageMs: number): Promise<boolean> =>
  (await isOlder(swept, ageMs)) || !(await isThere(swept))

const isThere = async (place: string): Promise<boolean> => (await namesIn(join(place, '..'))).includes('swept')

async function note(swept: string): Promise<void> {
  try {
    await writeFile(swept, '', { mode: 0o600 })
  } catch (error) {
    // The workspace was deleted meanwhile.
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
