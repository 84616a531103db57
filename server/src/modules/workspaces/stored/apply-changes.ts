import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Usage } from '../disk/snapshot.ts'
import { FileRefusal } from '../file-refusal.ts'
import { type StoredWorkspace, usageAt } from '../open-workspace.ts'
import { isSame, type Leaf, type TreeChange, type Trees } from '../trees/tree.ts'
import { workspaceRepository } from '../workspace.repository.ts'
import type { Head } from './stored-files.ts'

interface Applied<T> {
  /** Called with the version that the changes are applied to. Refuses by throwing. */
  plan(head: Head): Promise<TreeChange[]>
  /** May refuse the result. */
  check?(usage: Usage, head: Head): void
  /** Saved together with the changes. */
  save(tx: Db, result: { tree: string; changes: readonly TreeChange[] }): Promise<T>
}

/** Changes many files at once: all of them, or none. */
export const applyChanges = <T>(
  db: Db,
  workspace: StoredWorkspace,
  { plan, check, save }: Applied<T>,
): Promise<T> =>
  moveHead(db, workspace, async (head) => {
    const changes = await plan(head)
    const usage = usageWith(usageAt(head), changes)
    check?.(usage, head)
    const tree = await workspace.trees.withLeaves(
      head.tree,
      changes.map(({ path, after }) => [path, after] as const),
    )
    return { tree, usage, save: (tx) => save(tx, { tree, changes }) }
  })

function usageWith(usage: Usage, changes: readonly TreeChange[]): Usage {
  let { files, bytes } = usage
  for (const { before, after } of changes) {
    files += (after ? 1 : 0) - (before ? 1 : 0)
    bytes += sizeOf(after) - sizeOf(before)
  }
  return { files, bytes }
}

/** The paths whose files have changed since the changes were computed. */
export async function findConflicts(
  trees: Trees,
  tree: string,
  changes: readonly TreeChange[],
): Promise<string[]> {
  const paths: string[] = []
  for (const { path, before } of changes) if (!isSame(await trees.find(tree, path), before)) paths.push(path)
  return paths
}

const sizeOf = (leaf: Leaf | undefined): number =>
  leaf === undefined ? 0 : leaf.kind === 'file' ? leaf.size : Buffer.byteLength(leaf.target)

/** The next version of the files. Its objects are stored already. */
export interface Next<T> {
  tree: string
  usage: Usage
  /** Unchanged when not given. */
  baseline?: string | undefined
  /** Saved in the same transaction as the new version. */
  save(tx: Db): Promise<T>
}

/** Each try fails only because another instance has succeeded. */
const MAX_TRIES = 50
const MAX_PAUSE_MS = 20

/**
 * Changes the files of a stored workspace: `plan` works out the next version from the current one, and it counts only if no other edit
 * came first. Otherwise it is planned again from the new content. In this process one change at a time.
 */
export const moveHead = <T>(
  db: Db,
  workspace: StoredWorkspace,
  plan: (head: Head) => Promise<Next<T>>,
  signal?: AbortSignal | undefined,
): Promise<T> =>
  workspace.withLock(
    `head of ${workspace.id}`,
    async () => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const head = await workspace.readHead()
        const next = await plan(head)
        const moved = await tryMove(db, workspace.id, head, next)
        if (moved) return moved.result
        await wait(Math.random() * MAX_PAUSE_MS, undefined, { signal })
      }
      throw new FileRefusal('busy', say('workspace_files.busy'))
    },
    signal,
  )

const tryMove = <T>(db: Db, id: string, head: Head, next: Next<T>): Promise<{ result: T } | undefined> =>
  db.transaction().execute(async (tx) => {
    const moved = await workspaceRepository.moveHead(tx, id, head, {
      tree: next.tree,
      baseline: next.baseline ?? head.baseline,
      file_count: next.usage.files,
      byte_count: next.usage.bytes,
      updated_at: nowSeconds(),
    })
    return moved ? { result: await next.save(tx) } : undefined
  })
