import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const KEY_LENGTH = 64

/** Starts the server of this build, and tells whether it used the stored code. */
async function startOnce(build: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-code-'))
  const program = `
    const { loadServer } = await import(${JSON.stringify(pathToFileURL(join(build, 'load-server.mjs')).href)})
    const { started, isCompiled } = loadServer()
    await started
    process.stderr.write(isCompiled ? 'compiled' : 'not compiled')
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (part) => {
    output += part
  })
  const ending = await new Promise((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  rmSync(dataDir, { recursive: true, force: true })
  return ending === 0 ? output : `ended with ${ending}: ${output}`
}

describe('the stored compiled code', () => {
  let build: string
  let cache: Buffer
  const cacheFile = () => join(build, 'code-cache.bin')

  beforeAll(() => {
    // Inside node_modules, so that it finds the packages that can't be bundled.
    const folder = join(root, 'node_modules/.cache')
    mkdirSync(folder, { recursive: true })
    build = mkdtempSync(join(folder, 'test-code-'))
    cpSync(join(root, 'dist'), build, {
      recursive: true,
      filter: (path) => !/\.map$|[\\/]dist[\\/]web$/.test(path),
    })
    cache = readFileSync(cacheFile())
  })
  afterAll(() => rmSync(build, { recursive: true, force: true }))

  it('is used by the Node that made it', async () => {
    expect(await startOnce(build)).toBe('compiled')
  })

  it('is ignored if it is damaged', async () => {
    const damaged = Buffer.from(cache)
    for (let at = 4096; at < damaged.length; at += 65_536) damaged[at] = (damaged[at] ?? 0) ^ 0xff
    writeFileSync(cacheFile(), damaged)
    expect(await startOnce(build)).toBe('not compiled')
  })

  it('is ignored if another Node made it', async () => {
    writeFileSync(
      cacheFile(),
      Buffer.concat([Buffer.from('0'.repeat(KEY_LENGTH)), cache.subarray(KEY_LENGTH)]),
    )
    expect(await startOnce(build)).toBe('not compiled')
  })

  it('is ignored if it belongs to other code of the same length', async () => {
    writeFileSync(cacheFile(), cache)
    const server = join(build, 'server.cjs')
    const source = readFileSync(server, 'latin1')
    writeFileSync(server, source.replace('"listening"', '"Listening"'), 'latin1')
    expect(await startOnce(build)).toBe('not compiled')
  })

  it('may be missing', async () => {
    rmSync(cacheFile())
    expect(await startOnce(build)).toBe('not compiled')
  })
})
