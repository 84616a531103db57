// Checks the structure that docs/architecture.md describes: which folder may import which, no cycles (type-only imports included),
// modules only through their index.ts, folders in an order (room-order.mjs), and folders and files of a readable size.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup.mjs'
import { filesIn, IMPORT, targetOf } from './imports.mjs'
import { addArrow, findCycles, findRoomFaults } from './room-order.mjs'

const MAX_FILES_PER_FOLDER = 15
const MAX_LINES_PER_FILE = 300

/** Which top-level folder of the server may import which, besides itself. All of them may import wire. */
const MAY_IMPORT = {
  main: ['app', 'platform'],
  plugin: ['tools'],
  commands: ['app', 'importers', 'completions', 'modules', 'platform'],
  app: ['importers', 'doors', 'completions', 'tools', 'connectors', 'modules', 'platform'],
  importers: ['modules', 'platform'],
  doors: ['completions', 'tools', 'connectors', 'modules', 'platform'],
  completions: ['tools', 'connectors', 'modules', 'platform'],
  tools: ['modules', 'platform'],
  connectors: ['platform'],
  modules: ['documents', 'search', 'platform'],
  documents: ['platform'],
  search: ['platform'],
  platform: [],
}

/** Packages that only some files may import. */
const PACKAGE_RULES = [
  { name: 'kysely', allowed: (file) => file.startsWith('platform/db/') || file.endsWith('.repository.ts') },
  { name: 'undici', allowed: (file) => file.startsWith('platform/outbound/') },
  { name: 'pg', allowed: (file) => file.startsWith('platform/') },
  // Other programs may replace the folders of a workspace at any moment: see docs/security.md.
  {
    name: 'node:fs',
    allowed: (file) => !file.startsWith('modules/workspaces/') || file.startsWith('modules/workspaces/disk/'),
  },
  { name: '@photostructure/sqlite', allowed: (file) => file.startsWith('platform/db/') },
]

/** One file per database change, or per file of texts: the folder is a list and is read as one. */
const LISTS = ['server/src/platform/db/migrations', 'web/src/lib/texts']

const isTest = (file) =>
  /\.(test|contract)\.ts$|(^|\/)(testing|test-support)(\/|\.ts$)|\.testing\.(ts|mjs)$|^server\/test\/|^e2e\//.test(
    file,
  )

const faults = []
const files = ['wire/src', 'server/src', 'web/src', 'bench', 'scripts'].flatMap(filesIn)
const fileSet = new Set(files)
const graph = new Map()
/** With what a file imports when it is needed: a feature that loads another one later needs it all the same. */
const onDemand = new Map()
/** How many each file has. */
const lines = new Map()

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const edges = new Set()
  const later = new Set()
  for (const match of text.matchAll(IMPORT)) {
    const specifier = match[2] ?? match[3] ?? match[4]
    const target = targetOf(file, specifier, fileSet)
    if (target === undefined) checkPackage(file, specifier, match[1] !== undefined)
    else {
      checkImport(file, target)
      // Not a cycle: a page that loads a part of itself on demand, and a recursive component.
      const isRecursive = target === file && file.endsWith('.svelte')
      if (match[3] === undefined && !isRecursive) edges.add(target)
      later.add(target)
    }
  }
  graph.set(file, [...edges])
  onDemand.set(file, [...later])
  lines.set(file, text.trimEnd().split('\n').length)
  checkText(file, text)
}

function checkPackage(file, specifier, typeOnly) {
  if (file.startsWith('web/src/') && specifier.startsWith('@bellwether/wire') && !typeOnly && !isTest(file))
    checkWireImport(file, specifier)
  if (!file.startsWith('server/src/') || typeOnly || isTest(file)) return
  for (const { name, allowed } of PACKAGE_RULES)
    if (
      (specifier === name || specifier.startsWith(`${name}/`)) &&
      !allowed(file.slice('server/src/'.length))
    )
      faults.push(`${file}: may not import ${name}`)
}

/** The web app loads neither schemas nor the server's messages: they would be half of the script of every page. */
function checkWireImport(file, specifier) {
  const [, path] = /^@bellwether\/wire\/(.+)$/.exec(specifier) ?? []
  if (path === undefined)
    faults.push(`${file}: imports values of all of ${specifier}; name the file, or use import type`)
  else if (/^import (?!type)(?!.*\.json')/m.test(readFileSync(join(root, `wire/src/${path}.ts`), 'utf8')))
    faults.push(
      `${file}: imports ${specifier}, which imports others; move what the web app needs to a separate file`,
    )
}

function checkImport(file, target) {
  if (isTest(file)) return
  if (file.startsWith('server/src/')) checkServerImport(file, target)
  if (file.startsWith('web/src/')) checkWebImport(file, target)
}

function checkServerImport(file, target) {
  if (target.startsWith('texts/')) return
  if (!target.startsWith('server/src/')) {
    faults.push(`${file}: imports ${target}, outside server/src`)
    return
  }
  const folderOf = (path) => path.slice('server/src/'.length).replace(/\.ts$/, '').split('/')
  const [from, fromModule] = folderOf(file)
  const [to, toModule, ...inside] = folderOf(target)
  if (from !== to && !MAY_IMPORT[from]?.includes(to))
    faults.push(`${file}: ${from} may not import ${to} (${target})`)
  if (from === 'doors' && to === 'doors' && fromModule !== toModule)
    faults.push(`${file}: a door may not import another one (${target})`)
  const isOwn = from === 'modules' && fromModule === toModule
  if (to === 'modules' && !isOwn && inside.join('/') !== 'index')
    faults.push(`${file}: imports past the index.ts of ${toModule} (${target})`)
}

function checkWebImport(file, target) {
  const layerOf = (path) => /^web\/src\/lib\/(ui|features)\//.exec(path)?.[1] ?? 'lib'
  const [from, to] = [file.startsWith('web/src/lib/') ? layerOf(file) : 'routes', layerOf(target)]
  if ((from === 'ui' && to === 'features') || (from === 'lib' && to !== 'lib'))
    faults.push(`${file}: ${from} may not import ${to} (${target})`)
}

function checkText(file, text) {
  const count = lines.get(file)
  // Texts and types of the interface are lists: they are as long as the interface.
  const isList = file.includes('/texts/') || file === 'wire/src/client/api.d.ts'
  if (count > MAX_LINES_PER_FILE && !isTest(file) && !isList)
    faults.push(`${file}: ${count} lines (at most ${MAX_LINES_PER_FILE})`)
  if (!file.startsWith('server/src/') || isTest(file)) return
  const mayReadEnvironment = file === 'server/src/platform/config.ts' || file === 'server/src/main.ts'
  if (!mayReadEnvironment && /process\.env\b/.test(text))
    faults.push(`${file}: only platform/config.ts reads the environment`)
  if (!file.startsWith('server/src/platform/outbound/') && /(?<![\w.'"`/])fetch\(/.test(text))
    faults.push(`${file}: calls fetch; use platform/outbound`)
}

function checkFolders() {
  const counts = new Map()
  for (const file of files.filter((candidate) => !isTest(candidate)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  for (const [folder, count] of counts)
    if (count > MAX_FILES_PER_FOLDER && !LISTS.includes(folder))
      faults.push(`${folder}: ${count} files (at most ${MAX_FILES_PER_FOLDER}): group them by subject`)
}

function checkRooms() {
  const code = new Map([...onDemand].filter(([file]) => !isTest(file)))
  faults.push(...findRoomFaults(code, (file) => lines.get(file)))
}

/** The features of the web app form layers: no feature imports itself through others. */
function checkFeatureCycles() {
  const featureOf = (file) => /^web\/src\/lib\/features\/([^/]+)\//.exec(file)?.[1]
  const arrows = new Map()
  for (const [file, targets] of onDemand)
    for (const target of isTest(file) ? [] : targets)
      addArrow(arrows, featureOf(file), featureOf(target), file)
  for (const cycle of findCycles(arrows)) faults.push(`features import each other: ${cycle}`)
}

const state = new Map()
function findFileCycles(file, trail) {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    faults.push(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
    return
  }
  state.set(file, 'open')
  for (const next of graph.get(file) ?? []) findFileCycles(next, [...trail, file])
  state.set(file, 'done')
}

checkFolders()
checkFeatureCycles()
checkRooms()
for (const file of graph.keys()) findFileCycles(file, [])

if (faults.length > 0) {
  console.error(
    `The structure is not as docs/architecture.md describes it:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  )
  process.exit(1)
}
console.log(`structure: ${graph.size} files, no forbidden imports, no cycles`)
