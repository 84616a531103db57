import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { VERSION } from '../version.ts'

describe('what operators and developers look at', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('reports health, readiness and version', async () => {
    expect((await app.call('GET', '/health')).body).toEqual({ status: 'ok', version: VERSION })
    expect((await app.call('GET', '/ready')).status).toBe(200)
    expect((await app.call('GET', '/status')).body).toEqual({ status: true })
    expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION)
  })

  it('counts requests without naming anyone', async () => {
    await app.call('GET', '/creator/chats/somebody-elses-chat', await app.signIn())
    const { body } = await app.call('GET', '/metrics')
    expect(body).toContain(
      'bellwether_http_requests_total{route="/creator/chats/{id}",method="GET",status="404"} 1',
    )
    expect(body).not.toContain('somebody-elses-chat')
  })

  it('shows metrics to this machine only, and to system admins', async () => {
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
      expect((await fetch(`${app.url}/metrics`, { headers: { [name]: '127.0.0.1' } })).status, name).toBe(401)
    expect((await app.call('GET', '/system/metrics')).status).toBe(401)
    const { status, body } = await app.call('GET', '/system/metrics', await app.signIn())
    expect([status, body]).toEqual([200, expect.stringContaining('bellwether_http_requests_total')])
  })

  it('asks for METRICS_TOKEN, if it is set', async () => {
    const token = 'a token of the operator'.replaceAll(' ', '-')
    const guarded = await startTestApp({ METRICS_TOKEN: token })
    try {
      for (const wrong of [undefined, 'wrong', `${token}x`, await guarded.signIn()])
        expect((await guarded.call('GET', '/metrics', wrong)).status).toBe(401)
      expect((await guarded.call('GET', '/metrics', token)).status).toBe(200)
      expect((await guarded.call('GET', '/system/status', token)).status).toBe(401)
    } finally {
      await guarded.stop()
    }
  })

  it('describes every endpoint with a unique id', async () => {
    const { body } = await app.call('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(([method, one]) => ({
        at: `${method} ${path}`,
        ...one,
      })),
    )
    const served = app.app.endpoints.flatMap((one) =>
      one.paths.map((path) => `${one.method.toLowerCase()} ${path.replace('+}', '}')}`),
    )
    expect(operations.map((one) => one.at).sort()).toEqual(served.sort())
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length)
  })

  it('shows pages under a strict content policy', async () => {
    for (const path of ['/', '/docs', '/docs/assistants']) {
      const page = await app.call('GET', path)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.body).not.toContain('<script')
    }
  })
  it('finds operations by words, and shows each section on its own page', async () => {
    const all = (await app.call('GET', '/docs')).body as string
    const page = (await app.call('GET', '/docs?q=publish+POST')).body as string
    expect(page).toContain('/docs/assistants#post-assistants-id-publish')
    expect(page.length).toBeLessThan(all.length / 2)
    expect((await app.call('GET', '/docs?q=%3Cscript%3E')).body).toContain(
      'No operations match “&#60;script&#62;”',
    )
    const section = (await app.call('GET', '/docs/assistants')).body as string
    expect(section).toContain('id="post-assistants-id-publish"')
    expect((await app.call('GET', '/docs/no-such-section')).status).toBe(404)
  })
})
