import type { Db } from '../../platform/db/db.ts'
import { fileRepository } from './file.repository.ts'
import type { FileStore } from './file-store.ts'

export interface UnownedDeps {
  db: Db
  store: Pick<FileStore, 'list'>
  /** Unless it has a row by now. */
  remove(path: string): Promise<void>
}

/**
 * Removes files without a row, left by a server that was killed while it added or deleted them. Recent files are skipped, because
 * their row may follow; so are files without an account or older than it, because another database may be restored.
 */
export async function removeUnowned(
  { db, store, remove }: UnownedDeps,
  ageMs: number,
  signal: AbortSignal,
): Promise<void> {
  let current: { user: string; since: number | undefined; paths: ReadonlySet<string> } | undefined
  for await (const { path, writtenAt, storedAt } of store.list()) {
    if (signal.aborted) return
    const [user = ''] = path.split('/')
    if (!/^\d{1,15}$/.test(user) || Date.now() - storedAt < ageMs) continue
    // Files of the same person are mostly adjacent.
    if (current?.user !== user)
      current = {
        user,
        since: await fileRepository.userSince(db, Number(user)),
        paths: new Set(await fileRepository.pathsIn(db, Number(user))),
      }
    const { since, paths } = current
    if (since !== undefined && writtenAt >= since * 1000 && !paths.has(path)) await remove(path)
  }
}
