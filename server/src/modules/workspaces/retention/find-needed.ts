import type { Db } from '../../../platform/db/db.ts'
import type { Trees } from '../checkpoints/tree.ts'
import { FileRefusal } from '../file-refusal.ts'
import { historyRepository } from './history.repository.ts'

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
