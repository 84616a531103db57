// node scripts/server/first-start.mjs <folder of the build>: starts the server once, with an empty folder, and stores
// what every start would otherwise make again: the code that V8 has compiled until it is ready (starting with it takes a
// third less CPU), and the description of the API (a second of CPU).
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-first-start-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
// Not the administrator's first password of this installation.
process.stdout.write = () => true

const { loadServer } = await import(pathToFileURL(join(folder, 'load-server.mjs')).href)
const { started, createCodeCache } = loadServer()
const { port } = await started
store('code-cache.bin', createCodeCache())
const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`)
store('openapi.json', await answer.text())
process.exit(0)

/**
 * @param {string} name
 * @param {string | Buffer} content
 */
function store(name, content) {
  const file = join(folder, name)
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
