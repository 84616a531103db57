import { holdOpen } from '../support/load.mjs'
import { cpuMs, pause, residentMiB, round } from '../support/processes.mjs'
import { makeAssistant } from './measure.mjs'

const WATCHED_MS = 5000

/** Streams of one token per second each: more would be too much for the load on the other core. The longest block is the longest wait of another small request. */
export async function measureStreams(bench) {
  const target = bench.target(await makeAssistant(bench, 'streams', { llm: 'paced-120x1000' }))
  const rows = []
  for (const count of [1, 10, 100, 1000, 4000]) {
    const before = residentMiB(bench.pid)
    const streams = await holdOpen(target, count)
    await untilOpen(bench, count)
    const cpu = cpuMs(bench.pid)
    const longest = await longestWait(bench)
    const perSecond = (cpuMs(bench.pid) - cpu) / (WATCHED_MS / 1000)
    rows.push([
      count,
      streams.broken(),
      round(perSecond / count, 2),
      round(((residentMiB(bench.pid) - before) * 1024) / count, 1),
      round(longest, 0),
    ])
    streams.leave()
    await untilOpen(bench, 0)
  }
  return {
    title: 'Open streams',
    columns: [
      'streams',
      'broken',
      'CPU per stream and second (ms)',
      'memory per stream (KiB)',
      'longest wait of another request (ms)',
    ],
    rows,
  }
}

async function untilOpen({ upstream }, count) {
  for (let turn = 0; turn < 120; turn++) {
    const open = Number(await (await fetch(`${upstream}/open`)).text())
    if (count === 0 ? open === 0 : open >= count) return
    await pause(250)
  }
}

async function longestWait({ url }) {
  let longest = 0
  const end = performance.now() + WATCHED_MS
  while (performance.now() < end) {
    const startedAt = performance.now()
    await (await fetch(`${url}/health`)).text()
    longest = Math.max(longest, performance.now() - startedAt)
    await pause(10)
  }
  return longest
}
