// The web app: static files, with their compressed forms beside them so that the server never compresses.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, run } from './setup.mjs'

const COMPRESSED = /\.(css|html|js|json|svg|txt|wasm)$/
/** Below this a compressed answer saves no packet. */
const WORTH_BYTES = 1024

export async function buildWeb() {
  const web = join(root, 'web')
  run('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: web })
  const folder = join(root, 'dist/web')
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(firstWords(join(web, 'src/routes'))))
  await compressAll(folder)
}

/** `routes/(app)/assistants/[id]` → `assistants`: the addresses that a browser opens as pages. */
function firstWords(routes) {
  const names = readdirSync(routes, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const words = names.flatMap(({ name }) => (name.startsWith('(') ? firstWords(join(routes, name)) : [name]))
  return [...new Set(['', ...words])].sort()
}

async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name) && entry.name !== 'pages.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size >= WORTH_BYTES)
  await Promise.all(files.map(compress))
}

async function compress(file) {
  const bytes = readFileSync(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
