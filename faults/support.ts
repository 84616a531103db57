import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { post, type ServerProcess, startServer, until } from '../e2e/server-process.ts'

export const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }

export const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  MAX_ANSWERS_PER_PERSON: '100000',
}

/** One line per figure, so that two runs can be compared. */
export function print(fault: string, figures: Record<string, number | string>): void {
  const parts = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? Math.round(value * 10) / 10 : value}`,
  )
  process.stdout.write(`[faults] ${fault}: ${parts.join(', ')}\n`)
}

/** A data folder and the servers started on it. `stop` ends and removes them. */
export async function openSite(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-faults-'))
  const running = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of running) child.kill('SIGKILL')
  }
  return {
    dataDir,
    /** Those that are still starting, too. */
    killAll,
    start: (more: Record<string, string> = {}): Promise<ServerProcess> =>
      startServer({ ...SETTINGS, DATA_DIR: dataDir, ...env, ...more }, undefined, (child) => {
        running.add(child)
        child.once('exit', () => running.delete(child))
      }),
    async stop(): Promise<void> {
      killAll()
      await until(() => running.size === 0 || undefined)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For one test: stopped when it ends. */
export async function createSite(env: Record<string, string> = {}) {
  const site = await openSite(env)
  onTestFinished(site.stop)
  return site
}

export const signIn = async (url: string): Promise<string> =>
  (await post(`${url}/creator/login`, ADMIN)).body.data.token

export async function makeAssistant(url: string, token: string, model = 'm'): Promise<number> {
  const assistant = { name: `faults ${model}`, metadata: { connector: 'openai', llm: model } }
  return (await post(`${url}/assistants`, assistant, token)).body.id
}

export const ask = (
  url: string,
  token: string,
  assistant: number,
  question: string,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: `lamb_assistant.${assistant}`,
      stream: true,
      messages: [{ role: 'user', content: question }],
    }),
    ...(signal ? { signal } : {}),
  })

export const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200

/** Milliseconds until the server answers. */
export async function untilReady(url: string): Promise<number> {
  const start = performance.now()
  await until(async () => (await isReady(url)) || undefined)
  return performance.now() - start
}

/** Linux only; 0 elsewhere. */
export async function residentMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** The client has read what was sent, or has left. */
export const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
