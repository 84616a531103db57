import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { ask, enter, makeLink, makePublished, QUESTION } from './class-links.testing.ts'

/** Everything that guests of class links may call. A new entry needs a reason: guests are strangers. */
const OPEN_TO_GUESTS = [
  'DELETE /chats/{id}',
  'DELETE /chats/{id}/attachments/{attachment_id}',
  'DELETE /creator/chats/{id}',
  'DELETE /links/guest',
  'GET /account/export',
  'GET /account/privacy',
  'GET /assistant-pictures',
  'GET /assistants/usable',
  'GET /assistants/{id}/picture',
  'GET /chats',
  'GET /chats/{id}',
  'GET /chats/{id}/attachments',
  'GET /chats/{id}/pictures/{picture}',
  'GET /chats/{id}/stream',
  'GET /chats/{id}/versions',
  'GET /creator/chats',
  'GET /creator/chats/{id}',
  'GET /creator/models',
  'GET /links/{code}',
  'GET /models',
  'GET /models/{model}',
  'GET /v1/models',
  'GET /v1/models/{model}',
  'PATCH /chats/{id}',
  'POST /assistants/{id}/answers',
  'POST /chat/completions',
  'POST /chats',
  'POST /chats/{id}/attachments',
  'POST /chats/{id}/stop',
  'POST /completions',
  'POST /creator/assistant/{id}/chat/completions',
  'POST /creator/chats',
  'POST /lamb/v1/completions',
  'POST /links/{code}/enter',
  'POST /v1/chat/completions',
  'PUT /chats/{id}/messages/{message_id}/feedback',
  'PUT /chats/{id}/messages/{message_id}/visibility',
  'PUT /chats/{id}/version',
  'PUT /creator/chats/{id}',
]

const REFUSED = [401, 403, 404]

onEachDatabase('guests on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  let mine: number
  let other: number
  let link: { id: number; code: string }
  let guest: string

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    mine = await makePublished(app, admin)
    other = await makePublished(app, admin)
    link = await makeLink(app, admin, mine)
    guest = await enter(app, link.code)
  })
  afterAll(() => app.stop())

  const namesOf = ({ method, paths }: Endpoint) => paths.map((path) => `${method} ${path}`)

  it('are admitted by few endpoints', () => {
    const open = app.app.endpoints.filter((one) => one.openToGuests).flatMap(namesOf)
    expect(open.sort()).toEqual(OPEN_TO_GUESTS)
  })

  /** Ids that exist and, where a guest could have any, belong to the guest's own assistant. */
  const fill = (path: string): string =>
    path
      .replace('{model}', `lamb_assistant.${mine}`)
      .replace('{slug}', 'lamb')
      .replace('{code}', link.code)
      .replace(/\{(name)\}/, `assistant_${mine}`)
      .replace(/\{\w+\+?\}/g, String(mine))

  async function statusOf({ method }: Endpoint, path: string, token?: string): Promise<number> {
    const stop = new AbortController()
    const response = await fetch(app.url + fill(path), {
      method,
      signal: stop.signal,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    stop.abort()
    return response.status
  }

  it('are refused by all others, which answer a guest as they answer a stranger', async () => {
    const wrong: string[] = []
    for (const endpoint of app.app.endpoints) {
      if (endpoint.openToGuests) continue
      for (const path of endpoint.paths) {
        const status = await statusOf(endpoint, path, guest)
        if (REFUSED.includes(status)) continue
        const isPublic = endpoint.access === 'public' || endpoint.access === 'optional'
        if (!isPublic || (await statusOf(endpoint, path)) !== status)
          wrong.push(`${endpoint.method} ${path}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect((await app.call('GET', `/links/${link.code}`, guest)).body.is_guest).toBe(true)
  })

  it('see and use only the assistant of their link', async () => {
    for (const path of ['/v1/models', '/creator/models']) {
      const { body } = await app.call('GET', path, guest)
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([`lamb_assistant.${mine}`])
    }
    expect((await ask(app, guest, mine)).status).toBe(200)
    expect((await ask(app, guest, other)).status).toBe(404)
    const refused = [
      await app.call('POST', `/creator/assistant/${other}/chat/completions`, guest, QUESTION),
      await app.call('POST', '/creator/chats', guest, { assistant_id: other }),
      await app.call('POST', `/completions?assistant=${other}`, guest, QUESTION),
      await app.call('POST', `/creator/assistant/${mine}/chat/completions`, guest, {
        ...QUESTION,
        debug_bypass: true,
      }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 403])
  })

  it('have chats of their own, which no other guest can open', async () => {
    const asked = await app.call('POST', `/creator/assistant/${mine}/chat/completions`, guest, QUESTION)
    const chat = asked.body.chat_id
    const stranger = await enter(app, link.code)
    expect((await app.call('GET', `/creator/chats/${chat}`, guest)).status).toBe(200)
    expect((await app.call('GET', `/creator/chats/${chat}`, stranger)).status).toBe(404)
    expect((await app.call('DELETE', `/creator/chats/${chat}`, stranger)).status).toBe(404)
    expect((await app.call('GET', '/creator/chats', stranger)).body.chats).toEqual([])
  })

  it('do not appear among people', async () => {
    const counts = async () => (await app.call('GET', '/creator/admin/org-admin/dashboard', admin)).body.stats
    const before = await counts()
    const token = await enter(app, link.code, { name: 'Zacharias Zebra' })
    expect([before === undefined, await counts()]).toEqual([false, before])
    expect((await ask(app, token, mine)).status).toBe(200)
    const lists = [
      '/creator/admin/users',
      '/creator/admin/org-admin/users',
      '/creator/users',
      '/organizations/lamb/members',
      '/creator/lamb/assistant-sharing/organization-users',
      '/creator/admin/organizations/lamb/members',
    ]
    for (const path of lists) {
      const { body } = await app.call('GET', path, admin)
      expect(`${path} ${JSON.stringify(body)}`).not.toContain('Zebra')
    }
    const userId = await app.app.services.db
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'Zacharias Zebra')
      .executeTakeFirstOrThrow()
    const reached = [
      await app.call('GET', `/creator/admin/users/${userId.id}`, admin),
      await app.call('PUT', `/creator/admin/users/${userId.id}/disable`, admin, {}),
      await app.call('DELETE', `/creator/admin/users/${userId.id}`, admin),
    ]
    for (const { status, body } of reached)
      expect([status >= 400 || body.success === false, JSON.stringify(body)]).toEqual([
        true,
        expect.not.stringContaining('Zebra'),
      ])
  })
})
