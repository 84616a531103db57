// Builds only what changed since the last build: for the commands that run the built product.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, runNode } from './setup.mjs'

const at = (...parts) => join(root, ...parts)

const SOURCES = [
  'texts',
  'wire',
  'server',
  'web',
  'scripts/build.mjs',
  'scripts/build-diagrams.mjs',
  'scripts/build-web.mjs',
  'scripts/client',
  'scripts/compress.mjs',
  'scripts/server',
  'scripts/texts',
  'scripts/web',
  'package-lock.json',
]
const HELP_SOURCES = ['docs', 'scripts/help']
const GENERATED = new Set(['node_modules', 'dist', '.svelte-kit', 'types.d.ts', 'api.d.ts'])

/** Names, sizes and times of every source file: cheap, and enough to know that nothing changed. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(path)
    if (!info.isDirectory())
      return void hash.update(`${path.slice(root.length)} ${info.size} ${info.mtimeMs}\n`)
    for (const name of readdirSync(path).sort()) {
      if (!GENERATED.has(name) && !name.includes('.test.')) visit(join(path, name))
    }
  }
  for (const source of sources) visit(at(source))
  return hash.digest('hex')
}

/** Whether dist/ was built from the sources as they are now. */
export const isBuilt = () => isUnchanged('.built-from', SOURCES)

/**
 * In a process of its own, if at all: in that of the server, the build would keep its memory (700 MB with esbuild's own
 * process) for as long as the server runs.
 */
export async function buildIfNeeded() {
  if (isBuilt() && isUnchanged('.help-built-from', HELP_SOURCES)) return
  requireWritable(existsSync(at('dist')) ? at('dist') : root)
  await runNode([fileURLToPath(import.meta.url)])
}

function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    console.error(
      `The sources are newer than the build, but ${folder} can’t be written. Build it as its owner: npm run build`,
    )
    process.exit(1)
  }
}

async function build() {
  // Imported here: on a fresh clone, the build's own packages are not installed when this file is loaded.
  await runIfChanged('.built-from', SOURCES, async () => (await import('./build.mjs')).build())
  // The pages of the documentation take a second: a corrected sentence must not cost a whole build.
  await runIfChanged('.help-built-from', HELP_SOURCES, async () =>
    (await import('./help/build-help.mjs')).buildHelp(),
  )
}

async function runIfChanged(name, sources, run) {
  const stamp = at('dist', name)
  const now = fingerprint(sources)
  if (isUnchanged(name, sources, now)) return
  await run()
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, now)
}

function isUnchanged(name, sources, now = fingerprint(sources)) {
  const stamp = at('dist', name)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === now
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
