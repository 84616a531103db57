// The web app: static files, with their compressed forms beside them so that the server never compresses.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAll } from './compress.mjs'
import { commandOf, root } from './setup.mjs'
import { GENERATED, readRoutes } from './web/routes.mjs'

export async function buildWeb() {
  const web = join(root, 'web')
  await runQuietly([commandOf('vite'), 'build', '--logLevel', 'warn'], web)
  const folder = join(root, 'dist/web')
  const pages = {
    segments: firstSegments(join(web, 'src/routes')),
    preloads: await findPreloads(web, folder),
  }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  await compressAll(folder)
}

/**
 * Hints about chunk sizes and slow plugins don't help people who start the product: they are only shown if the build
 * fails.
 */
async function runQuietly(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code === 0) return
  process.stderr.write(output)
  process.exit(code ?? 1)
}

/** `routes/(app)/assistants/[id]` → `assistants`: the addresses that a browser opens as pages. */
function firstSegments(routes) {
  const names = readdirSync(routes, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const segments = names.flatMap(({ name }) =>
    name.startsWith('(') ? firstSegments(join(routes, name)) : [name],
  )
  return [...new Set(['', ...segments])].sort()
}

/** The files that each page needs beyond those that `index.html` names. */
async function findPreloads(web, folder) {
  const manifest = JSON.parse(
    readFileSync(join(web, '.svelte-kit/output/client/.vite/manifest.json'), 'utf8'),
  )
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  return readRoutes(readFileSync(join(web, GENERATED, 'app.js'), 'utf8')).map(({ route, nodes }) => {
    const files = new Set()
    // Node 1 is the error page, which the app always loads.
    for (const node of [1, ...nodes]) addFiles(manifest, `${GENERATED}/nodes/${node}.js`, files)
    return { route, files: [...files].filter((file) => !shell.includes(file)) }
  })
}

/** A module's file, its styles, and those of what it imports statically. */
function addFiles(manifest, name, files) {
  const { file, css = [], imports = [] } = manifest[name]
  if (files.has(`/${file}`)) return
  files.add(`/${file}`)
  for (const style of css) files.add(`/${style}`)
  for (const imported of imports) addFiles(manifest, imported, files)
}
