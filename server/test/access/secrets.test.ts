import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { type FakeUpstream, startFakeUpstream } from '../harness/fake-upstream.ts'
import { ADMIN, startTestApp, type TestApp } from '../harness/test-app.ts'

const OPERATOR_KEY = 'sk-canary-of-the-operator'
const ORGANIZATION_KEY = 'sk-canary-of-an-organization'
const SIGNUP_KEY = 'canary-signup-key'
const SYSTEM_KEY = 'canary-system-key-of-the-operator'
const CANARIES = [OPERATOR_KEY, ORGANIZATION_KEY, SIGNUP_KEY, SYSTEM_KEY, ADMIN.password]

/** Plants secrets everywhere, then searches everything that the server returns for them. */
describe('secrets never leave the server', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let logged = ''

  beforeAll(async () => {
    // A malicious provider: its error repeats the key it was given.
    upstream = await startFakeUpstream((response, { headers }) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: { message: `Incorrect API key provided: ${headers.authorization}` } }),
      )
    })
    const sink = new Writable({
      write(part, _encoding, done) {
        logged += part
        done()
      },
    })
    app = await startTestApp(
      { OPENAI_API_KEY: OPERATOR_KEY, OPENAI_BASE_URL: upstream.url, LAMB_BEARER_TOKEN: SYSTEM_KEY },
      createLog('trace', sink),
    )
    token = await app.signIn()
    await app.call('POST', '/creator/admin/organizations/enhanced', token, {
      slug: 'north',
      name: 'North',
      signup_enabled: true,
      signup_key: SIGNUP_KEY,
    })
    const saved = await app.call('PUT', '/creator/admin/org-admin/settings/api?org=north', token, {
      openai_api_key: ORGANIZATION_KEY,
      openai_base_url: upstream.url,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const expectClean = (text: string, where: string) => {
    for (const canary of CANARIES) expect(text.includes(canary), `${where} tells ${canary}`).toBe(false)
  }

  it('in any response, for any caller', async () => {
    for (const endpoint of app.app.endpoints) {
      // Admins give the sign-up key to people, so these show it.
      if (
        endpoint.method !== 'GET' ||
        /\/(settings\/signup|\{slug\}\/settings)$/.test(endpoint.paths[0] ?? '')
      )
        continue
      for (const path of endpoint.paths) {
        for (const org of ['', '?org=north']) {
          const url = path.replace('{slug}', 'north').replace(/\{\w+\+?\}/g, '1') + org
          const answer = await app.call('GET', url, token)
          expectClean(JSON.stringify(answer.body), `GET ${url}`)
        }
      }
    }
  })

  it('in errors, streams or the log', async () => {
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'x' } })
    for (const stream of [true, false]) {
      const answer = await app.call('POST', '/v1/chat/completions', token, {
        model: `lamb_assistant.${id}`,
        stream,
        messages: [{ role: 'user', content: 'x' }],
      })
      expectClean(JSON.stringify(answer.body), 'a failed completion')
    }
    const test = await app.call('POST', '/organizations/north/providers/test', token, {
      provider: 'openai',
    })
    expectClean(JSON.stringify(test.body), 'a provider test')
    await app.call('POST', '/creator/signup', undefined, {
      name: 'x',
      email: 'x@example.edu',
      password: 'short',
      secret_key: SIGNUP_KEY,
    })
    await app.call('GET', '/creator/me', `${token}x`)
    expect(logged).toContain('provider')
    expectClean(logged, 'the log')
    expect(logged).not.toContain(token)
  })

  it('in plain text in the database', () => {
    for (const name of ['bellwether.db', 'bellwether.db-wal']) {
      expectClean(readFileSync(join(app.dataDir, name), 'latin1'), name)
    }
  })
})
