// Refuses imports that go against the house (docs/architecture.md) and cycles between files.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const server = join(root, 'server/src')

/** Which rooms each room may import from, besides itself. Everybody may import wire. */
const MAY_IMPORT = {
  main: ['app', 'platform'],
  plugin: ['tools'],
  app: ['doors', 'completions', 'tools', 'connectors', 'modules', 'platform'],
  doors: ['completions', 'tools', 'connectors', 'modules', 'platform'],
  completions: ['tools', 'connectors', 'modules', 'platform'],
  tools: ['modules', 'platform'],
  connectors: ['platform'],
  modules: ['platform'],
  platform: [],
}
/** Packages that only some files may import. */
const PACKAGE_RULES = [
  { name: 'kysely', allowed: (file) => file.startsWith('platform/db/') || file.endsWith('.repository.ts') },
  { name: 'undici', allowed: (file) => file.startsWith('platform/outbound/') },
  { name: 'pg', allowed: (file) => file.startsWith('platform/') },
  // Paths of workspaces are raced by programs: see docs/security.md.
  {
    name: 'node:fs',
    allowed: (file) => !file.startsWith('modules/workspaces/') || file.startsWith('modules/workspaces/disk/'),
  },
  { name: '@photostructure/sqlite', allowed: (file) => file.startsWith('platform/db/') },
]

export function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === '__fixtures__' ? [] : filesIn(path)
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : []
  })
}

const isTest = (file) =>
  /\.(test|contract)\.ts$|(^|\/)(testing|test-support)(\/|\.ts$)|\.testing\.ts$/.test(file)
const roomOf = (file) => (/^(main|plugin)\.ts$/.test(file) ? file.slice(0, -3) : file.split('/')[0])

function importsOf(path) {
  const text = readFileSync(path, 'utf8')
  const found = []
  for (const match of text.matchAll(
    /^(import|export)\s+(type\s+)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  )) {
    found.push({
      target: match[3] ?? match[4] ?? match[5],
      typeOnly: match[2] !== undefined,
      lazy: match[4] !== undefined,
    })
  }
  return { text, found }
}

const faults = []
const graph = new Map()
for (const path of filesIn(server)) {
  const file = relative(server, path)
  const { text, found } = importsOf(path)
  const room = roomOf(file)
  const edges = []
  for (const { target, typeOnly, lazy } of found) {
    if (target.startsWith('.')) {
      const other = relative(server, resolve(dirname(path), target))
      if (other.startsWith('..')) faults.push(`${file}: leaves the server's sources for ${target}`)
      const otherRoom = roomOf(other)
      if (!isTest(file) && otherRoom !== room && !MAY_IMPORT[room]?.includes(otherRoom)) {
        faults.push(`${file}: ${room} may not import ${otherRoom} (${target})`)
      }
      if (!typeOnly && !lazy) edges.push(other)
      continue
    }
    for (const rule of PACKAGE_RULES) {
      const isRule = target === rule.name || target.startsWith(`${rule.name}/`)
      if (isRule && !typeOnly && !isTest(file) && !rule.allowed(file))
        faults.push(`${file}: may not import ${rule.name}`)
    }
  }
  graph.set(file, edges)
  const mayReadEnvironment = file === 'platform/config.ts' || file === 'main.ts' || isTest(file)
  if (!mayReadEnvironment && /process\.env\b/.test(text))
    faults.push(`${file}: only platform/config.ts reads the environment`)
  const mayCall = file.startsWith('platform/outbound/') || isTest(file)
  if (!mayCall && /(?<![\w.'"`/])fetch\(/.test(text))
    faults.push(`${file}: calls out by fetch; use platform/outbound`)
}

const state = new Map()
function visit(file, trail) {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    faults.push(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
    return
  }
  state.set(file, 'open')
  for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
  state.set(file, 'done')
}
for (const file of graph.keys()) visit(file, [])

if (faults.length > 0) {
  console.error(`Imports against the house:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  process.exit(1)
}
console.log(`imports: ${graph.size} files, no forbidden import, no cycle`)
