import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startWorker } from '../../../platform/threads/worker.ts'
import type { Grouping, GroupingTask } from './group-questions.ts'

const MAX_MS = 60_000

/** The same as `groupQuestions`, without blocking the event loop. */
export const groupInThread = createTaskThread<GroupingTask, Grouping>({
  start: () => startWorker('topics', new URL('./topics.worker.ts', import.meta.url)),
  timeoutMs: MAX_MS,
})
