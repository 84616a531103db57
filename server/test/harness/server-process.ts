import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** Everything it printed so far. */
  output(): string
  exited: Promise<{ code: number | null; signal: string | null }>
}

/** The built server in a separate process, as users run it. */
export async function startServer(
  env: Record<string, string>,
  program = join(root, 'dist/server.mjs'),
  onSpawn: (child: ChildProcess) => void = () => undefined,
  node = process.execPath,
): Promise<ServerProcess> {
  const child = spawn(node, [program], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'info', DRAIN_DELAY_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawn(child)
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    output += part
  })
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const ended = exited.then(() => {
    throw new Error(`the server ended at once:\n${output}`)
  })
  const port = await Promise.race([until(() => /"port":(\d+)/.exec(output)?.[1], 60_000), ended])
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, exited }
}

export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const result = await look()
    if (result !== undefined && result !== false) return result
    if (Date.now() > deadline) throw new Error(`condition not met within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function post(url: string, body: unknown, token?: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, body: (await answer.json()) as any }
}
