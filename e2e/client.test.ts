import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from './browser.ts'
import { post, type ServerProcess, startServer } from './server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const [, EXAMPLE = ''] =
  /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/developers/client.md'), 'utf8')) ?? []

/** The example of the guide as a file of another program, which finds the client where package.json says it is. */
function writeExample(name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'bellwether-client-')), name)
  const client = pathToFileURL(join(ROOT, exports['./client'].default)).href
  writeFileSync(file, EXAMPLE.replace("'bellwether/client'", JSON.stringify(client)))
  return file
}

describe('the client for other programs', () => {
  let server: ServerProcess
  let token: string
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-client-'))
    server = await startServer({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
    token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token
  })
  afterAll(() => server?.child.kill('SIGKILL'))

  it('runs the example of its guide', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [writeExample('example.mjs')], {
      env: { ...process.env, BELLWETHER_URL: server.url, BELLWETHER_KEY: token },
    })
    expect(stdout.trim().split('\n')).toEqual(['1 Wolf expert', 'Wolf expert', '404 not_found.assistant'])
  })

  it('comes with types that other programs can compile', () => {
    const file = writeExample('example.mts')
    const types = join(ROOT, exports['./client'].types)
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(/from "file:.*"/, `from ${JSON.stringify(types.replace(/\.d\.ts$/, '.js'))}`)
        .replaceAll(/process\.env\.(\w+)/g, '"$1"'),
    )
    const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
    const check = () =>
      execFileSync(
        process.execPath,
        [
          compiler,
          '--ignoreConfig',
          '--strict',
          '--noEmit',
          '--target',
          'es2022',
          '--module',
          'nodenext',
          file,
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      )
    expect(check).not.toThrow()
    writeFileSync(file, readFileSync(file, 'utf8').replace("'/assistants', { query", "'/assistent', { query"))
    expect(check).toThrow()
  })
})
