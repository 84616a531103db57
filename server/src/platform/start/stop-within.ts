import type { Log } from '../log.ts'

export interface StopDeps {
  close(): Promise<void>
  limitMs: number
  log: Pick<Log, 'fatal'>
  exit(code: number): void
}

/**
 * Ends the process when everything is closed, or at the time limit, because supervisors would otherwise wait for a
 * hanging part.
 */
export function stopWithin({ close, limitMs, log, exit }: StopDeps): void {
  const timer = setTimeout(() => {
    // The log itself may be what fails.
    try {
      log.fatal({ limitMs }, 'shutdown took too long')
    } finally {
      exit(1)
    }
  }, limitMs)
  timer.unref()
  close().then(
    () => {
      clearTimeout(timer)
      exit(0)
    },
    (error: unknown) => {
      clearTimeout(timer)
      log.fatal({ err: error }, 'shutdown failed')
      exit(1)
    },
  )
}
