import { say } from '@bellwether/wire'
import { startWorker } from '../../../platform/threads/worker.ts'
import { FileRefusal, isFileRefusal } from '../file-refusal.ts'
import { type Files, readRegularFile } from '../files/folder-view.ts'
import { findPlace } from '../files/place.ts'
import { walk } from '../files/walk.ts'
import { filesOf, type OpenWorkspace } from '../open-workspace.ts'

export interface SearchRequest {
  /** The folder to search in; empty = all of the workspace. */
  path: string
  regex: string
  caseSensitive: boolean
  filePattern?: string | undefined
  maxHits: number
}

const LIMITS = { fileBytes: 2 * 1024 * 1024, context: 2, lineChars: 300 }
const MAX_PATTERN = 1000
/** Generated and installed files; searched only when the path names such a folder. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.venv', '__pycache__', 'dist', '.svelte-kit'])

/** Lines that a pattern matches. A bad pattern may take forever, so it runs in a separate thread, for a few seconds at most. */
export async function searchFiles(workspace: OpenWorkspace, request: SearchRequest, signal?: AbortSignal) {
  if (request.regex.length > MAX_PATTERN || (request.filePattern?.length ?? 0) > MAX_PATTERN)
    throw new FileRefusal('bad_pattern', say('workspace_files.pattern_too_long', { limit: MAX_PATTERN }))
  const source = await filesOf(workspace)
  const { path } = await findPlace(source, request.path)
  const files: SearchTask['files'] = []
  for await (const entry of walk(source, path, workspace.limits.files * 2)) {
    const rest = path === '' ? entry.path : entry.path.slice(path.length + 1)
    if (entry.kind === 'file' && !rest.split('/').some((step) => SKIPPED.has(step))) files.push(entry.path)
  }
  const { regex, caseSensitive, filePattern, maxHits } = request
  const root = workspace.kind === 'disk' ? workspace.root : null
  const answer = await runSearch(
    { root, files, regex, caseSensitive, filePattern, limits: { ...LIMITS, hits: maxHits } },
    (paths) => Promise.all(paths.map((file) => readForSearch(source, file))),
    signal,
  )
  if ('fault' in answer)
    throw new FileRefusal('bad_pattern', say('workspace_files.pattern_invalid', { reason: answer.fault }))
  return answer
}

/** Undefined for a file that is too large. */
async function readForSearch(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    return (await readRegularFile(files, path, LIMITS.fileBytes)).bytes
  } catch (error) {
    if (isFileRefusal(error)) return undefined
    throw error
  }
}

/** Time limit for the pattern. */
const MAX_MS = 5000
/** A busy machine may take a while to start a thread; that is not the pattern's fault. */
const MAX_START_MS = 20_000
/** Including reads from object storage. */
const MAX_TOTAL_MS = 60_000

type ReadFiles = (paths: readonly string[]) => Promise<SearchContents>

/** Searches in a thread of its own, which is ended when the pattern takes too long. */
async function runSearch(
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

export interface SearchTask {
  /** The folder on disk that the thread reads from; null = the files are stored, and the thread asks for their contents. */
  root: string | null
  files: string[]
  regex: string
  caseSensitive: boolean
  filePattern: string | undefined
  limits: { fileBytes: number; hits: number; context: number; lineChars: number }
}

export interface SearchHit {
  path: string
  line: number
  /** With the lines around it, numbered. */
  text: string
}

export type SearchAnswer = { hits: SearchHit[]; searched: number; more: boolean } | { fault: string }

/** From the thread. */
export type SearchMessage =
  /** The thread is running: from now on the time counts. */
  | { type: 'begun' }
  /** The thread waits for these files; the time limit is paused. */
  | { type: 'read'; paths: string[] }
  | { type: 'answer'; answer: SearchAnswer }

/** To the thread: in the order of the paths; undefined for a file that can't be searched. */
export type SearchContents = (Uint8Array | undefined)[]
