// npm run bench -- break-lines --seed 1 --count 20: breaks lines of server/src at random, one at a time, and tells which the
// checks and tests notice: npm test (untagged tests), or only npm run test:all (nightly ones). Each line is restored.
// First the suites close to the line; what they miss is tried with every suite, unless --close is given. A clean tree is
// required, and other figures mean nothing while it runs. A broken line may let a program run or write without end: use a
// machine where that harms nobody.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesIn } from '../../scripts/check/imports.mjs'
import { commandOf, root } from '../../scripts/setup.mjs'
import { findSuites } from '../../scripts/test/changed-suites.mjs'
import { TIERS } from '../../scripts/test/tiers.mjs'
import { createRandom } from '../support/random.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    close: { type: 'boolean', default: false },
  },
})

/** Each breaks a line without a type error, in most cases. */
const BREAKS = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/ \+ 1\b/, ' - 1'],
  [/ - 1\b/, ' + 1'],
  [/\bif \(!/, 'if ('],
  [/\bif \((?!!)(\w[\w.]*)\)/, 'if (!$1)'],
  // A call whose result nobody uses.
  [/^\s+(?:await )?[\w.]+\([^()]*\)$/, ''],
]
const IS_NO_CODE = /^\s*(?:\/\/|\*|\/\*|import |export \*|type |interface )/
const IS_NO_PRODUCT = /[./](?:test|testing|contract|d)\.m?ts$|\/(?:testing|__fixtures__|migrations)\//

function pick(seed, count) {
  const choices = filesIn('server/src')
    .filter((file) => /\.m?ts$/.test(file) && !IS_NO_PRODUCT.test(file))
    .sort()
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, at) => {
          if (IS_NO_CODE.test(line)) return []
          return BREAKS.filter(([from]) => from.test(line)).map(([from, to]) => ({
            file,
            at,
            line,
            broken: line.replace(from, to),
          }))
        }),
    )
  const random = createRandom(seed)
  const picked = new Map()
  while (picked.size < count) {
    const choice = choices[Math.floor(random() * choices.length)]
    picked.set(`${choice.file}:${choice.at + 1}`, choice)
  }
  return [...picked.values()]
}

const read = (file) => readFileSync(join(root, file), 'utf8')

/** The files that are broken now, as they were. */
const before = new Map()
let stopRunning = () => undefined
function restore() {
  for (const [file, text] of before) writeFileSync(join(root, file), text)
  before.clear()
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    stopRunning()
    restore()
    process.exit(1)
  })

/** Runs `work` while these lines are broken. */
async function broken(lines, work) {
  for (const { file } of lines) before.set(file, read(file))
  try {
    for (const { file, at, broken } of lines)
      writeFileSync(join(root, file), read(file).split('\n').with(at, broken).join('\n'))
    return await work()
  } finally {
    restore()
  }
}

/** A run that takes longer has noticed the broken line, too. */
const LIMIT_MS = 20 * 60_000

function run(args) {
  // In a group of its own, so that what it has started ends with it.
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  stopRunning = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(stopRunning, LIMIT_MS)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    output += part
  })
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ isOk: code === 0, output })
    }),
  )
}

/** The lines that the type check notices. All are broken at once, which is faster: an error names its file. */
async function findIllTyped(lines) {
  const { isOk, output } = await broken(lines, () =>
    run([
      commandOf('@typescript/native', 'tsc'),
      ...['-p', '.', '--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/tsc.json')],
    ]),
  )
  if (isOk) return []
  const found = lines.filter(({ file }) => output.includes(`${file}(`))
  // An error in another file: by halves.
  if (found.length === 0) {
    if (lines.length === 1) return lines
    const half = Math.ceil(lines.length / 2)
    return [...(await findIllTyped(lines.slice(0, half))), ...(await findIllTyped(lines.slice(half)))]
  }
  return [...found, ...(await findIllTyped(lines.filter((line) => !found.includes(line))))]
}

/** What notices: a test of npm test or only one of npm run test:all, with its name. */
async function test(suites) {
  for (const [tier, by] of [
    ['daily', 'npm test'],
    ['rest', 'test:all'],
  ]) {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-broken-'))
    const report = join(folder, 'report.json')
    const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, '--passWithNoTests']
    const filter = `--tags-filter=${TIERS[tier].filter}`
    const isCaught = !(await run([commandOf('vitest'), ...args, filter, ...suites])).isOk
    let name = ''
    if (isCaught)
      try {
        const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
        const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
        name =
          tests.find(({ status }) => status === 'failed')?.fullName.trim() ?? 'a suite that does not start'
      } catch {
        name = 'a run that does not start'
      }
    rmSync(folder, { recursive: true, force: true })
    if (isCaught) return { by, name }
  }
  return undefined
}

async function findCatch(line) {
  if (illTyped.includes(line)) return { by: 'npm test', name: 'npm run check' }
  const close = findSuites([line.file])
  const beside = close.filter((suite) => suite.startsWith(`${dirname(line.file)}/`))
  for (const suites of [beside, close]) {
    const caught = suites.length > 0 && (await test(suites))
    if (caught) return caught
  }
  if (values.close) return undefined
  await run(['scripts/build-if-needed.mjs'])
  return test([])
}

if (spawnSync('git', ['diff', '--quiet', 'HEAD', '--', 'server/src'], { cwd: root }).status !== 0)
  throw new Error('Commit or stash the changes in server/src first.')
const lines = pick(Number(values.seed), Number(values.count))
const illTyped = await findIllTyped(lines)
const counts = { 'npm test': 0, 'test:all': 0, nothing: 0 }
console.log('| line | broken | noticed by |\n|---|---|---|')
for (const line of lines) {
  const caught = await broken([line], () => findCatch(line))
  counts[caught?.by ?? 'nothing'] += 1
  const cell = (text) => `\`${text.trim().replaceAll('|', '\\|') || '(removed)'}\``
  const place = `${line.file.replace('server/src/', '')}:${line.at + 1}`
  const by = caught ? `${caught.by}: ${caught.name.replaceAll('|', '\\|')}` : 'nothing'
  console.log(`| ${place} | ${cell(line.line)} → ${cell(line.broken)} | ${by} |`)
}
console.log(
  `\n${counts['npm test']} by npm test, ${counts['npm test'] + counts['test:all']} by test:all, ${counts.nothing} by nothing.`,
)
