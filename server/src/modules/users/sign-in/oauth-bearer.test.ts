import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { connectTo, LIST_TOOLS, send } from '../../../doors/mcp/mcp-door.testing.ts'

const PUBLIC = 'https://ai.example.edu'

describe('OAuth tokens at /mcp', () => {
  let app: TestApp
  let issuer: string
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  let others: Awaited<ReturnType<typeof generateKeyPair>>
  let stop: () => void

  beforeAll(async () => {
    keys = await generateKeyPair('RS256')
    others = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/keys') response.end(JSON.stringify({ keys: [jwk] }))
      else if (request.url === '/.well-known/openid-configuration')
        response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
      else response.writeHead(404).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    stop = () => {
      server.closeAllConnections()
      server.close()
    }
    app = await startTestApp({ OAUTH_ISSUER: issuer, PUBLIC_URL: PUBLIC })
    await app.makeAssistant(await app.signIn(), { name: 'mine' })
  })
  afterAll(async () => {
    await app.stop()
    stop()
  })

  const claims = { email: 'Admin@example.edu', email_verified: true }
  const token = (
    more: object = {},
    { audience = `${PUBLIC}/mcp`, from = issuer, key = keys.privateKey, until = '5m' } = {},
  ) =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(from)
      .setAudience(audience)
      .setSubject('somebody')
      .setExpirationTime(until)
      .sign(key)
  const statusFor = async (bearer: string) =>
    (await send(app.url, { authorization: `Bearer ${bearer}` }, LIST_TOOLS)).status

  it('advertises the authorization server', async () => {
    const refused = await send(app.url, {}, LIST_TOOLS)
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`,
    )
    const { body } = await app.call('GET', '/.well-known/oauth-protected-resource/mcp')
    expect(body).toMatchObject({ resource: `${PUBLIC}/mcp`, authorization_servers: [issuer] })
  })

  it('gives access as the user with the verified e-mail', async () => {
    const { client } = await connectTo(app.url, await token())
    expect((await client.listTools()).tools).toHaveLength(1)
    await client.close()
  })

  it('refuses every other token', async () => {
    expect(await statusFor(await token({ email_verified: false }))).toBe(401)
    expect(await statusFor(await token({ email_verified: 'true' }))).toBe(401)
    expect(await statusFor(await token({ email: 'nobody@example.edu' }))).toBe(401)
    expect(await statusFor(await token({}, { audience: 'https://other.example' }))).toBe(401)
    expect(await statusFor(await token({}, { from: 'https://other.example' }))).toBe(401)
    expect(await statusFor(await token({}, { key: others.privateKey }))).toBe(401)
    expect(await statusFor(await token({}, { until: '-5m' }))).toBe(401)
    const shared = new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setExpirationTime('5m')
    expect(await statusFor(await shared.sign(new TextEncoder().encode('x'.repeat(32))))).toBe(401)
  })

  it('does not work at any other door', async () => {
    expect((await app.call('GET', '/v1/models', await token())).status).toBe(401)
    expect((await app.call('GET', '/assistants', await token())).status).toBe(401)
  })

  it('refuses an account with an unconfirmed e-mail, which someone else may have created', async () => {
    const { db } = app.app.services
    await db.updateTable('users').set({ email_confirmed_at: null }).execute()
    expect(await statusFor(await token())).toBe(401)
    await db.updateTable('users').set({ email_confirmed_at: 1 }).execute()
    expect(await statusFor(await token())).toBe(200)
  })

  it('refuses a disabled user, and leaves API keys and sessions working', async () => {
    expect(await statusFor(await app.signIn())).toBe(200)
    await app.app.services.db.updateTable('users').set({ enabled: 0 }).execute()
    expect(await statusFor(await token())).toBe(401)
  })
})
