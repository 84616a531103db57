import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expireLeases, type LeasedTable } from './leases.testing.ts'
import { post, type ServerProcess, startServer } from './server-process.ts'

const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }

/** A server with its own data that is killed and started again, with an admin who is signed in. */
export interface KillableServer {
  readonly url: string
  readonly token: string
  readonly dataDir: string
  readonly settings: Readonly<Record<string, string>>
  /** Without a chance to finish anything. Its leases end immediately. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Kills it and removes its data. */
  end(): Promise<void>
}

export async function startKillable(
  env: Record<string, string>,
  leases?: LeasedTable,
): Promise<KillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-kill-'))
  const settings: Record<string, string> = {
    ...env,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  let running: ServerProcess
  let token = ''

  async function start() {
    running = await startServer(settings)
    token = (await post(`${running.url}/creator/login`, ADMIN)).body.data.token
  }
  async function stop() {
    running.child.kill('SIGKILL')
    await running.exited
  }
  await start()
  return {
    get url() {
      return running.url
    },
    get token() {
      return token
    },
    dataDir,
    settings,
    start,
    async kill() {
      await stop()
      if (leases) await expireLeases(leases, settings, dataDir)
    },
    async end() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
