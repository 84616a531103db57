// npm run bench -- patch: the share of calls of patch_file that are applied, refused with a helpful message, or damage the file.
// Damaged must be 0: a file is either as requested or unchanged, byte for byte.
// Also measures the longest time for which a call blocks the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'
import { createRandom, KINDS } from './support/patch-corpus.mjs'

requireNode()
await installIfNeeded()
const { register } = await import('tsx/esm/api')
register()
const { openToolDesk } = await import('../server/src/tools/workspace/testing.ts')
const { patchFileTool } = await import('../server/src/tools/workspace/patch-file/patch-file.tool.ts')

const EACH = Number(process.env.CASES ?? 60)
const OF_LARGE = Math.max(1, Math.round(EACH / 10))

const desk = await openToolDesk({ limits: { bytes: 500 * 1024 * 1024, files: 10_000 } })
const tool = patchFileTool(desk)
const percent = (part, total) => (total === 0 ? '–' : `${((part / total) * 100).toFixed(1)} %`)
let traces = 0

const loop = monitorEventLoopDelay({ resolution: 1 })

async function send(path, changes) {
  // Creating the case must not count.
  await pause(5)
  loop.enable()
  loop.reset()
  const start = performance.now()
  const output = await desk.call(tool, { file_path: path, changes }, { traceId: `bench ${++traces}` })
  const ms = performance.now() - start
  await pause(5)
  loop.disable()
  return { output, ms, heldMs: loop.max / 1e6 }
}

/** A refusal is helpful if it names its kind, says that nothing was changed, and says what the next attempt needs. */
function isUsable(reason) {
  const { type, code, error, details } = JSON.parse(reason)
  const tells =
    details?.mismatches?.length > 0 || details?.file_lines !== undefined || details?.changes !== undefined
  return type === 'tool_error' && code !== undefined && /nothing was changed/i.test(error) && tells
}

async function runKind(name, make) {
  const count = name.startsWith('200,000') ? OF_LARGE : EACH
  const random = createRandom(7)
  const result = {
    applied: 0,
    usable: 0,
    unusable: 0,
    damaged: 0,
    retried: 0,
    retriable: 0,
    times: [],
    held: [],
  }
  for (let index = 0; index < count; index++) {
    const { before, changes, right, expected } = make(random)
    const path = `${name.replace(/\W+/g, '-')}.txt`
    await desk.put(path, before)
    const { output, ms, heldMs } = await send(path, changes)
    result.times.push(ms)
    result.held.push(heldMs)
    const after = await desk.text(path)
    if (output.ok ? after !== right : after !== before) result.damaged++
    else if (output.ok) result.applied++
    else if (right === undefined && isUsable(output.reason)) result.usable++
    else result.unusable++
    if (!output.ok && expected !== undefined) await retry(path, changes, output.reason, expected, result)
  }
  return { name, count, ...result }
}

/** Tries again like a model: with the lines that the refusal suggests. */
async function retry(path, changes, reason, expected, result) {
  result.retriable++
  const { suggested_line_start: line_start, suggested_line_end: line_end } =
    JSON.parse(reason).details?.mismatches?.[0] ?? {}
  if (line_start === undefined) return
  const before = await desk.text(path)
  const { output } = await send(path, [{ ...changes[0], line_start, line_end }])
  const after = await desk.text(path)
  if (output.ok && after === expected) result.retried++
  else if (after !== before) result.damaged++
}

const rows = []
for (const [name, make] of Object.entries(KINDS)) rows.push(await runKind(name, make))
await desk.close()

const head = [
  'what is sent',
  'calls',
  'applied',
  'refused, usable words',
  'refused, no help',
  'damaged',
  'right on the 2nd try',
  'p50 ms',
  'p50 ms held',
]
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const cells = rows.map(
  ({ name, count, applied, usable, unusable, damaged, retried, retriable, times, held }) => [
    name,
    String(count),
    percent(applied, count),
    percent(usable, count),
    percent(unusable, count),
    String(damaged),
    retriable > 0 ? percent(retried, retriable) : '–',
    median(times).toFixed(1),
    median(held).toFixed(1),
  ],
)
const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column].length)))
const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n'))

const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
const calls = sum('count')
console.log(
  `\n${calls} calls: ${percent(sum('applied'), calls)} applied, ${percent(sum('usable'), calls)} refused with a usable message, ${percent(sum('unusable'), calls)} refused without, ${sum('damaged')} damaged`,
)
if (sum('damaged') > 0 || sum('unusable') > 0) process.exitCode = 1
