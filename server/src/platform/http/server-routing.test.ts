import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { base, CALLERS, serve } from './server.testing.ts'

describe('routing', () => {
  it('prefers a literal segment to a parameter, ignores a trailing slash, decodes parameters', async () => {
    const { call } = await serve([
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/things/{id}',
        params: z.object({ id: z.string() }),
        handle: ({ params }) => params,
      }),
      endpoint({ answer: z.unknown(), ...base, path: '/things/special', handle: () => ({ special: true }) }),
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/files/{path+}',
        params: z.object({ path: z.string() }),
        handle: ({ params }) => params,
      }),
    ])
    expect((await call('GET', '/things/special/')).body).toEqual({ special: true })
    expect((await call('GET', '/things/a%20b')).body).toEqual({ id: 'a b' })
    expect((await call('GET', '/files/1/img/x.png?sig=1')).body).toEqual({ path: '1/img/x.png' })
  })

  it('answers 404 for an unknown path, 405 with the allowed methods, and HEAD like GET', async () => {
    const { call } = await serve([
      endpoint({ answer: z.unknown(), ...base, path: '/a', handle: () => ({ a: 1 }) }),
    ])
    expect((await call('GET', '/b')).status).toBe(404)
    const refused = await call('POST', '/a')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await call('HEAD', '/a')).status).toBe(200)
  })

  it('refuses to start with two endpoints at one path', async () => {
    const twice = [1, 2].map(() =>
      endpoint({ answer: z.unknown(), ...base, path: '/a/{id}', handle: () => null }),
    )
    await expect(serve(twice)).rejects.toThrow('duplicate endpoint')
  })
})

describe('access', () => {
  const accesses = [
    'public',
    'optional',
    'user',
    'session',
    'organization-admin',
    'system-admin',
    'completion',
  ] as const
  const ADMITTED: Record<(typeof accesses)[number], string[]> = {
    public: ['anonymous', ...Object.keys(CALLERS)],
    optional: ['anonymous', ...Object.keys(CALLERS)],
    user: ['member', 'key', 'organization-admin', 'system-admin'],
    session: ['member', 'organization-admin', 'system-admin'],
    'organization-admin': ['organization-admin', 'system-admin'],
    'system-admin': ['system-admin'],
    completion: Object.keys(CALLERS),
  }

  it.each(accesses)('%s', async (access) => {
    const { call } = await serve([
      endpoint({ answer: z.unknown(), ...base, path: '/door', access, handle: () => ({}) }),
    ])
    const admitted: string[] = []
    for (const as of ['anonymous', ...Object.keys(CALLERS)]) {
      const { status } = await call('GET', '/door', { as })
      if (status === 200) admitted.push(as)
      else expect(status).toBe(as === 'anonymous' ? 401 : 403)
    }
    expect(admitted).toEqual(ADMITTED[access])
  })
})

describe('address of the client', () => {
  const whoAsks = endpoint({
    answer: z.unknown(),
    ...base,
    path: '/who',
    handle: ({ exchange }) => ({ ip: exchange.clientIp }),
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['198.51.100.1, 192.0.2.7:50123', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['', '127.0.0.1'],
  ])('behind a proxy that sends %j: %s', async (forwarded, ip) => {
    const { call } = await serve([whoAsks], { trustProxy: true })
    const headers = { 'x-forwarded-for': forwarded }
    expect((await call('GET', '/who', { headers })).body.ip.replace('::ffff:', '')).toBe(ip)
  })

  it('without a proxy: what the client claims does not count', async () => {
    const { call } = await serve([whoAsks])
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    expect((await call('GET', '/who', { headers })).body.ip).toContain('127.0.0.1')
  })
})

it('a change by an admin is made within its audit log entry, and answered once that is saved', async () => {
  const steps: string[] = []
  const change = endpoint({
    answer: z.unknown(),
    method: 'POST',
    path: '/change',
    tag: 't',
    summary: 's',
    description: 'd',
    access: 'user',
    audited: true,
    handle: () => {
      steps.push('change')
      return {}
    },
  })
  const { call } = await serve([change], {
    async noteAdminChange(about, work) {
      steps.push(about.action)
      const result = await work()
      for (let at = 0; at < 100; at++) await turn()
      steps.push('saved')
      return result
    },
  })
  expect((await call('POST', '/change', { as: 'member' })).status).toBe(200)
  expect(steps).toEqual(['POST /change', 'change', 'saved'])
})
