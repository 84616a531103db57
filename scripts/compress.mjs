// Compressed versions of the web app's files are stored beside them, so that the server never compresses.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSED = /\.(css|html|js|json|svg|txt|wasm)$/
/** Below this a compressed answer saves no packet. */
const MIN_BYTES = 1024

export async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name) && entry.name !== 'pages.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size >= MIN_BYTES)
  await Promise.all(files.map(compress))
}

async function compress(file) {
  const bytes = readFileSync(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
