import { answerTasks } from '../../../platform/threads/task-thread.ts'
import { type Attempt, attemptTextTask, type TextTask, type TextTaskKind } from '../text-tasks.ts'

answerTasks<{ kind: TextTaskKind; task: TextTask<TextTaskKind> }, Attempt>(({ kind, task }) => {
  // Buffers arrive from another thread as plain arrays.
  const { buffer, byteOffset, length } = task.bytes
  return attemptTextTask(kind, { ...task, bytes: Buffer.from(buffer, byteOffset, length) })
})
