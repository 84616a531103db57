import { answerTasks } from '../../../platform/task-thread.ts'
import { type PatchedText, type PatchTask, patchText } from './patch-text.ts'

answerTasks<PatchTask, PatchedText>((task) => {
  // They come over as a plain array.
  const { buffer, byteOffset, length } = task.bytes
  return patchText({ ...task, bytes: Buffer.from(buffer, byteOffset, length) })
})
