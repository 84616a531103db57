// Vitest's global setup: a PostgreSQL of our own for the time of the tests, on loopback, in a temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackage, isRoot } from './test-install.mjs'

const START_LIMIT_MS = 30_000

export default async function setup() {
  const stop = await ensurePostgres()
  const removeTemplates = await makeTemplates()
  return async () => {
    await removeTemplates()
    await stop?.()
  }
}

/** Migrated once; each test copies them. Running all migrations for every test took most of the suite's time. */
async function makeTemplates() {
  // Loaded here and not above: TypeScript can only be imported once Vitest runs this file.
  const { openDatabase } = await import('../../server/src/platform/db/open-database.ts')
  const migrate = async (
    /** @type {import('../../server/src/platform/db/open-database.ts').OpenDatabaseOptions} */ options,
  ) => {
    const database = await openDatabase(options)
    await database.migrate()
    await database.close()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-template-'))
  const file = join(dataDir, 'template.db')
  await migrate({ url: `sqlite:${file}`, dataDir })
  process.env.TEST_SQLITE_TEMPLATE = file
  const server = process.env.TEST_POSTGRES_URL
  const dropPostgres = server
    ? await makePostgresTemplate(server, (url) => migrate({ url, dataDir }))
    : undefined
  return async () => {
    await dropPostgres?.()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * @param {string} server
 * @param {(url: string) => Promise<void>} migrate
 */
async function makePostgresTemplate(server, migrate) {
  const { newPostgresDatabase } = await import('../../server/src/platform/db/templates.testing.ts')
  const { url, drop } = await newPostgresDatabase(server, { migrated: false })
  await migrate(url)
  process.env.TEST_POSTGRES_TEMPLATE = new URL(url).pathname.slice(1)
  return drop
}

export async function ensurePostgres() {
  if (process.env.TEST_POSTGRES_URL) return undefined
  const bin = findBinaries() ?? (installPackage('postgresql') ? findBinaries() : undefined)
  if (!bin) return goOnWithout('its programs were not found')
  try {
    return await start(bin)
  } catch (error) {
    return goOnWithout(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} reason */
function goOnWithout(reason) {
  console.warn(
    `\n!!! No PostgreSQL: ${reason}. All tests with PostgreSQL are SKIPPED; only SQLite is tested.\n`,
  )
  return undefined
}

/** The folder that holds both `initdb` and `postgres`; the newest version where there are several. */
export function findBinaries() {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** @param {string} bin */
async function start(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-postgres-'))
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const cluster = join(folder, 'cluster')
  const asOwner = isRoot ? ['runuser', '-u', 'postgres', '--'] : []
  const initdb = [
    join(bin, 'initdb'),
    '-D',
    cluster,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const log = join(folder, 'log')
  const port = await freePort()
  const server = [join(bin, 'postgres'), '-D', cluster, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
    'max_connections=200',
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])

  // The keeper outlives us however we end: its input closes with this process, and then it stops and cleans up.
  // `--` parts the two commands; each is passed word by word, so no quoting can go wrong.
  const keeper = `
    folder=$1; cluster=$2; count=$3; shift 3
    "\${@:1:$count}" >"$folder/initdb.log" 2>&1 && { "\${@:$((count + 1))}" & }
    cat >/dev/null
    pid=$(head -n 1 "$cluster/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
    wait
    rm -rf "$folder"`
  const first = [...asOwner, ...initdb]
  const output = openSync(log, 'a')
  const child = spawn(
    'bash',
    [
      '-c',
      keeper,
      'keeper',
      folder,
      cluster,
      String(first.length),
      ...first,
      ...asOwner,
      ...server,
      ...flags,
    ],
    { cwd: folder, detached: true, stdio: ['pipe', output, output] },
  )
  closeSync(output)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.stdin?.end()
    await ended
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (!readText(log).includes('ready to accept connections')) {
    if (Date.now() > deadline) {
      const logged = `${readText(join(folder, 'initdb.log'))}\n${readText(log)}`.trim()
      await stop()
      throw new Error(
        `it did not start within ${START_LIMIT_MS / 1000} s: ${logged.split('\n').slice(-5).join(' | ')}`,
      )
    }
    await sleep(50)
  }
  process.env.TEST_POSTGRES_URL = `postgres://postgres@127.0.0.1:${port}/postgres`
  return stop
}

/** @param {'-u' | '-g'} which */
export function idOf(which) {
  const id = Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)
  if (!Number.isInteger(id) || id === 0) throw new Error('there is no user "postgres" to run it as')
  return id
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
