import { say } from '@bellwether/wire'
import { startWorker } from '../../../platform/threads/worker.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { SearchAnswer, SearchContents, SearchMessage, SearchTask } from './search-messages.ts'

/** Time limit for the pattern. */
const MAX_MS = 5000
/** A busy machine may take a while to start a thread; that is not the pattern's fault. */
const MAX_START_MS = 20_000
/** Including reads from object storage. */
const MAX_TOTAL_MS = 60_000

type ReadFiles = (paths: readonly string[]) => Promise<SearchContents>

/** Searches in a thread of its own, which is ended when the pattern takes too long. */
export async function runSearch(
  task: SearchTask,
  readFiles: ReadFiles,
  signal: AbortSignal | undefined,
): Promise<SearchAnswer> {
  signal?.throwIfAborted()
  const worker = startWorker('text-search', new URL('./text-search.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  let stop: () => void = () => undefined
  try {
    return await new Promise<SearchAnswer>((resolve, reject) => {
      const clock = startClock(() =>
        reject(
          new FileRefusal('timeout', say('workspace_files.search_too_slow', { seconds: MAX_MS / 1000 })),
        ),
      )
      const onAbort = () => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      stop = () => {
        clock.stop()
        signal?.removeEventListener('abort', onAbort)
      }
      worker.on('message', (message: SearchMessage) => {
        if (message.type === 'answer') return resolve(message.answer)
        if (message.type === 'begun') return clock.run()
        clock.pause()
        readFiles(message.paths).then((contents) => {
          clock.run()
          worker.postMessage(contents)
        }, reject)
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the search ended without a result')))
    })
  } finally {
    stop()
    void worker.terminate()
  }
}

/** Counts the time of the thread, not the time that it waits for files. */
function startClock(giveUp: () => void) {
  let remainingMs = MAX_MS
  let since = performance.now()
  let timer = setTimeout(giveUp, MAX_START_MS)
  const totalTimer = setTimeout(giveUp, MAX_TOTAL_MS)
  return {
    run() {
      clearTimeout(timer)
      since = performance.now()
      timer = setTimeout(giveUp, remainingMs)
    },
    pause() {
      clearTimeout(timer)
      remainingMs -= performance.now() - since
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(totalTimer)
    },
  }
}
