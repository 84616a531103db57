import { say } from '@bellwether/wire'
import { startWorker } from '../../../platform/threads/worker.ts'
import { findPlace } from '../disk/place.ts'
import { walk } from '../disk/walk.ts'
import { FileRefusal } from '../file-refusal.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import { BEGUN, type SearchAnswer, type SearchTask } from './search-messages.ts'

export interface SearchRequest {
  /** The folder to search in; empty = all of the workspace. */
  path: string
  regex: string
  caseSensitive: boolean
  filePattern?: string | undefined
  mostHits: number
}

const LIMITS = { fileBytes: 2 * 1024 * 1024, context: 2, lineChars: 300 }
const MAX_MS = 5000
/** A busy machine may take a while to start a thread; that is not the pattern's fault. */
const MAX_START_MS = 20_000
const MAX_PATTERN = 1000
/** Folders of what others have made; they are searched when they are named. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  '__pycache__',
  'dist',
  '.svelte-kit',
])

/** Lines that a pattern matches. The pattern may be a bad one: it runs in a thread of its own, for a few seconds at most. */
export async function searchFiles(workspace: OpenWorkspace, request: SearchRequest, signal?: AbortSignal) {
  if (request.regex.length > MAX_PATTERN || (request.filePattern?.length ?? 0) > MAX_PATTERN)
    throw new FileRefusal('bad_pattern', say('workspace_files.pattern_too_long', { limit: MAX_PATTERN }))
  const { path } = await findPlace(workspace.root, request.path)
  const files: SearchTask['files'] = []
  for await (const found of walk(workspace.root, path, workspace.limits.files * 2)) {
    const rest = path === '' ? found.path : found.path.slice(path.length + 1)
    if (found.kind === 'file' && !rest.split('/').some((step) => PASSED_OVER.has(step)))
      files.push(found.path)
  }
  const { regex, caseSensitive, filePattern, mostHits } = request
  const answer = await runSearch(
    { root: workspace.root, files, regex, caseSensitive, filePattern, limits: { ...LIMITS, hits: mostHits } },
    signal,
  )
  if ('fault' in answer)
    throw new FileRefusal('bad_pattern', say('workspace_files.pattern_invalid', { reason: answer.fault }))
  return answer
}

function runSearch(task: SearchTask, signal: AbortSignal | undefined): Promise<SearchAnswer> {
  signal?.throwIfAborted()
  const worker = startWorker('text-search', new URL('./text-search.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const { promise, resolve, reject } = withResolvers<SearchAnswer>()
  const giveUp = () =>
    reject(new FileRefusal('timeout', say('workspace_files.search_too_slow', { seconds: MAX_MS / 1000 })))
  let timer = setTimeout(giveUp, MAX_START_MS)
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  worker.on('message', (message: SearchAnswer | typeof BEGUN) => {
    if (message !== BEGUN) return resolve(message)
    clearTimeout(timer)
    timer = setTimeout(giveUp, MAX_MS)
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the search ended without an answer')))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    void worker.terminate()
  })
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
