import { FileRefusal, LARGE_BYTES } from '../../../modules/workspaces/index.ts'
import { createTaskThread, TaskTimeout } from '../../../platform/task-thread.ts'
import { startWorker } from '../../../platform/worker.ts'
import { type PatchedText, type PatchTask, patchText } from './patch-text.ts'

const LONGEST_MS = 20_000

const ask = createTaskThread<PatchTask, PatchedText>({
  start: () => startWorker('patch', new URL('./patch.worker.ts', import.meta.url)),
  longestMs: LONGEST_MS,
})

/** `patchText`, in a thread where it would hold up others. */
export async function patchAnyText(task: PatchTask, signal: AbortSignal): Promise<PatchedText> {
  if (task.bytes.length < LARGE_BYTES) return patchText(task)
  try {
    const { result, ...rest } = await ask(task, signal)
    return { ...rest, result: 'bytes' in result ? { ...result, bytes: toBuffer(result.bytes) } : result }
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    throw new FileRefusal(
      'timeout',
      `The changes took longer than ${LONGEST_MS / 1000} s to check; send fewer at a time. Nothing was changed.`,
    )
  }
}

const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
