import { readFileSync } from 'node:fs'

// Node 20 can't tell the CPU time of one thread, but Linux can. Elsewhere, `process.threadCpuUsage` of newer versions
// of Node is used, or the wall clock.

const CLOCK_TICK_MS = 10

/** CPU time that the current thread has used, in milliseconds; the wall clock where that is unknown. */
export function threadTime(): number {
  const ofThread = cpuTimeOf('thread-self')
  if (ofThread !== undefined) return ofThread
  if ('threadCpuUsage' in process && typeof process.threadCpuUsage === 'function') {
    const { user, system } = process.threadCpuUsage() as { user: number; system: number }
    return (user + system) / 1000
  }
  return performance.now()
}

/**
 * CPU time that a thread has used, in milliseconds; the main thread of a process is `<pid>/task/<pid>`. Undefined if it
 * is unknown or the thread has ended.
 */
export function cpuTimeOf(thread: string): number | undefined {
  try {
    // In parentheses is the name of the thread, which may contain spaces. User and system time are fields 14 and 15.
    const [, fields = ''] = readFileSync(`/proc/${thread}/stat`, 'latin1').split(/\) (?!.*\) )/s)
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    const ticks = (user ?? Number.NaN) + (system ?? Number.NaN)
    return Number.isFinite(ticks) ? ticks * CLOCK_TICK_MS : undefined
  } catch {
    return undefined
  }
}
