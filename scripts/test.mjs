// npm test: set up, check, run what protects users, and end with one line that counts it.
//   npm test -- server/src/completions   only these suites with all their tests, without the checks
//   npm test -- --changed                only suites close to uncommitted changes (--changed=main: since main)
// npm run test:all (the option --all): also what takes too long for every day, on every supported version of Node.
// --rest: only what test:all runs and npm test does not, without the checks.
import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.mjs'
import { commandOf, installIfNeeded, requireNode, root } from './setup.mjs'
import { findChangedSuites } from './test/changed-suites.mjs'
import { TIERS } from './test/tiers.mjs'

const MEMORY_FOLDER_BYTES = 8 * 1024 ** 3

requireNode()
await installIfNeeded()

const counts = { passed: 0, failed: 0, skipped: 0 }
const finish = () => {
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exit(counts.failed > 0 ? 1 : 0)
}

const given = process.argv.slice(2)
const wanted = given.includes('--all') ? 'all' : given.includes('--rest') ? 'rest' : 'daily'
// Every width and theme, and the versions of Node between the oldest and the newest.
if (wanted !== 'daily') process.env.TEST_ALL = '1'
const cliArguments = given.filter((argument) => !['--all', '--rest'].includes(argument))
const changed = cliArguments
  .map((argument) => /^--changed(?:=(.+))?$/.exec(argument))
  .find((match) => match !== null)
const onlyChanged = changed !== undefined
const suites = changed ? findChangedSuites(changed[1] ?? 'HEAD') : []
if (onlyChanged && suites.length === 0) finish()
const selected = [...cliArguments.filter((argument) => argument !== changed?.[0]), ...suites]
// Who names suites wants all of their tests.
const tier = TIERS[selected.length > 0 && wanted === 'daily' ? 'all' : wanted]
const isChecked = selected.length === 0 && wanted !== 'rest'
if (isChecked) await (await import('./check/prepare.mjs')).prepareCheck()
// Side by side: a build keeps only one core busy.
const checking = isChecked ? passes(['scripts/check.mjs', '--prepared']) : undefined
// Suites in e2e/ start the product as its users do, from the build. They take minutes and import none of the code they
// cover, so a run of what changed leaves them out, and suites of the whole app, which use every file, unless they are
// beside the change.
if (!onlyChanged) await buildIfNeeded()
if (checking) {
  const isOk = await checking
  counts[isOk ? 'passed' : 'failed'] += 1
  if (!isOk) finish()
}

/**
 * A file system in memory with enough room, for the tests' databases and files: on a disk that is still writing what was
 * just installed, a single commit can take half a minute.
 */
function memoryFolder() {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    const hasRoom = Math.min(bavail * bsize, freemem()) > MEMORY_FOLDER_BYTES
    accessSync(folder, constants.W_OK)
    return hasRoom ? folder : undefined
  } catch {
    return undefined
  }
}

/** @param {string[]} args */
function passes(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}
const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'bellwether-tests-'))
// PostgreSQL runs as another user, and its folder is inside.
chmodSync(folder, 0o711)
const report = join(folder, 'report.json')
const tests = spawn(
  process.execPath,
  [
    commandOf('vitest'),
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(tier.filter ? [`--tags-filter=${tier.filter}`] : []),
    ...selected,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: folder } },
)
// Vitest ends on these too; then the folder is removed, which would otherwise stay in memory.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => tests.kill(signal))
const status = await new Promise((resolve) => tests.once('close', resolve))
try {
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const tests = result.testResults.flatMap((suite) => suite.assertionResults)
  counts.passed += result.numPassedTests
  counts.failed += result.numFailedTests
  const others = tests.filter(({ tags }) => !tier.includes(tags)).length
  counts.skipped += tests.length - others - result.numPassedTests - result.numFailedTests
  if (others > 0)
    console.log(`${others} more tests run in ${wanted === 'rest' ? 'npm test' : 'npm run test:all'}.`)
  // A suite that could not be loaded has no failed test, but still counts as a failure.
  if (status !== 0 && result.numFailedTests === 0) counts.failed += Math.max(1, result.numFailedTestSuites)
} catch {
  counts.failed += 1
} finally {
  // A program that a test has just ended may still write here: the figures matter more than an empty folder.
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch (error) {
    console.log(`${folder} could not be removed: ${error instanceof Error ? error.message : error}`)
  }
}
finish()
