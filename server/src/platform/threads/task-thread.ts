import { parentPort, type Worker } from 'node:worker_threads'
import type { HelperPort } from './helper-port.ts'
import type { HelperProcess } from './helper-process.ts'
import { PendingCalls } from './pending-calls.ts'

export interface TaskThreadOptions {
  start(): Worker | HelperProcess
  /** Maximum duration of a task; exceeding it ends the thread. */
  timeoutMs: number
  /** The thread ends after being idle for this long. */
  idleMs?: number
}

type TaskAnswer = { id: number; answer: unknown } | { id: number; error: string }

/** A task took too long. */
export class TaskTimeout extends Error {}

/**
 * A thread for tasks that would block the event loop. It starts with the first task, runs one at a time and ends when
 * it is idle.
 */
export function createTaskThread<Task, Answer>({ start, timeoutMs, idleMs = 30_000 }: TaskThreadOptions) {
  const waiting = new PendingCalls<unknown>()
  let worker: Worker | HelperProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end(which: Worker | HelperProcess, error: unknown): void {
    if (worker !== which) return
    worker = undefined
    clearTimeout(idle)
    waiting.rejectAll(error)
    void which.terminate()
  }

  function running(): Worker | HelperProcess {
    if (worker) return worker
    const started = start()
    started.unref()
    started.on('message', (received: unknown) => {
      const message = received as TaskAnswer
      const task = waiting.get(message.id)
      if ('answer' in message) task?.resolve(message.answer)
      else task?.reject(new Error(message.error))
    })
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('The thread has exited')))
    worker = started
    return started
  }

  return async function ask(task: Task, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted()
    clearTimeout(idle)
    const thread = running()
    let id = 0
    const promise = new Promise<unknown>((resolve, reject) => {
      id = waiting.add({ resolve, reject })
    })
    const onAbort = () => waiting.get(id)?.reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => end(thread, new TaskTimeout('It took too long')), timeoutMs)
    try {
      thread.postMessage({ id, task })
      return (await promise) as Answer
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      waiting.take(id)
      if (waiting.size === 0)
        idle = setTimeout(() => end(thread, new Error('The thread has exited')), idleMs).unref()
    }
  }
}

/** The counterpart that runs in the thread or process. */
export function answerTasks<Task, Answer>(
  work: (task: Task) => Answer | Promise<Answer>,
  port: HelperPort | null = parentPort,
): void {
  let last = Promise.resolve()
  async function answer(id: number, task: Task): Promise<void> {
    let message: TaskAnswer
    try {
      message = { id, answer: await work(task) }
    } catch (error) {
      message = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
    port?.postMessage(message)
  }
  port?.on('message', (message: unknown) => {
    const { id, task } = message as { id: number; task: Task }
    last = last.then(() => answer(id, task))
  })
}
