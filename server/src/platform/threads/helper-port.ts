import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** What a thread or a process has to talk with the server. */
export interface HelperPort {
  postMessage(message: object): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/**
 * A thread of its own, because a process that is busy with a document notices nothing. It looks whether the server was
 * killed, and at all memory: V8's limit only covers objects.
 */
const WATCH = `
  const { writeSync } = require('node:fs')
  const { parent, memoryMb } = require('node:worker_threads').workerData
  setInterval(() => {
    const isTooLarge = process.memoryUsage.rss() > memoryMb * 1024 * 1024
    if (isTooLarge) writeSync(2, 'out of memory: more than ' + memoryMb + ' MiB')
    if (isTooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, 200)`
const SMALL = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 }

/** For a process that `startProcess` started. It ends with the server, however that ends. */
export function openHelperPort(): HelperPort {
  const workerData = { parent: process.ppid, memoryMb: 2 * Number(process.argv[2]) }
  new Worker(WATCH, { eval: true, execArgv: [], resourceLimits: SMALL, workerData }).unref()
  process.on('disconnect', () => process.exit())
  // Signals to all processes of a terminal or a service: the server decides when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  offerItselfFirst()
  return {
    postMessage: (message) => void process.send?.(message),
    on: (event, listener) => process.on(event, listener),
  }
}

/** Linux: when the machine is out of memory, this process ends before the server. */
function offerItselfFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on this system.
  }
}
