import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { useCheapPasswordHashes } from '../../src/modules/users/index.ts'
import { readConfig } from '../../src/platform/config.ts'
import { copySqliteTemplate, newPostgresDatabase } from '../../src/platform/db/templates.testing.ts'
import type { Log } from '../../src/platform/log.ts'
import { requestText, type TextAnswer } from './request.ts'

/** For `describe.each`: the settings that put the app on SQLite, and on PostgreSQL where the tests have one. */
export function eachDatabase() {
  const server = process.env['TEST_POSTGRES_URL']
  const sqlite = {
    name: 'SQLite',
    env: async (_options?: { migrated?: boolean }): Promise<Record<string, string>> => ({}),
  }
  if (!server) return [sqlite]
  const drops: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const drop of drops) await drop()
  })
  const env = async (options: { migrated?: boolean } = {}): Promise<Record<string, string>> => {
    const database = await newPostgresDatabase(server, options)
    drops.push(database.drop)
    return { DATABASE_URL: database.url }
  }
  return [sqlite, { name: 'PostgreSQL', env }]
}

export type TestedDatabase = ReturnType<typeof eachDatabase>[number]

/**
 * A suite of the whole app on SQLite, and on PostgreSQL in npm run test:all: every day, the repositories are tested on both.
 * `$name` in its name is that of the database. With `describe.each(eachDatabase())`, it runs on both every day: for locks
 * and the outbox.
 */
export function onEachDatabase(name: string, suite: (database: TestedDatabase) => void): void {
  for (const database of eachDatabase()) {
    const tags = database.name === 'SQLite' ? [] : ['nightly']
    describe(name.replace('$name', database.name), { tags }, () => suite(database))
  }
}

export const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }

export interface JsonAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

/** The whole product on a loopback port, with an empty data folder and a known admin. */
export async function startTestApp(env: Record<string, string> = {}, log: Log = pino({ level: 'silent' })) {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'bellwether-app-'))
  const config = readConfig({
    PORT: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DRAIN_DELAY_MS: '0',
    SHUTDOWN_DEADLINE_MS: '2000',
    // Tests ask a lot at once as one person.
    MAX_ANSWERS_PER_PERSON: '1000',
    ...env,
    DATA_DIR: dataDir,
  })
  useCheapPasswordHashes()
  const file = join(dataDir, 'bellwether.db')
  if (env['DATABASE_URL'] === undefined && !existsSync(file)) await copySqliteTemplate(file)
  const app = await createApp({ config, log })
  const { port } = await app.http.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`

  async function call(method: string, path: string, token?: string, body?: unknown): Promise<JsonAnswer> {
    const { text, ...answer } = await send(method, url + path, token, body)
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { ...answer, body: isJson && text ? JSON.parse(text) : text }
  }

  async function signIn(email: string = ADMIN.email, password: string = ADMIN.password): Promise<string> {
    const answer = await call('POST', '/creator/login', undefined, { email, password })
    if (!answer.body.success) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`)
    return answer.body.data.token
  }

  return {
    url,
    app,
    dataDir,
    call,
    signIn,
    /** Creates an assistant, on the offline connector by default; returns its id. */
    async makeAssistant(
      token: string,
      fields: { name?: string; metadata?: object; [field: string]: unknown } = {},
    ): Promise<number> {
      const { metadata, ...rest } = fields
      const answer = await call('POST', '/assistants', token, {
        name: `assistant ${Math.random()}`,
        ...rest,
        metadata: {
          prompt_processor: 'simple_augment',
          connector: 'bypass',
          llm: 'simple-bypass',
          rag_processor: 'no_rag',
          ...metadata,
        },
      })
      if (answer.status >= 300)
        throw new Error(`no assistant: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.id ?? answer.body.assistant_id
    },
    async stop(): Promise<void> {
      // Requests that are still arriving get a moment, which only matters to a test with open requests.
      await app.close(app.http.openRequests() > 0 ? {} : { deadlineMs: 0 })
      if (env['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]

async function send(method: string, url: string, token?: string, body?: unknown): Promise<TextAnswer> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const response = await fetch(url, { method, headers, body })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const answer =
    body === undefined
      ? await requestText(url, method, headers)
      : await requestText(
          url,
          method,
          { ...headers, 'content-type': 'application/json' },
          JSON.stringify(body),
        )
  const target = answer.headers.get('location')
  if (target === null || !REDIRECTS.includes(answer.status)) return answer
  // As `fetch` does.
  const next = new URL(target, url)
  const keeps = answer.status > 303 || method === 'GET'
  return send(
    keeps ? method : 'GET',
    next.href,
    next.origin === new URL(url).origin ? token : undefined,
    keeps ? body : undefined,
  )
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
