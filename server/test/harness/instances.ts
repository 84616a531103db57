import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRoundRobin } from './round-robin.ts'
import { makeServerBuild } from './server-build.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { ADMIN, type JsonAnswer } from './test-app.ts'

export interface Instance extends ServerProcess {
  /** As a crash of the machine would end it. */
  kill(): Promise<void>
}

/**
 * Several server processes on one database, with the same secrets, separate data folders, and a proxy in front of
 * them.
 */
export async function startInstances(count: number, env: Record<string, string>) {
  const build = await makeServerBuild()
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-instances-'))
  const secrets = {
    LAMB_JWT_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    MAX_ANSWERS_PER_PERSON: '1000',
    SHUTDOWN_DEADLINE_MS: '1000',
  }
  const start = async (number: number): Promise<Instance> => {
    const settings = { ...secrets, ...env, DATA_DIR: join(folder, String(number)) }
    const server = await startServer(settings, build.program)
    const kill = async () => {
      server.child.kill('SIGKILL')
      await server.exited
    }
    return { ...server, kill }
  }
  const instances = await Promise.all(Array.from({ length: count }, (_, number) => start(number)))
  const proxy = await startRoundRobin(instances.map(({ url }) => url))

  return {
    instances,
    /** Of the instance with this number; without one, of the proxy. */
    url: (number?: number): string => (number === undefined ? proxy.url : (instances[number]?.url ?? '')),
    async stop(): Promise<void> {
      await proxy.stop()
      await Promise.all(instances.map(({ kill }) => kill()))
      await build.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Instances = Awaited<ReturnType<typeof startInstances>>

/** A request as JSON, to any address. */
export async function callAt(
  url: string,
  method: string,
  token?: string,
  body?: unknown,
): Promise<JsonAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  }
}
