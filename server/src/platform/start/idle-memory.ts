import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8 only gives its space for new objects back after several seconds without much allocation. */
const LOOK_MS = 6000
const IDLE_LOOKS = 2
/** Share of the time in which the event loop was busy. Health checks and timers stay below. */
const IDLE_BELOW = 0.02

/**
 * Collects garbage once whenever the process has become idle. V8 collects only when something is allocated, so a server at
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

/** Takes the utilization since the last call, and calls `collect` once per idle period. */
export function watchIdle(collect: () => void): (utilization: number) => void {
  let idleLooks = 0
  return (utilization) => {
    if (utilization >= IDLE_BELOW) idleLooks = 0
    else if (++idleLooks === IDLE_LOOKS) collect()
  }
}

function createCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  return typeof collect === 'function' ? () => collect() : () => undefined
}
