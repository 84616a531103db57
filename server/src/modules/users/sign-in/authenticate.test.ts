import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createSessionRoutes } from '../../../doors/lamb/session.routes.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { apiKeyRepository } from '../api-keys/api-key.repository.ts'
import { createApiKeyRoutes } from '../api-keys/api-key.routes.ts'
import {
  type Campus,
  createCampus,
  forgeToken,
  SIGNING,
  SYSTEM_KEY,
  serve,
  type TestServer,
} from '../testing.ts'
import { userRepository } from '../user.repository.ts'
import { type AuthenticateDeps, createAuthenticate } from './authenticate.ts'

/** The right secret with a different algorithm than sessions use. */
const signWith = (hash: string, text: string) =>
  `${text}.${createHmac(hash, SIGNING).update(text).digest('base64url')}`

const who = (
  access: 'user' | 'completion' | 'system-admin' | 'organization-admin' | 'optional',
  path: string,
) =>
  endpoint({
    answer: z.unknown(),
    method: 'GET',
    path,
    tag: 't',
    summary: 's',
    description: 'd',
    access,
    handle: ({ caller }) => ({ caller: caller ?? null }),
  })

describeOnEachDatabase('authentication', (open) => {
  let campus: Campus
  let server: TestServer
  beforeAll(async () => {
    const { db } = await open()
    campus = await createCampus(db)
    server = await serve(campus, [
      who('user', '/who'),
      who('completion', '/complete'),
      who('system-admin', '/system'),
      who('organization-admin', '/organization'),
      who('optional', '/optional'),
      ...createApiKeyRoutes(campus.apiKeys),
      ...createSessionRoutes({
        users: campus.users,
        publicUrl: campus.config.publicUrl,
        toStudentPage: async () => '/',
      }),
    ])
  })
  afterAll(() => server.close())

  const claimsOf = async (userId: number) => {
    const row = (await userRepository.findById(campus.db, userId))!
    return { sub: String(userId), ver: row.session_version, role: 'admin', email: 'root@example.edu' }
  }

  it('reads role and organization from the database, not from the token', async () => {
    const token = await forgeToken({ ...(await claimsOf(campus.ana.userId)), organization_id: campus.south })
    expect((await server.sendAs(token, 'GET', '/who')).body.caller).toMatchObject({
      userId: campus.ana.userId,
      email: 'ana@example.edu',
      systemAdmin: false,
      organizationId: campus.north,
      organizationRole: 'member',
    })
    expect((await server.sendAs(token, 'GET', '/system')).status).toBe(403)
    expect((await server.sendAs(token, 'GET', '/organization')).status).toBe(403)
  })

  it('refuses tokens with another secret or algorithm, without signature or version, and expired ones', async () => {
    const claims = await claimsOf(campus.root.userId)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = encode({ ...claims, exp: nowSeconds() + 3600 })
    const { ver: _ver, ...withoutVersion } = claims
    const good = await forgeToken(claims)
    const bad = [
      await forgeToken(claims, { secret: Buffer.alloc(32, 9) }),
      signWith('sha512', `${encode({ alg: 'HS512' })}.${body}`),
      await forgeToken(withoutVersion),
      await forgeToken({ ...claims, sub: '999999' }),
      await forgeToken({ ...claims, ver: claims.ver + 1 }),
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'HS256' })}.${body}.`,
      good.slice(0, -2),
      'nonsense',
      '',
    ]
    for (const token of bad) expect((await server.sendAs(token, 'GET', '/who')).status, token).toBe(401)
    const asMade = signWith('sha256', `${encode({ alg: 'HS256' })}.${body}`)
    for (const token of [good, asMade]) expect((await server.sendAs(token, 'GET', '/who')).status).toBe(200)
  })

  it('ends every session on sign-out', async () => {
    const token = await server.tokenOf(campus.ben)
    expect((await server.sendAs(token, 'POST', '/creator/logout')).body).toEqual({ success: true })
    expect((await server.sendAs(token, 'GET', '/who')).status).toBe(401)
  })

  it('answers too many sign-ins with 429 and Retry-After', async () => {
    const login = () =>
      server.sendAs(undefined, 'POST', '/creator/login', { email: 'ghost@x.edu', password: 'wrong' })
    for (let i = 0; i < 4; i++) {
      expect(await login()).toMatchObject({
        status: 200,
        body: { success: false, error: 'Invalid credentials' },
      })
    }
    const blocked = await login()
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('changes a password in a session, not with a key', async () => {
    const { key } = await campus.apiKeys.create(campus.ana, { name: 'k' })
    const body = { current_password: 'x', new_password: 'long enough' }
    expect((await server.sendAs(key, 'POST', '/creator/user/password', body)).status).toBe(403)
    expect((await server.sendAs(key, 'POST', '/api-keys', { name: 'child' })).status).toBe(403)
  })

  it('ends the sessions and keys of a disabled user immediately', async () => {
    const token = await server.tokenOf(campus.eve)
    const { key } = await campus.apiKeys.create(campus.eve, { name: 'k' })
    expect((await server.sendAs(token, 'GET', '/who')).status).toBe(200)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(200)
    await campus.userAdmin.setEnabled(campus.sven, { id: campus.south }, campus.eve.userId, false)
    expect((await server.sendAs(token, 'GET', '/who')).status).toBe(401)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(401)
    await campus.userAdmin.setEnabled(campus.sven, { id: campus.south }, campus.eve.userId, true)
    expect((await server.sendAs(token, 'GET', '/who')).status).toBe(401)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(200)
  })

  it('refuses the sessions and keys of a suspended organization', async () => {
    const token = await server.tokenOf(campus.eve)
    const { key } = await campus.apiKeys.create(campus.eve, { name: 'k' })
    const south = await campus.organizations.getRow(campus.south)
    await campus.organizations.update(campus.root, south, { status: 'suspended' })
    expect((await server.sendAs(token, 'GET', '/who')).status).toBe(403)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(403)
    await campus.organizations.update(campus.root, south, { status: 'active' })
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(200)
  })

  it('accepts a key until it expires or is revoked, and shows it only once', async () => {
    const made = await server.send(campus.ana, 'POST', '/api-keys', {
      name: 'mine',
      expires_at: nowSeconds() + 60,
    })
    const { key, id } = made.body
    expect(key).toMatch(/^bw_/)
    expect(JSON.stringify((await server.send(campus.ana, 'GET', '/api-keys')).body)).not.toContain(key)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(200)
    await campus.db
      .updateTable('api_keys')
      .set({ expires_at: nowSeconds() - 1 })
      .where('id', '=', id)
      .execute()
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(401)
    await campus.db.updateTable('api_keys').set({ expires_at: null }).where('id', '=', id).execute()
    expect((await server.send(campus.nora, 'DELETE', `/api-keys/${id}`)).status).toBe(404)
    expect((await server.send(campus.eve, 'DELETE', `/api-keys/${id}`)).status).toBe(404)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(200)
    expect((await server.send(campus.ana, 'DELETE', `/api-keys/${id}`)).status).toBe(200)
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(401)
    expect((await server.send(campus.ana, 'POST', '/api-keys', { name: 'late', expires_at: 5 })).status).toBe(
      400,
    )
  })

  it('allows a limited key to chat only', async () => {
    const { key } = await campus.apiKeys.create(campus.ana, { name: 'k', assistant_ids: [7] })
    expect((await server.sendAs(key, 'GET', '/complete')).body.caller.onlyAssistants).toEqual([7])
    expect((await server.sendAs(key, 'GET', '/who')).status).toBe(403)
    expect((await server.sendAs(key, 'GET', '/optional')).body.caller).toBeNull()
  })

  it('checks that the assistants of a limited key may be used', async () => {
    const { createApiKeyService } = await import('../api-keys/api-key.service.ts')
    const strict = createApiKeyService({
      db: campus.db,
      requireUsable: () => Promise.reject(new Error('foreign assistant')),
    })
    await expect(strict.create(campus.ana, { name: 'k', assistant_ids: [1] })).rejects.toThrow(
      'foreign assistant',
    )
  })

  it('lets only admins forward users, and only as long as they are admins', async () => {
    expect(
      (await server.send(campus.ana, 'POST', '/api-keys', { name: 'f', trusted_forwarder: true })).status,
    ).toBe(403)
    const made = await server.send(campus.nora, 'POST', '/api-keys', { name: 'f', trusted_forwarder: true })
    const forwards = async () =>
      (await server.sendAs(made.body.key, 'GET', '/complete')).body.caller.trustedForwarder
    expect(await forwards()).toBe(true)
    await campus.membership.setRole('north', campus.nora.userId, 'member')
    expect(await forwards()).toBe(false)
    await campus.membership.setRole('north', campus.nora.userId, 'admin')
  })

  it('records when a key was last used', async () => {
    const { key, id } = await campus.apiKeys.create(campus.ana, { name: 'k' })
    await server.sendAs(key, 'GET', '/who')
    expect((await apiKeyRepository.findById(campus.db, id))?.last_used_at).toBeNull()
    await campus.keyUse.flush()
    expect((await apiKeyRepository.findById(campus.db, id))?.last_used_at).toBeGreaterThan(nowSeconds() - 60)
  })

  it('accepts the system key for completions only', async () => {
    expect((await server.sendAs(SYSTEM_KEY, 'GET', '/complete')).body.caller).toEqual({
      kind: 'system',
      trustedForwarder: true,
    })
    for (const path of ['/who', '/system', '/organization']) {
      expect((await server.sendAs(SYSTEM_KEY, 'GET', path)).status).toBe(403)
    }
    expect((await server.sendAs(`${SYSTEM_KEY}x`, 'GET', '/complete')).status).toBe(401)
  })
})

it('counts invalid tokens per network: one person has as many IPv6 addresses as they like', async () => {
  const counted: string[] = []
  const authenticate = createAuthenticate({
    sessions: { verify: async () => undefined, isOurs: async () => false },
    guessing: { requireFree: async () => undefined, fail: async (key: string) => void counted.push(key) },
  } as unknown as AuthenticateDeps)
  for (const clientIp of ['2001:db8::1', '2001:db8::2:3']) {
    const incoming = { headers: { authorization: 'Bearer wrong' } }
    await expect(authenticate({ incoming, clientIp } as unknown as Exchange)).rejects.toThrow()
  }
  expect(new Set(counted)).toEqual(new Set(['2001:db8:0:0::/64']))
})
