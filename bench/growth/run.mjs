// npm run bench -- growth: how the cost of a request grows with streams, passages, tools, messages, assistants and usage rows.
//   npm run bench -- growth messages tools   only these tables
// Prints Markdown tables for docs/performance.md. The million passages are a benchmark of their own: npm run bench:large-search.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../../scripts/setup.mjs'
import { createCall } from '../support/call.mjs'
import { load } from '../support/load.mjs'
import { ADMIN, pinSelf, start, startServer, stopAll, untilUp } from '../support/processes.mjs'
import { measureAssistants, measureUsageRows } from './database.mjs'
import { makeAssistant } from './measure.mjs'
import { measurePassages } from './passages.mjs'
import { measureMessages, measureTools } from './prompts.mjs'
import { measureStreams } from './streams.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()

const TABLES = {
  streams: measureStreams,
  messages: measureMessages,
  tools: measureTools,
  passages: measurePassages,
  assistants: measureAssistants,
  usage: measureUsageRows,
}
const UPSTREAM_PORT = 9190
const SERVER_PORT = 9191
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in TABLES))
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}. Tables: ${Object.keys(TABLES).join(', ')}`)

const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))
try {
  start(0, ['bench/support/upstream.mjs'], { PORT: String(UPSTREAM_PORT) })
  const server = startServer({ port: SERVER_PORT, dataDir, upstream: `http://127.0.0.1:${UPSTREAM_PORT}/v1` })
  pinSelf()
  const url = `http://127.0.0.1:${SERVER_PORT}`
  await Promise.all([untilUp(`http://127.0.0.1:${UPSTREAM_PORT}/open`), untilUp(`${url}/ready`)])
  const call = createCall(url)
  const { data } = await call('POST', '/creator/login', undefined, ADMIN)
  const { key } = await call('POST', '/api-keys', data.token, { name: 'bench' })
  const bench = {
    pid: server.pid,
    dataDir,
    url,
    upstream: `http://127.0.0.1:${UPSTREAM_PORT}`,
    call: (method, path, body) => call(method, path, data.token, body),
    /** The target of the load. */
    target: (assistant) => ({
      host: '127.0.0.1',
      port: SERVER_PORT,
      key,
      model: `lamb_assistant.${assistant}`,
    }),
  }
  // Warms up the JIT compiler; otherwise the first row would be the slowest.
  const warm = await makeAssistant(bench, 'warm-up')
  await load(bench.target(warm), { concurrency: 20, count: 4000 })
  for (const [name, measure] of Object.entries(TABLES))
    if (chosen.length === 0 || chosen.includes(name)) print(await measure(bench))
} finally {
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}

/** @param {{ title: string, columns: string[], rows: (string | number)[][] }} table */
function print({ title, columns, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  console.log(
    ['', `**${title}**`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'),
  )
}
