import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startProcess } from '../../../platform/threads/worker.ts'
import type { SplitResult, SplitTask } from './copy-audio.ts'

export type { RecordingPart } from './copy-audio.ts'

/** Some models refuse longer recordings. Short parts also make progress visible and cost less if one is repeated. */
const MAX_SECONDS = 20 * 60
/** An hour takes a few seconds of a free core. */
const MAX_MS = 20 * 60_000
const MEMORY_MB = 512

/**
 * A process for each recording, because its bytes come from outside: a damaged one must neither take the memory of the
 * server nor end it, nor the work on others.
 */
const createSplitProcess = () =>
  createTaskThread<SplitTask, SplitResult>({
    start: () =>
      startProcess('split-recording', new URL('./split-recording.worker.ts', import.meta.url), MEMORY_MB),
    timeoutMs: MAX_MS,
    idleMs: 0,
  })

/** Copies the audio of a recording into files of at most 20 minutes and `maxBytes`. */
export async function splitRecording(
  { source, folder, maxBytes }: Pick<SplitTask, 'source' | 'folder' | 'maxBytes'>,
  signal: AbortSignal,
): Promise<SplitResult> {
  try {
    return await createSplitProcess()({ source, folder, maxBytes, maxSeconds: MAX_SECONDS }, signal)
  } catch (error) {
    signal.throwIfAborted()
    return { failure: 'unsupported', reason: String(error) }
  }
}
