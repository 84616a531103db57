// What start, test and bench share: is what they need installed, and is the build up to date?
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Bellwether needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** A stamp of the lock file inside node_modules tells whether the last install was for this very lock file. */
export function installIfNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  const stamp = at('node_modules', '.bellwether-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing dependencies…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, lock)
}

const SOURCES = ['wire', 'server', 'web', 'scripts/build.mjs', 'scripts/build-web.mjs', 'package-lock.json']
const MADE = new Set(['node_modules', 'dist', '.svelte-kit'])

/** Names, sizes and times of every source file: cheap, and enough to know that nothing changed. */
function fingerprint() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(path)
    if (!info.isDirectory())
      return void hash.update(`${path.slice(root.length)} ${info.size} ${info.mtimeMs}\n`)
    for (const name of readdirSync(path).sort()) {
      if (!MADE.has(name) && !name.includes('.test.')) visit(join(path, name))
    }
  }
  for (const source of SOURCES) visit(at(source))
  return hash.digest('hex')
}

export async function buildIfNeeded() {
  const stamp = at('dist', '.built-from')
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building…')
  const { build } = await import('./build.mjs')
  await build()
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
