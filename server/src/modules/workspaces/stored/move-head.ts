import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Usage } from '../checkpoints/snapshot.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { StoredWorkspace } from '../open-workspace.ts'
import { workspaceRepository } from '../workspace.repository.ts'
import type { Head } from './stored-files.ts'

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
