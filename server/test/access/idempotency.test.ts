import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const LEVEL = { label: 'Good', score: 2, description: 'Clear' }
const RUBRIC = {
  title: 'Essay',
  criteria: [
    { name: 'Form', description: 'x', weight: 100, levels: [LEVEL, { ...LEVEL, label: 'Poor', score: 1 }] },
  ],
}

describe.each(eachDatabase())('Idempotency-Key on $name', ({ env }) => {
  let app: TestApp
  let root: string
  let ana: string

  beforeAll(async () => {
    app = await startTestApp(await env())
    root = await app.signIn()
    const person = { email: 'ana@example.edu', name: 'Ana', password: 'long enough', user_type: 'creator' }
    await app.call('POST', '/creator/admin/users/create', root, { ...person, role: 'user' })
    ana = await app.signIn(person.email, person.password)
  })
  afterAll(() => app.stop())

  async function send(path: string, token: string, key: string | undefined, body: object) {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
  const budget = (max_requests: number, period = 'day') => ({ scope: 'organization', period, max_requests })
  const BUDGETS = '/organizations/current/budgets'
  const count = async () => (await app.call('GET', BUDGETS, root)).body.budgets.length

  it('repeats the first response and creates nothing twice', async () => {
    const first = await send(BUDGETS, root, 'k-1', budget(10))
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    const again = await send(BUDGETS, root, 'k-1', budget(10))
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await count()).toBe(1)
  })

  it('refuses the key for another body, another URL or an invalid value, and keeps keys of different people apart', async () => {
    expect((await send(BUDGETS, root, 'k-1', budget(11))).status).toBe(422)
    expect((await send('/api-keys', root, 'k-1', { name: 'x' })).status).toBe(422)
    expect((await send(BUDGETS, root, 'a b', budget(10))).status).toBe(400)
    expect((await send(BUDGETS, root, 'x'.repeat(201), budget(10))).status).toBe(400)
    expect((await send('/api-keys', ana, 'k-1', { name: 'x' })).status).toBe(201)
    expect(await count()).toBe(1)
  })

  it('runs once if the same request arrives several times at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => send(BUDGETS, root, 'k-2', budget(10, 'month'))),
    )
    const statuses = new Set(all.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(await count()).toBe(2)
  })

  it.each([
    ['/assistants', { name: 'Twice', metadata: '{}' }],
    ['/creator/assistant/create_assistant', { name: 'twice_lamb', metadata: '{}' }],
    ['/creator/rubrics', RUBRIC],
    ['/prompt-templates', { name: 'Own' }],
    ['/creator/knowledgebases', { name: 'Papers' }],
    ['/creator/prompt-templates/create', { name: 'Plain' }],
    ['/kb-server/collections', { name: 'papers-2' }],
  ])('works at %s, whatever the status of a success', async (path, body) => {
    const first = await send(path, ana, `k-${path}`, body)
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    const again = await send(path, ana, `k-${path}`, body)
    expect(again).toMatchObject({ status: first.status, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('logs a repeated request once', async () => {
    const entries = async () => (await app.call('GET', '/audit', root)).body.entries.length
    await send(BUDGETS, root, 'k-audit', budget(3, 'month'))
    const before = await entries()
    await send(BUDGETS, root, 'k-audit', budget(3, 'month'))
    expect(await entries()).toBe(before)
  })

  it('does not store a failure', async () => {
    const bad = { scope: 'assistant', assistant_id: 999_999, period: 'day', max_requests: 1 }
    expect((await send(BUDGETS, root, 'k-3', bad)).status).toBe(404)
    expect((await send(BUDGETS, root, 'k-3', { ...bad, assistant_id: 999_998 })).status).toBe(404)
  })

  it('returns a new API key again, and stores it encrypted', async () => {
    const first = await send('/api-keys', ana, 'k-4', { name: 'laptop' })
    const again = await send('/api-keys', ana, 'k-4', { name: 'laptop' })
    expect(again.body).toEqual(first.body)
    const secret = /bw_[\w-]{20,}/.exec(JSON.stringify(first.body))?.[0] ?? ''
    expect(secret.length).toBeGreaterThan(10)
    const rows = await app.app.services.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('expires after a day', async () => {
    const { db, idempotency } = app.app.services
    await db.updateTable('idempotency_keys').set({ created_at: 1 }).execute()
    await idempotency.removeOld(new AbortController().signal)
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })
})
