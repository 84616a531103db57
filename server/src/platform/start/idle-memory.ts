import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 3000
/**
 * In an idle period, the looks after which garbage is collected. V8 gives memory back only in the second collection, and
 * the space for new objects only after several seconds without much allocation.
 */
const COLLECTED_AFTER = [2, 3]
/** A server with a request every few seconds would otherwise collect after each of them. */
const LOOKS_BETWEEN_PERIODS = 20
/** Share of the time in which the event loop was busy. Health checks and timers stay below. */
const IDLE_BELOW = 0.02

/**
 * Collects garbage whenever the process has become idle. V8 collects only when something is allocated, so a server at
 * rest would keep the memory of its last busy minute, or of its start: about 20 MB.
 */
export function releaseMemoryWhenIdle(): void {
  const watch = watchIdle(createCollector())
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    watch(performance.eventLoopUtilization(now, before).utilization)
    before = now
  }, LOOK_MS).unref()
}

/** Takes the utilization since the last call, and calls `collect` twice per idle period. */
export function watchIdle(collect: () => void): (utilization: number) => void {
  let idleLooks = 0
  let looksToSkip = 0
  return (utilization) => {
    looksToSkip = Math.max(0, looksToSkip - 1)
    idleLooks = utilization < IDLE_BELOW && (idleLooks > 0 || looksToSkip === 0) ? idleLooks + 1 : 0
    if (!COLLECTED_AFTER.includes(idleLooks)) return
    collect()
    looksToSkip = LOOKS_BETWEEN_PERIODS
  }
}

/** Not before it is needed: a changed flag makes V8 refuse the code that the build has compiled. */
function createCollector(): () => void {
  let collect: unknown
  return () => {
    if (collect === undefined) {
      setFlagsFromString('--expose-gc')
      collect = runInNewContext('gc')
    }
    if (typeof collect === 'function') collect()
  }
}
