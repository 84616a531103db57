import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../e2e/server-process.ts'
import { findBinaries, freePort, idOf } from '../scripts/test/test-databases.mjs'
import { isRoot } from '../scripts/test/test-install.mjs'

/** Ends PostgreSQL with this process, however it ends: its input closes then. Paused processes must go on to end. */
const KEEPER = `
  cluster=$1; shift
  "$@" &
  cat >/dev/null
  pid=$(head -n 1 "$cluster/postmaster.pid" 2>/dev/null) && kill -CONT "$pid" $(pgrep -P "$pid"); kill -QUIT "$pid" 2>/dev/null
  wait`

/**
 * A PostgreSQL of the test's own on loopback that can be stopped and paused. With its default settings: what was
 * committed must survive.
 */
export async function startOwnPostgres() {
  const bin = findBinaries() ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-postgres-'))
  // PostgreSQL refuses to run as root.
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const options = ['-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const initdb = spawnSync(join(bin, 'initdb'), options, { ...owner, cwd: folder, encoding: 'utf8' })
  if (initdb.status !== 0) throw new Error(initdb.stderr)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let ended: Promise<unknown> = Promise.resolve()
  let letEnd = () => undefined as unknown

  async function start(): Promise<void> {
    const server = [join(bin, 'postgres'), '-D', cluster, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
    const words = ['-c', KEEPER, 'keeper', cluster, ...server, '-c', 'max_connections=100']
    const keeper = spawn('bash', words, {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    ended = new Promise((resolve) => keeper.once('exit', resolve))
    letEnd = () => keeper.stdin.end()
    await until(async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      const isUp = await client.connect().then(
        () => true,
        () => false,
      )
      if (isUp) await client.end()
      return isUp || undefined
    })
  }

  const postmaster = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const main = postmaster()
    // First the one that starts others.
    process.kill(main, signal)
    const { stdout } = spawnSync('pgrep', ['-P', String(main)], { encoding: 'utf8' })
    for (const pid of stdout.split('\n').filter(Boolean)) process.kill(Number(pid), signal)
  }

  await start()
  return {
    url,
    start,
    /** Like `pg_ctl stop -m immediate`: without a checkpoint, so that the next start recovers from the log. */
    async stopImmediately(): Promise<void> {
      letEnd()
      await ended
    },
    /** Connections stay open, but get no response. */
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async remove(): Promise<void> {
      letEnd()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>
