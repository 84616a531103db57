// Starts the built server with every supported Node that this machine has, signs in and stops it. Part of npm run check; says which
// versions it could not try. NODES names more of them: NODES=/opt/node22/bin/node,/opt/node24/bin/node npm run check
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '../setup.mjs'

const MAJORS = [20, 22, 24]
const LIMIT_MS = 60_000
const ADMIN = { email: 'admin@example.edu', password: 'only for this check' }
const exe = process.platform === 'win32' ? 'node.exe' : 'node'

if (!existsSync(join(root, 'dist/server.mjs'))) {
  console.log('Node versions: skipped, not built yet')
  process.exit(0)
}
const nodes = new Map()
for (const program of candidates()) {
  const version = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim()
  const major = Number(version?.split('.')[0])
  if (MAJORS.includes(major) && !nodes.has(major)) nodes.set(major, { program, version })
}
let failed = false
for (const major of MAJORS) {
  const node = nodes.get(major)
  if (!node) {
    console.log(`Node ${major}: skipped, not installed`)
    continue
  }
  const fault = await tryNode(node.program)
  failed ||= fault !== undefined
  console.log(`Node ${node.version}: ${fault ?? 'works'}`)
}
process.exit(failed ? 1 : 0)

/** This one, those that are named, and where version managers put them. */
function candidates() {
  const home = homedir()
  const folders = [
    join(home, '.nvm/versions/node'),
    join(home, '.local/share/fnm/node-versions'),
    join(home, '.volta/tools/image/node'),
    join(home, '.asdf/installs/nodejs'),
    '/opt/hostedtoolcache/node',
  ]
  const managed = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((version) => join(folder, version)))
    .flatMap((version) => [
      join(version, 'bin', exe),
      join(version, 'installation/bin', exe),
      join(version, 'x64/bin', exe),
    ])
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => MAJORS.map((major) => join(folder, `node${major}`)))
  const configured = (process.env.NODES ?? '').split(',').filter(Boolean)
  return [process.execPath, ...configured, ...managed, ...onPath].filter((path) => existsSync(path))
}

/** Undefined if it works, otherwise the reason. */
async function tryNode(program) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-node-'))
  const child = spawn(program, [join(root, 'dist/server.mjs')], {
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    const port = await portOf(child)
    const answer = await fetch(`http://127.0.0.1:${port}/creator/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { success } = await answer.json()
    return success ? undefined : `sign-in failed with ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

function portOf(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => reject(new Error(`not started within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
    const listen = (part) => {
      output += part
      const port = /"port":(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      clearTimeout(late)
      resolve(port)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => {
      clearTimeout(late)
      reject(new Error(`ended with ${code}: ${output.slice(-500)}`))
    })
  })
}
