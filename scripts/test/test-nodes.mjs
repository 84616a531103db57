// Vitest's global setup: other versions of Node, for the tests in e2e/nodes.test.ts. They are packages on npm, kept in
// node_modules/.cache. Tests read them from TEST_NODES:
// {"22.23.3": { "program": "/path/to/node", "isDaily": false }}.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram, root } from '../setup.mjs'

/** The oldest supported version and the newest one are tried every day, those between them by npm run test:all. */
const ALWAYS = ['20.19.0', '26.10.0']
const IN_BETWEEN = ['22.23.3', '24.21.0']
const LIMIT_MS = 300_000

export default function setup() {
  if (process.env.TEST_NODES) return
  const versions = process.env.TEST_ALL ? [...ALWAYS, ...IN_BETWEEN] : ALWAYS
  /** @type {Record<string, { program: string, isDaily: boolean }>} */
  const programs = {}
  for (const version of versions) {
    const program = ensure(version)
    if (program) programs[version] = { program, isDaily: ALWAYS.includes(version) }
    else console.warn(`\n!!! Node ${version} could not be installed. Its tests are SKIPPED.\n`)
  }
  process.env.TEST_NODES = JSON.stringify(programs)
}

/** @param {string} version */
function ensure(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, 'node_modules/.cache/nodes', version)
  const program = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const [command, ...args] = npmProgram()
  spawnSync(
    command,
    [
      ...args,
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      `${name}@${version}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: LIMIT_MS },
  )
  return existsSync(program) ? program : undefined
}
