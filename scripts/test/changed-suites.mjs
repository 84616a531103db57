// The suites for `npm test -- --changed`: those that use a changed file other than as a part of the whole app, and those of its module.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, IMPORT, targetOf } from '../check/imports.mjs'
import { root } from '../setup.mjs'

const FOLDERS = ['wire/src', 'server/src', 'server/test', 'web/src', 'bench', 'scripts']

/** Where the app is put together. Every suite of the whole app would reach every file through here. */
const isWholeApp = (/** @type {string} */ file) => /^server\/(src\/app|test\/harness)\//.test(file)

/** A module, door, tool or connector; other files have none. */
const unitOf = (/** @type {string} */ file) =>
  /^server\/src\/(?:modules|doors|tools|connectors|importers)\/[^/]+\/|^server\/test\/[^/]+\//.exec(file)?.[0]

/** @param {string} since a commit or branch */
export const findChangedSuites = (since) =>
  findSuites([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])

/** @param {string[]} changed */
export function findSuites(changed) {
  const files = FOLDERS.flatMap(filesIn)
  const users = findUsers(files)
  const reached = new Set(changed)
  const stopsAtApp = !changed.some(isWholeApp)
  for (const file of reached) {
    if (stopsAtApp && isWholeApp(file)) continue
    for (const user of users.get(file) ?? []) reached.add(user)
  }
  const units = new Set(changed.map(unitOf).filter((unit) => unit !== undefined))
  return files.filter(
    (file) => file.endsWith('.test.ts') && (reached.has(file) || units.has(unitOf(file) ?? '')),
  )
}

/**
 * The files that import each file. Types are left out: they are checked, not run.
 * @param {string[]} files
 */
function findUsers(files) {
  const fileSet = new Set(files)
  /** @type {Map<string, string[]>} */
  const users = new Map()
  for (const file of files) {
    for (const [, isType, imported, onDemand, bare] of readFileSync(join(root, file), 'utf8').matchAll(
      IMPORT,
    )) {
      const specifier = imported ?? onDemand ?? bare ?? ''
      const target =
        specifier === '@bellwether/wire' ? 'wire/src/index.ts' : targetOf(file, specifier, fileSet)
      if (target === undefined || isType !== undefined) continue
      users.set(target, [...(users.get(target) ?? []), file])
    }
  }
  return users
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter((line) => line !== '')
}
