import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startWorker } from '../../../platform/threads/worker.ts'

export interface PatternTask {
  pattern: string
  text: string
}

/** In a thread with a time limit: some patterns take hours on some texts. */
export const matchesPattern = createTaskThread<PatternTask, boolean>({
  start: () => startWorker('pattern', new URL('./pattern.worker.ts', import.meta.url)),
  timeoutMs: 2000,
})
