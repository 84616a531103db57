import type { Report, Task } from './answer.worker.ts'
import type { Undrawn } from './decorate.ts'
import type { RenderOptions } from './markdown-to-html.ts'

/** Far more than any answer needs, unless it was written to be slow. */
const LIMIT_MS = 3000

const start = (): Worker => new Worker(new URL('./answer.worker.ts', import.meta.url), { type: 'module' })

/**
 * A worker that does one task after the other. Whatever keeps a parser busy, the page stays responsive: a worker that
 * takes too long is ended. Promises reject if its script, or a library, could not be loaded.
 */
export function createAnswerWorker(open: () => Worker = start) {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  /** Undefined if the task takes too long. */
  const run = (task: Task): Promise<unknown> =>
    new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout>
      const giveUp = () => {
        end()
        resolve(undefined)
      }
      worker ??= open()
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        if (data.state === 'begun') timer = setTimeout(giveUp, LIMIT_MS)
        else {
          clearTimeout(timer)
          if (data.state === 'done') resolve(data.html)
          else reject(new Error('A script of the answer was not loaded'))
        }
      }
      worker.onerror = () => {
        clearTimeout(timer)
        reject(new Error('The script of the answer was not loaded'))
      }
      worker.postMessage(task)
    }).catch((error: unknown) => {
      // A new one loads everything again.
      end()
      throw error
    })

  const ask = <T>(task: Task): Promise<T | undefined> => {
    const outcome = last.then(() => run(task))
    last = outcome.catch(() => undefined)
    return outcome as Promise<T | undefined>
  }

  return {
    /** HTML that must be sanitized. */
    toHtml: (text: string, options: RenderOptions) => ask<string>({ kind: 'markdown', text, options }),
    decorate: (items: Undrawn[]) => ask<(string | undefined)[]>({ kind: 'decorations', items }),
  }
}

export const answerWorker = createAnswerWorker()
