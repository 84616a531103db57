// npm run bench -- [name] [arguments]: the benchmarks. Without a name, the cost of a streamed answer.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { commandOf, installIfNeeded, requireNode, root } from '../scripts/setup.mjs'

/** By name; those that end in .ts open a browser. */
const BENCHMARKS = {
  'break-lines': 'code/break-lines.mjs',
  stream: 'run.mjs',
  costs: 'costs.mjs',
  growth: 'growth/run.mjs',
  'import-lamb': 'import-lamb.mjs',
  ingestion: 'knowledge/ingestion.mjs',
  'large-search': 'knowledge/large-search.mjs',
  nearest: 'knowledge/nearest.mjs',
  orchestrator: 'orchestrator.mjs',
  patch: 'patch.mjs',
  reports: 'reports.mjs',
  retrieval: 'retrieval.mjs',
  'sign-ins': 'sign-ins.mjs',
  simulate: 'simulate.mjs',
  'small-files': 'knowledge/small-files.mjs',
  smooth: 'web-smooth.ts',
  'tool-memory': 'tool-memory.mjs',
  tools: 'tools.mjs',
  'web-start': 'web-start.ts',
}

const [first, ...rest] = process.argv.slice(2)
const hasName = first !== undefined && !first.startsWith('-')
const name = hasName ? first : 'stream'
const file = BENCHMARKS[name]
if (!file) {
  console.error(`There is no benchmark “${name}”. There are: ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(1)
}

requireNode()
await installIfNeeded()
const path = join('bench', file)
let command = [path, ...(hasName ? rest : process.argv.slice(2))]
if (file.endsWith('.ts')) {
  await buildIfNeeded()
  command = [commandOf('vitest'), 'run', '--config', 'bench/vitest.config.ts', path]
}
process.exitCode = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1
