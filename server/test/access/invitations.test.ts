import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, type Mailbox, startMailbox } from '../../src/platform/mail/mailbox.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const PASSWORD = 'a good password'
const codeOf = (url: string): string => new URLSearchParams(new URL(url).hash.slice(1)).get('code') ?? ''

onEachDatabase('invitations ($name)', ({ env }) => {
  let app: TestApp
  let root: string
  let admin: string
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await startMailbox()
    app = await startTestApp({
      ...(await env()),
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Bellwether <ai@example.edu>',
      PUBLIC_URL: 'https://bw.example.edu',
    })
    root = await app.signIn()
    await app.call('POST', '/creator/admin/organizations/enhanced', root, { slug: 'north', name: 'North' })
    const draft = { email: 'nora@example.edu', name: 'Nora', password: PASSWORD }
    const { body } = await app.call('POST', '/creator/admin/org-admin/users?org=north', root, draft)
    await app.call('PUT', `/creator/admin/organizations/north/members/${body.id}/role`, root, {
      role: 'admin',
    })
    admin = await app.signIn(draft.email, PASSWORD)
  })
  afterAll(async () => {
    await app.stop()
    await mailbox.close()
  })

  const invite = (draft: object, by = admin) =>
    app.call('POST', '/organizations/north/invitations', by, draft)
  const list = async () => (await app.call('GET', '/organizations/north/invitations', admin)).body.invitations
  const lookUp = (code: string) => app.call('POST', '/invitations/lookup', undefined, { code })
  const accept = (code: string, more: object = {}) =>
    app.call('POST', '/invitations/accept', undefined, { code, name: 'Mia', password: PASSWORD, ...more })
  const find = (email: string) => app.app.services.users.findByEmail(email)

  it('are sent by e-mail and make an account with a confirmed address', async () => {
    const made = await invite({ emails: ['Mia@example.edu', 'nora@example.edu'], language: 'ca' })
    expect(made.status).toBe(201)
    expect(made.body.skipped).toMatchObject([
      { email: 'nora@example.edu', message_code: 'invitations.has_account' },
    ])
    expect(made.body.invitations).toMatchObject([{ email: 'mia@example.edu', role: 'student', max_uses: 1 }])
    const mail = await mailbox.receive('mia@example.edu')
    expect(mail.subject).toBe('Invitació a North a Bellwether')
    expect(mail.text).toContain('Nora et convida')
    expect(linkIn(mail).href).toBe(made.body.invitations[0].url)
    const code = codeOf(made.body.invitations[0].url)
    expect((await lookUp(code)).body).toMatchObject({
      organization: 'North',
      role: 'student',
      email: 'mia@example.edu',
    })
    // The address is the invited one, whatever is sent.
    const accepted = await accept(code, { email: 'someone@else.example' })
    expect(accepted).toMatchObject({ status: 201, body: { email: 'mia@example.edu', organization: 'North' } })
    expect(await find('mia@example.edu')).toMatchObject({
      organization_slug: 'north',
      user_type: 'end_user',
      role: 'user',
      organization_role: null,
      email_confirmed_at: expect.any(Number),
    })
    expect((await accept(code)).status).toBe(404)
    expect((await lookUp(code)).status).toBe(404)
    expect((await list()).some((one: { email: string }) => one.email === 'mia@example.edu')).toBe(false)
  })

  it('as a link are limited by uses and domains, and leave the address unconfirmed', async () => {
    const { body } = await invite({ role: 'educator', max_uses: 2, domains: ['North.edu'] })
    const code = codeOf(body.invitations[0].url)
    const wrong = await accept(code, { email: 'eve@notnorth.edu' })
    expect(wrong.headers.get('x-message-code')).toBe('invitations.domain_required')
    expect((await accept(code, { email: 'eve@sub.north.edu' })).status).toBe(400)
    expect((await accept(code)).status).toBe(400)
    const answers = await Promise.all([1, 2, 3, 4].map((at) => accept(code, { email: `ed${at}@north.edu` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 404, 404])
    const first = answers.find(({ status }) => status === 201)?.body.email
    expect(await find(first)).toMatchObject({ user_type: 'creator', email_confirmed_at: null })
    expect((await mailbox.receive(first)).subject).toBe('Confirm your e-mail address')
  })

  it('are not used up by an address that has an account', async () => {
    const { body } = await invite({ max_uses: 1 })
    const code = codeOf(body.invitations[0].url)
    expect((await accept(code, { email: 'nora@example.edu' })).status).toBe(400)
    expect((await accept(code, { email: 'fresh@example.edu' })).status).toBe(201)
  })

  it('make admins only by e-mail, in a session, and outside the system organization', async () => {
    expect((await invite({ role: 'admin' })).status).toBe(400)
    const key = (await app.call('POST', '/api-keys', admin, { name: 'script' })).body.key
    expect((await invite({ role: 'admin', emails: ['boss@example.edu'] }, key)).status).toBe(403)
    const system = await app.call('POST', '/organizations/current/invitations', root, {
      role: 'admin',
      emails: ['boss@example.edu'],
    })
    expect(system.status).toBe(400)
    const { body } = await invite({ role: 'admin', emails: ['boss@example.edu'] })
    expect((await accept(codeOf(body.invitations[0].url))).status).toBe(201)
    expect(await find('boss@example.edu')).toMatchObject({ organization_role: 'admin', role: 'user' })
  })

  it('of admins end when the sender loses the role', async () => {
    const draft = { email: 'former@example.edu', name: 'Former', password: PASSWORD }
    const { id } = (await app.call('POST', '/creator/admin/org-admin/users?org=north', root, draft)).body
    const setRole = (role: string) =>
      app.call('PUT', `/creator/admin/organizations/north/members/${id}/role`, root, { role })
    await setRole('admin')
    const former = await app.signIn(draft.email, PASSWORD)
    const { body } = await invite({ role: 'admin', emails: ['private@example.org'] }, former)
    const [{ id: invitation, url }] = body.invitations
    expect((await lookUp(codeOf(url))).status).toBe(200)
    await setRole('member')
    expect((await lookUp(codeOf(url))).status).toBe(404)
    expect((await accept(codeOf(url))).status).toBe(404)
    expect(await find('private@example.org')).toBeUndefined()
    // An admin who resends it becomes its sender.
    await app.call('POST', `/organizations/north/invitations/${invitation}/resend`, admin)
    expect((await lookUp(codeOf(url))).status).toBe(200)
  })

  it('are e-mailed to one person at most five times an hour', async () => {
    const email = 'often@example.edu'
    const [{ id }] = (await invite({ emails: [email] })).body.invitations
    const resend = () => app.call('POST', `/organizations/north/invitations/${id}/resend`, admin)
    for (let at = 0; at < 4; at++) expect((await resend()).status).toBe(200)
    expect((await resend()).status).toBe(429)
    expect((await invite({ emails: [email] })).body).toMatchObject({
      invitations: [],
      skipped: [{ email, message_code: 'account.too_many_mails' }],
    })
    expect((await invite({ emails: [email], send: false })).body.invitations.length).toBe(1)
  })

  it('can be revoked, and expire', async () => {
    const { body } = await invite({})
    const { id, url } = body.invitations[0]
    expect((await app.call('DELETE', `/organizations/north/invitations/${id}`, admin)).status).toBe(204)
    expect((await accept(codeOf(url), { email: 'late@example.edu' })).status).toBe(404)
    expect((await app.call('DELETE', `/organizations/north/invitations/${id}`, admin)).status).toBe(404)

    const next = (await invite({ emails: ['late@example.edu'] })).body.invitations[0]
    await app.app.services.db
      .updateTable('invitations')
      .set({ expires_at: 5 })
      .where('id', '=', next.id)
      .execute()
    expect((await accept(codeOf(next.url))).status).toBe(404)
    expect((await list()).find((one: { id: number }) => one.id === next.id)).toMatchObject({ expired: true })
    const renewed = await app.call('POST', `/organizations/north/invitations/${next.id}/resend`, admin)
    expect(renewed.body).toMatchObject({ id: next.id, url: next.url, expired: false })
    await mailbox.receive('late@example.edu', 2)
    expect((await accept(codeOf(next.url))).status).toBe(201)
  })

  it('replace earlier ones of the same person', async () => {
    const [first] = (await invite({ emails: ['twice@example.edu'] })).body.invitations
    const [second] = (await invite({ emails: ['twice@example.edu'], role: 'educator' })).body.invitations
    expect((await lookUp(codeOf(first.url))).status).toBe(404)
    expect((await lookUp(codeOf(second.url))).body).toMatchObject({ role: 'educator' })
  })

  it('show admins that an e-mail could not be sent', async () => {
    mailbox.refusals.set('typo@example.edu', { status: 550, text: 'no such user' })
    const { body } = await invite({ emails: ['typo@example.edu'] })
    expect(body.invitations[0].mail).toMatchObject({ state: expect.any(String) })
    await expect
      .poll(
        async () => (await list()).find((one: { email: string }) => one.email === 'typo@example.edu').mail,
        {
          timeout: 20_000,
        },
      )
      .toMatchObject({ state: 'failed', error: 'address' })
  })

  it('are not stored in readable form', async () => {
    const { body } = await invite({ emails: ['stored@example.edu'] })
    const { db } = app.app.services
    const rows = [
      await db.selectFrom('invitations').selectAll().execute(),
      await db.selectFrom('mails').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(codeOf(body.invitations[0].url))
  })

  it('are closed to members, other organizations and malformed requests', async () => {
    const { body } = await invite({})
    const { id, url } = body.invitations[0]
    await accept(codeOf(url), { email: 'plain@example.edu' })
    const member = await app.signIn('plain@example.edu', PASSWORD)
    const elsewhere = '/organizations/lamb/invitations'
    for (const [method, path] of [
      ['GET', '/organizations/north/invitations'],
      ['POST', '/organizations/north/invitations'],
      ['POST', `/organizations/north/invitations/${id}/resend`],
      ['DELETE', `/organizations/north/invitations/${id}`],
      ['GET', '/organizations/north/mails'],
    ] as const)
      expect((await app.call(method, path, member, method === 'GET' ? undefined : {})).status, path).toBe(403)
    expect((await app.call('GET', elsewhere, admin)).status).toBe(404)
    expect((await app.call('DELETE', `${elsewhere}/${id}`, root)).status).toBe(404)
    for (const bad of [
      { emails: ['nonsense'] },
      { role: 'owner' },
      { valid_days: 0 },
      { domains: ['a b'] },
      { uses: 1 },
    ])
      expect((await invite(bad)).status, JSON.stringify(bad)).toBe(422)
  })
})

describe('invitations without a mail server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are links to share', async () => {
    const admin = await app.signIn()
    const path = '/organizations/current/invitations'
    const draft = { emails: ['mia@example.edu'], role: 'educator' }
    expect((await app.call('POST', path, admin, { ...draft, send: true })).status).toBe(409)
    const { body } = await app.call('POST', path, admin, draft)
    expect(body.invitations).toMatchObject([{ mail: null }])
    expect((await app.call('GET', path, admin)).body).toMatchObject({ mail_enabled: false })
    const code = codeOf(body.invitations[0].url)
    const accepted = await app.call('POST', '/invitations/accept', undefined, {
      code,
      name: 'Mia',
      password: PASSWORD,
    })
    expect(accepted.status).toBe(201)
    await app.signIn('mia@example.edu', PASSWORD)
  })

  it('stop guessing', async () => {
    const guess = () => app.call('POST', '/invitations/lookup', undefined, { code: 'guessed' })
    for (let at = 0; at < 100; at++) expect((await guess()).status).toBe(404)
    expect((await guess()).status).toBe(429)
  })
})
