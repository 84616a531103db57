import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ask = (id: number) => ({
  model: `lamb_assistant.${id}`,
  messages: [{ role: 'user', content: 'a sheep' }],
})

describe('organizations and their providers', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let google: Server
  let admin: string
  let northAdmin: string
  const inNorth = (path: string) => `/creator/admin/org-admin/${path}`

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    google = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        const part = { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } }
        response.end(JSON.stringify({ candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }] }))
      })
    })
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    const { port } = google.address() as AddressInfo
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'key-of-the-operator',
      GEMINI_API_KEY: 'google-key',
      GOOGLE_BASE_URL: `http://127.0.0.1:${port}`,
    })
    admin = await app.signIn()
    const made = await app.call('POST', '/creator/admin/organizations/enhanced', admin, {
      slug: 'north',
      name: 'North',
      use_system_baseline: false,
    })
    const person = {
      email: 'nora@example.edu',
      name: 'Nora',
      password: 'long enough',
      role: 'user',
      user_type: 'creator',
    }
    await app.call('POST', '/creator/admin/users/create', admin, { ...person, organization_id: made.body.id })
    const nora = await app.app.services.users.findByEmail(person.email)
    await app.call('PUT', `/creator/admin/organizations/north/members/${nora?.id}/role`, admin, {
      role: 'admin',
    })
    northAdmin = await app.signIn(person.email, person.password)
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    google.close()
  })

  it('another organization can’t use the operator’s key', async () => {
    const id = await app.makeAssistant(northAdmin, { metadata: { connector: 'openai', llm: 'gpt' } })
    const answer = await app.call('POST', '/v1/chat/completions', northAdmin, ask(id))
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain('OpenAI is not set up in North')
    expect(upstream.seen).toHaveLength(0)
  })

  it('refuses a private address of an organization admin, without revealing what is there', async () => {
    const saved = await app.call('PUT', inNorth('settings/api'), northAdmin, {
      openai_api_key: 'north-key',
      openai_base_url: upstream.url,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const id = await app.makeAssistant(northAdmin, { metadata: { connector: 'openai', llm: 'gpt' } })
    const answer = await app.call('POST', '/v1/chat/completions', northAdmin, ask(id))
    expect(answer.status).toBe(502)
    expect(answer.body.error.message).toMatch(/127\.0\.0\.1:\d+ can’t be reached: it does not exist, or/)
    expect(upstream.seen).toHaveLength(0)
  })

  it('trusts URLs that a system admin enters, and uses the organization’s own key', async () => {
    await app.call('PUT', inNorth('settings/api?org=north'), admin, { openai_base_url: '' })
    const saved = await app.call('PUT', inNorth('settings/api?org=north'), admin, {
      openai_api_key: 'north-key',
      openai_base_url: upstream.url,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const id = await app.makeAssistant(northAdmin, { metadata: { connector: 'openai', llm: 'gpt' } })
    const answer = await app.call('POST', '/v1/chat/completions', northAdmin, ask(id))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer north-key')
  })

  it('stores a generated image as the owner’s file, accessible only by its signed URL', async () => {
    const id = await app.makeAssistant(admin, {
      metadata: { connector: 'banana_img', llm: 'gemini-2.5-flash-image-preview' },
    })
    const answer = await app.call('POST', '/v1/chat/completions', admin, ask(id))
    const text = answer.body.choices[0].message.content as string
    const address = /!\[Generated Image\]\((\S+)\)/.exec(text)?.[1] ?? ''
    const { pathname, search } = new URL(address)
    const picture = await fetch(app.url + pathname + search)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    expect((await fetch(app.url + pathname)).status).toBe(404)
    expect((await app.call('GET', pathname, admin)).status).toBe(200)
    expect((await app.call('GET', pathname, northAdmin)).status).toBe(404)
  })
})
