import type { Db } from '../../../platform/db/db.ts'
import type { Usage } from '../checkpoints/snapshot.ts'
import { isSame, type Leaf, type TreeChange, type Trees } from '../checkpoints/tree.ts'
import { type StoredWorkspace, usageAt } from '../open-workspace.ts'
import { moveHead } from './move-head.ts'
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
