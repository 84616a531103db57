import { say } from '@bellwether/wire'
import { FileRefusal, LARGE_BYTES } from '../../modules/workspaces/index.ts'
import { createTaskThread, TaskTimeout } from '../../platform/threads/task-thread.ts'
import { startWorker } from '../../platform/threads/worker.ts'
import { type Attempt, doTextTask, type TextResult, type TextTask, type TextTaskKind } from './text-tasks.ts'

const MAX_MS = 20_000

const ask = createTaskThread<{ kind: TextTaskKind; task: TextTask<TextTaskKind> }, Attempt>({
  start: () => startWorker('patch', new URL('./patch-file/patch.worker.ts', import.meta.url)),
  timeoutMs: MAX_MS,
})

/** Processes the text of a file; in a worker thread if it would block others. */
export async function runTextTask<K extends TextTaskKind>(
  kind: K,
  task: TextTask<K>,
  signal: AbortSignal,
): Promise<TextResult<K>> {
  const size = Math.max(task.bytes.length, 'content' in task ? task.content.length : 0)
  if (size < LARGE_BYTES) return doTextTask(kind, task)
  try {
    const attempt = await ask({ kind, task }, signal)
    if ('refusal' in attempt) throw new FileRefusal(attempt.refusal, attempt.message, attempt.facts)
    return withBuffers(attempt.result) as TextResult<K>
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    throw new FileRefusal('timeout', say('workspace_files.task_too_slow', { seconds: MAX_MS / 1000 }))
  }
}

/** Buffers arrive from another thread as plain arrays. */
function withBuffers(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      value instanceof Uint8Array
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : name === 'result'
          ? withBuffers(value)
          : value,
    ]),
  )
}
