import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startWorker } from '../../../platform/threads/worker.ts'
import { type DiffSide, type FileDiff, unifiedDiff } from './unified-diff.ts'

export interface DiffTask {
  path: string
  before: DiffSide | undefined
  after: DiffSide | undefined
}

/** Texts from this size on are read, changed and compared in a thread: it takes long enough for others to notice. */
export const LARGE_BYTES = 512 * 1024

const MAX_MS = 30_000

const ask = createTaskThread<DiffTask, FileDiff>({
  start: () => startWorker('diff', new URL('./diff.worker.ts', import.meta.url)),
  timeoutMs: MAX_MS,
})

/** The same as `unifiedDiff`, for files of any size. */
export async function diffFiles(
  path: string,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
  signal?: AbortSignal,
): Promise<FileDiff> {
  const bytes = Math.max(before?.bytes.length ?? 0, after?.bytes.length ?? 0)
  if (bytes < LARGE_BYTES) return unifiedDiff(path, before, after)
  return ask({ path, before: toSent(before), after: toSent(after) }, signal)
}

/** Only this is sent to the thread: the rest of a file can't be cloned. */
const toSent = (side: DiffSide | undefined): DiffSide | undefined =>
  side && { bytes: side.bytes, mode: side.mode }
