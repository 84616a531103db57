// node scripts/server/code-cache.mjs <folder of the build>: starts the server once, with an empty folder, and stores the
// code that V8 has compiled until it is ready. Starting with it takes a third less CPU.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? 'dist')
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-code-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
// Not the administrator's first password of this installation.
process.stdout.write = () => true

const { loadServer } = await import(pathToFileURL(join(folder, 'load-server.mjs')).href)
const { started, createCodeCache } = loadServer()
await started
const file = join(folder, 'code-cache.bin')
writeFileSync(`${file}.new`, createCodeCache())
renameSync(`${file}.new`, file)
process.exit(0)
