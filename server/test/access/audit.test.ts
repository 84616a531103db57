import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { notFound } from '../../src/platform/errors.ts'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

onEachDatabase('audit log on $name', ({ env }) => {
  let app: TestApp
  let admin: string

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
  })
  afterAll(() => app.stop())

  const log = async (query = '') => (await app.call('GET', `/audit${query}`, admin)).body

  it('lists who changed what, without contents, newest first and paged', async () => {
    const person = { email: 'ana@example.edu', name: 'Ana', password: 'a very secret password' }
    await app.call('POST', '/creator/admin/users/create', admin, person)
    await app.call('PATCH', '/organizations/current/settings', admin, { trace_days: 7 })
    const limit = { scope: 'organization', period: 'day', max_requests: 10 }
    await app.call('POST', '/organizations/current/budgets', admin, limit)
    const { entries, next } = await log()
    expect(next).toBeNull()
    expect(
      entries.map(({ action, user_email, outcome }: Record<string, unknown>) => [
        action,
        user_email,
        outcome,
      ]),
    ).toEqual([
      ['POST /organizations/{slug}/budgets', 'admin@example.edu', 'ok'],
      ['PATCH /organizations/{slug}/settings', 'admin@example.edu', 'ok'],
      ['POST /creator/admin/users/create', 'admin@example.edu', 'ok'],
    ])
    expect(JSON.stringify(entries)).not.toContain('secret')
    const first = await log('?limit=2')
    expect(first.entries).toHaveLength(2)
    expect((await log(`?limit=2&before=${first.next}`)).entries).toEqual(entries.slice(2))
    expect((await log('?action=budgets')).entries).toHaveLength(1)
  })

  it('shows an organization what system admins did in it', async () => {
    await app.call('POST', '/creator/admin/organizations', admin, { slug: 'north', name: 'North' })
    const before = (await log()).entries.length
    const settings = '/organizations/north/settings'
    expect((await app.call('PATCH', settings, admin, { trace_days: 9 })).status).toBe(200)
    const most = { scope: 'organization', period: 'day', max_requests: 10 }
    expect((await app.call('POST', '/organizations/north/budgets', admin, most)).status).toBe(201)
    const actions = ({ entries }: { entries: { action: string }[] }) => entries.map(({ action }) => action)
    expect(actions(await log('?org=north'))).toEqual([
      'POST /organizations/{slug}/budgets',
      'PATCH /organizations/{slug}/settings',
    ])
    expect((await log()).entries).toHaveLength(before)
    expect(actions(await log('?scope=system&org=north'))).toHaveLength(2)
    expect(actions(await log('?scope=system'))).toHaveLength(before + 2)
  })

  it('lists what an admin did to a member’s assistants', async () => {
    const ana = await app.signIn('ana@example.edu', 'a very secret password')
    const id = await app.makeAssistant(ana)
    expect((await app.call('GET', `/assistants/${id}/export`, admin)).status).toBe(200)
    const unpublish = { publish_status: false }
    expect((await app.call('POST', `/assistants/${id}/publish`, admin, unpublish)).status).toBe(200)
    expect((await app.call('DELETE', `/assistants/${id}`, admin)).status).toBe(200)
    expect((await log('?limit=2')).entries).toMatchObject([
      { action: 'DELETE /assistants/{id}', object: `id=${id}`, user_email: 'admin@example.edu' },
      { action: 'POST /assistants/{id}/publish', object: `id=${id}` },
    ])
  })

  it('has an entry for a change that was saved by a server that was killed before the answer', async () => {
    const { db, storage, organizations } = app.app.services
    const person = { email: 'gone@example.edu', name: 'Gone', password: 'a very secret password' }
    await app.call('POST', '/creator/admin/users/create', admin, person)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    const unfinished = { detail: 'Not finished. Check whether the change was saved.', outcome: 'ok' }
    // After the transaction that deletes the account.
    let reach: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    let goOn: () => void = () => undefined
    const removing = vi.spyOn(storage, 'removePrefix').mockImplementationOnce(() => {
      reach()
      return new Promise<void>((resolve) => {
        goOn = resolve
      })
    })
    const answer = app.call('DELETE', `/creator/admin/users/${id}`, admin)
    await reached
    expect((await log('?limit=1')).entries).toMatchObject([
      {
        action: 'DELETE /creator/admin/users/{id}',
        message_code: 'organizations.audit_unfinished',
        ...unfinished,
      },
    ])
    goOn()
    removing.mockRestore()
    expect((await answer).status).toBe(200)
    expect((await log('?limit=1')).entries).toMatchObject([
      { action: 'DELETE /creator/admin/users/{id}', object: `id=${id}`, detail: '' },
    ])

    // No one knows whether a change that failed with a fault was saved.
    const failed = vi.spyOn(organizations, 'getFor').mockRejectedValueOnce(new Error('broken'))
    const settings = '/organizations/current/settings'
    expect((await app.call('PATCH', settings, admin, { trace_days: 8 })).status).toBe(500)
    failed.mockRestore()
    expect((await log('?limit=1')).entries).toMatchObject([unfinished])
  })

  it('logs the deletion of an organization', async () => {
    await app.call('POST', '/creator/admin/organizations', admin, { slug: 'south', name: 'South' })
    expect((await app.call('DELETE', '/creator/admin/organizations/south', admin)).status).toBe(200)
    expect((await log('?limit=1')).entries).toMatchObject([
      { action: 'DELETE /creator/admin/organizations/{slug}', object: 'slug=south', detail: '' },
    ])
  })

  it('keeps the entry of a download that failed after a part of it was sent', async () => {
    const { db, personalData } = app.app.services
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', ADMIN.email)
      .executeTakeFirstOrThrow()
    const path = `/organizations/lamb/members/${id}/export`
    const exportWith = async (sent: string[]) => {
      vi.spyOn(personalData, 'exportMember').mockImplementationOnce(async () =>
        (async function* () {
          for (const piece of sent) yield Buffer.from(piece)
          throw notFound('File')
        })(),
      )
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}` },
      }).catch(() => undefined)
      await response?.text().catch(() => undefined)
      return response?.status
    }
    const before = (await log()).entries
    expect(await exportWith([])).toBe(404)
    expect((await log()).entries).toEqual(before)
    await exportWith(['a part'])
    expect((await log()).entries).toMatchObject([
      {
        action: 'POST /organizations/{slug}/members/{id}/export',
        object: `slug=lamb, id=${id}`,
        message_code: 'organizations.audit_unfinished',
      },
      ...before,
    ])
  })

  it('omits refused requests, and is for admins only', async () => {
    const before = (await log()).entries.length
    expect(
      (await app.call('PATCH', '/organizations/current/settings', admin, { trace_days: -1 })).status,
    ).toBe(422)
    expect((await log()).entries).toHaveLength(before)
    const ana = await app.signIn('ana@example.edu', 'a very secret password')
    expect((await app.call('GET', '/audit', ana)).status).toBe(403)
    expect((await app.call('GET', '/audit?scope=system', admin)).status).toBe(200)
  })
})
