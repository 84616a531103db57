// What the npm commands share: the root folder, the installation of the dependencies, and running programs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from './server/require-node.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

export { requireNode }

/** A copy of the lock file's hash inside node_modules tells whether the last install was for this lock file. */
export async function installIfNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  const stamp = at('node_modules', '.bellwether-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  await step('Installing dependencies', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']))
  writeFileSync(stamp, lock)
}

export function loadSettings() {
  const file = at('.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

const TICK_MS = 10_000

/**
 * Prints what is being done and how long it took, with regular output during long steps.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 */
export async function step(label, work) {
  const startedAt = performance.now()
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`
  console.log(`${label}…`)
  const timer = setInterval(() => console.log(`${label}… ${seconds()}`), TICK_MS)
  try {
    const result = await work()
    console.log(`${label}: done in ${seconds()}`)
    return result
  } finally {
    clearInterval(timer)
  }
}

/**
 * npm itself, without the shell script around it that Windows can't start.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function npm(args, options = {}) {
  const [program = '', ...before] = npmProgram()
  return runProgram(program, [...before, ...args], options)
}

/** What starts npm. */
export function npmProgram() {
  const cli = process.env.npm_execpath ?? findNpm()
  return cli ? [process.execPath, cli] : ['npm']
}

/** npm is installed beside Node, except by some distributions. */
function findNpm() {
  const folder = dirname(process.execPath)
  return [
    join(folder, 'node_modules/npm/bin/npm-cli.js'),
    join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((path) => existsSync(path))
}

/**
 * The script behind a package's command, to be run with Node: `npx` takes a second longer and does not start on Windows.
 * @param {string} packageName
 * @param {string} [command]
 */
export function commandOf(packageName, command = packageName) {
  const require = createRequire(at('web', 'package.json'))
  const folders = require.resolve.paths(packageName) ?? []
  const folder = folders
    .map((path) => join(path, packageName))
    .find((path) => existsSync(join(path, 'package.json')))
  if (!folder) throw new Error(`${packageName} is not installed`)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Ends this process too when it fails: what it printed says why.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export const runNode = (args, options) => runProgram(process.execPath, args, options)

async function runProgram(command, args, options = {}) {
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      resolve(1)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  if (code !== 0) process.exit(code)
}

/** Whether a program is there and runs. */
export const hasProgram = (name, args = ['--version']) => spawnSync(name, args).status === 0
