import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }
const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const assistant = (name: string, metadata: object = {}) => ({
  name,
  metadata: {
    prompt_processor: 'simple_augment',
    connector: 'bypass',
    llm: 'simple-bypass',
    rag_processor: 'no_rag',
    ...metadata,
  },
})
const signIn = async (url: string) => (await post(`${url}/creator/login`, ADMIN)).body.data.token as string

describe('the life of a server', () => {
  let dataDir: string
  let started: ServerProcess[] = []
  let upstream: FakeUpstream | undefined
  const start = async (env: Record<string, string> = settings) => {
    const server = await startServer({ DATA_DIR: dataDir, ...env })
    started.push(server)
    return server
  }

  /** A streamed answer that the provider has started. */
  async function startStream({ url }: ServerProcess) {
    const token = await signIn(url)
    const slow = assistant('slow', { connector: 'openai', llm: 'm' })
    const { id } = (await post(`${url}/assistants`, slow, token)).body
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `lamb_assistant.${id}`,
        stream: true,
        messages: [{ role: 'user', content: 'x' }],
      }),
    })
    await until(() => upstream?.seen.length || undefined)
    return { token, answer }
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bellwether-life-'))
  })
  afterEach(async () => {
    for (const server of started) server.child.kill('SIGKILL')
    started = []
    await upstream?.stop()
    upstream = undefined
    await rm(dataDir, { recursive: true, force: true })
  })

  it('creates an admin with a password that is printed once, and keeps its secrets private', async () => {
    const first = await start({})
    const password = await until(() => /password: (\S+)/.exec(first.output())?.[1])
    const email = /e-mail: +(\S+)/.exec(first.output())?.[1] ?? ''
    const answer = await post(`${first.url}/creator/login`, { email, password })
    expect(answer.body).toMatchObject({ success: true, data: { role: 'admin', organization_role: 'owner' } })
    first.child.kill('SIGTERM')
    expect(await first.exited).toEqual({ code: 0, signal: null })

    for (const name of ['secrets/signing.key', 'secrets/encryption.key', 'bellwether.db']) {
      expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0)
    }
    const second = await start({})
    expect((await post(`${second.url}/creator/login`, { email, password })).body.success).toBe(true)
    expect(second.output()).not.toContain('password:')
    expect(await readFile(join(dataDir, 'secrets/signing.key'), 'utf8')).not.toBe('')
  })

  it('reports an invalid setting and exits', async () => {
    await expect(start({ PORT: 'ninety', ENCRYPTION_KEY: 'short' })).rejects.toThrow(
      /PORT[\s\S]*ENCRYPTION_KEY/,
    )
  })

  it('refuses a SQLite database that another server is using, until that one is killed', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(/Another server is using .*bellwether\.db/)
    first.child.kill('SIGKILL')
    await first.exited
    await start()
  })

  it('SIGTERM: immediately not ready, the running stream completes, exit 0', async () => {
    upstream = await startFakeUpstream(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'first' })))
      await new Promise((resolve) => setTimeout(resolve, 800))
      response.end(frameOf(chunkOf({ content: ' last' }, 'stop')) + frameOf('[DONE]'))
    })
    const server = await start({ ...settings, OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    const { token, answer } = await startStream(server)
    server.child.kill('SIGTERM')
    await until(async () => (await fetch(`${server.url}/ready`)).status === 503 || undefined, 1000)
    expect((await post(`${server.url}/v1/chat/completions`, {}, token)).status).toBe(503)
    const text = await answer.text()
    expect(text).toContain(' last')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  it('SIGTERM with an endless stream: gets an error at the deadline, exit 0', async () => {
    upstream = await startFakeUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'first' })))
    })
    const server = await start({
      ...settings,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      SHUTDOWN_DEADLINE_MS: '500',
    })
    const { answer } = await startStream(server)
    server.child.kill('SIGTERM')
    expect(await answer.text()).toContain('shutting down')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  onEachDatabase('killed on $name', ({ env: database }) => {
    it('kill -9 during writes loses no acknowledged write', async () => {
      const acknowledged = new Map<number, string>()
      const env = { ...settings, ...(await database()) }
      for (let round = 0; round < 3; round++) {
        const server = await start(env)
        const token = await signIn(server.url)
        let writing = true
        const writers = Array.from({ length: 4 }, async (_, writer) => {
          for (let at = 0; writing; at++) {
            const name = `kill ${round} ${writer} ${at}`
            const made = await post(`${server.url}/assistants`, assistant(name), token).catch(() => undefined)
            if (made && made.status < 300) acknowledged.set(made.body.id, made.body.name)
          }
        })
        await until(() => acknowledged.size >= (round + 1) * 40 || undefined, 20_000)
        server.child.kill('SIGKILL')
        writing = false
        await Promise.all([...writers, server.exited])
      }
      const server = await start(env)
      const token = await signIn(server.url)
      const found = new Map<number, string>()
      for (let offset = 0; ; offset += 100) {
        const page = await fetch(
          `${server.url}/creator/assistant/get_assistants?limit=100&offset=${offset}`,
          {
            headers: { authorization: `Bearer ${token}` },
          },
        )
        const { assistants } = (await page.json()) as { assistants: { id: number; display_name: string }[] }
        for (const one of assistants) found.set(one.id, one.display_name)
        if (assistants.length < 100) break
      }
      const lost = [...acknowledged].filter(([id, name]) => found.get(id) !== name)
      expect(lost).toEqual([])
      expect(acknowledged.size).toBeGreaterThanOrEqual(120)
    })
  })
})
