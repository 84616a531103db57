// The web app: static files, with their compressed forms beside them so that the server never compresses.
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAll } from './compress.mjs'
import { commandOf, root } from './setup.mjs'

export async function buildWeb() {
  const web = join(root, 'web')
  await runQuietly([commandOf('vite'), 'build', '--logLevel', 'warn'], web)
  const folder = join(root, 'dist/web')
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(firstSegments(join(web, 'src/routes'))))
  await compressAll(folder)
}

/** Hints about chunk sizes and slow plugins are not for the people who start the product: shown only when the build fails. */
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
