import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../e2e/browser.ts'
import { type FakeUpstream, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { post, type ServerProcess, startServer } from '../server/test/harness/server-process.ts'
import { print } from './support/print.ts'

const canary = (name: string) => `canary-${name}-7f3a91c2d4e5`
const SECRETS = {
  operatorKey: `sk-${canary('operator')}`,
  organizationKey: `sk-${canary('organization')}`,
  adminPassword: canary('admin-password'),
  memberPassword: canary('member-password'),
  encryption: `${canary('encryption')}-and-thirty-two-bytes`,
  sessions: `${canary('sessions')}-and-thirty-two-bytes`,
  systemKey: canary('system-key'),
  mail: canary('mail-password'),
  tool: canary('tool-secret'),
  mcp: canary('mcp-secret'),
  client: canary('client-secret'),
  lti: canary('lti-secret'),
  passphrase: canary('passphrase'),
}
const EMAIL = 'admin@example.edu'

/** The built server, with a secret in every place that takes one. */
describe('secrets in what the server writes', () => {
  let server: ServerProcess
  let upstream: FakeUpstream
  let dataDir: string
  let token: string
  const seen: [string, string][] = []

  const call: Call = async (method, path, body) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    seen.push([`${method} ${path}`, text])
    return { status: response.status, body: parse(text) }
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bellwether-canary-'))
    // A malicious provider repeats the key that it was given.
    upstream = await startFakeUpstream((response, { headers }) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `Wrong key: ${headers.authorization}` } }))
    })
    server = await startServer({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: SECRETS.adminPassword,
      OPENAI_API_KEY: SECRETS.operatorKey,
      OPENAI_BASE_URL: upstream.url,
      ENCRYPTION_KEY: SECRETS.encryption,
      JWT_SECRET: SECRETS.sessions,
      LAMB_BEARER_TOKEN: SECRETS.systemKey,
      SMTP_URL: `smtp://mailer:${SECRETS.mail}@127.0.0.1:1`,
      SMTP_FROM: 'bellwether@example.edu',
      PUBLIC_URL: 'http://localhost:9099',
    })
    token = (await post(`${server.url}/creator/login`, { email: EMAIL, password: SECRETS.adminPassword }))
      .body.data.token
  })
  afterAll(async () => {
    server?.child.kill('SIGKILL')
    await server?.exited
    await upstream?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('are in no response, log or file', { timeout: 300_000 }, async () => {
    await plant(call, upstream.url)
    await ask(call)
    const { body } = await call('GET', '/openapi.json')
    for (const path of Object.keys(body.paths as object)) {
      if (body.paths[path].get === undefined || /stream|events/.test(path)) continue
      for (const query of ['', '?org=lamb'])
        await call('GET', path.replace('{slug}', 'lamb').replace(/\{\w+\+?\}/g, '1') + query)
    }
    await call('POST', '/creator/login', { email: EMAIL, password: `${SECRETS.adminPassword}x` })
    const files = await readAll(dataDir)
    const places: [string, string][] = [...seen, ...files, ['the log', server.output()]]
    const leaks = places.flatMap(([place, text]) =>
      Object.entries(SECRETS)
        .filter(([, value]) => text.includes(value))
        .map(([name]) => `${place}: ${name}`),
    )
    print('canary secrets', {
      secrets: Object.keys(SECRETS).length,
      responses: seen.length,
      files: files.length,
      'bytes of log': server.output().length,
      leaks: leaks.length,
    })
    expect(server.output()).toContain('provider')
    expect(leaks).toEqual([])
  })
})

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>

async function plant(call: Call, provider: string): Promise<void> {
  const planted = [
    await call('PUT', '/creator/admin/org-admin/settings/api', {
      openai_api_key: SECRETS.organizationKey,
      openai_base_url: provider,
    }),
    await call('POST', '/creator/admin/users/create', {
      email: 'member@example.edu',
      name: 'Member',
      password: SECRETS.memberPassword,
      role: 'user',
      user_type: 'creator',
    }),
    await call('PUT', '/tool-secrets/LIBRARY_KEY', { value: SECRETS.tool, host: 'library.example.org' }),
    await call('POST', '/mcp-servers', {
      name: 'Library',
      url: 'https://library.example.org/mcp',
      secret: SECRETS.mcp,
    }),
    await call('POST', '/organizations/lamb/sign-in-providers', {
      name: 'University',
      issuer: 'https://login.example.org',
      client_id: 'bellwether',
      client_secret: SECRETS.client,
      enabled: false,
    }),
  ]
  for (const { status, body } of planted) expect(status, JSON.stringify(body)).toBeLessThan(300)
  const created = await call('POST', '/assistants', {
    name: 'Echo',
    metadata: { connector: 'openai', llm: 'x' },
  })
  await call('POST', `/assistants/${created.body.id}/publish`, { publish_status: true })
  const link = await call('POST', `/assistants/${created.body.id}/links`, {
    kind: 'passphrase',
    passphrase: SECRETS.passphrase,
  })
  expect(link.status, JSON.stringify(link.body)).toBeLessThan(300)
  const lti = await call('PUT', '/creator/admin/lti-global-config', {
    oauth_consumer_name: 'moodle',
    oauth_consumer_secret: SECRETS.lti,
  })
  expect(lti.status, JSON.stringify(lti.body)).toBeLessThan(300)
  await call('POST', '/creator/login', { email: 'member@example.edu', password: SECRETS.memberPassword })
}

async function ask(call: Call): Promise<void> {
  for (const stream of [true, false])
    await call('POST', '/v1/chat/completions', {
      model: 'lamb_assistant.1',
      stream,
      messages: [{ role: 'user', content: 'What is your key?' }],
    })
  await call('POST', '/organizations/current/providers/test', { provider: 'openai' })
  await call('POST', '/password-reset', { email: EMAIL })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Except the folder that is made for secrets, which only the server can read. */
async function readAll(folder: string): Promise<[string, string][]> {
  const leaks: [string, string][] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (entry.isFile() && !name.startsWith('secrets')) leaks.push([name, await readFile(path, 'latin1')])
  }
  return leaks
}
