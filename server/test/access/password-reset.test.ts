import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, type Mailbox, secretIn, startMailbox } from '../../src/platform/mail/mailbox.testing.ts'
import { serverTexts } from '../../src/platform/texts/server-texts.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const PASSWORD = 'the first password'

onEachDatabase('forgotten passwords ($name)', ({ env }) => {
  let app: TestApp
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
    admin = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await mailbox.close()
  })

  let count = 0
  /** A member with a password. */
  async function addMember(): Promise<{ id: number; email: string }> {
    const email = `member${count++}@example.edu`
    const draft = { email, name: 'Mia', password: PASSWORD }
    const { body } = await app.call('POST', '/creator/admin/org-admin/users', admin, draft)
    return { id: body.id, email }
  }
  const forget = (email: string, more: object = {}) =>
    app.call('POST', '/auth/forgot-password', undefined, { email, ...more })
  const reset = (token: string, password = 'a better password', more: object = {}) =>
    app.call('POST', '/auth/reset-password', undefined, { token, password, ...more })
  const signsIn = async (email: string, password: string): Promise<boolean> =>
    (await app.call('POST', '/creator/login', undefined, { email, password })).body.success
  const setUser = (id: number, change: object) =>
    app.app.services.db.updateTable('users').set(change).where('id', '=', id).execute()
  /** Requests are handled after their response. */
  const settle = () => app.app.services.passwordResets.settle()

  it('sends a link that sets a new password once, and ends all sessions', async () => {
    const { email } = await addMember()
    const session = await app.signIn(email, PASSWORD)
    expect((await forget(` ${email.toUpperCase()} `, { language: 'es' })).status).toBe(202)
    const mail = await mailbox.receive(email)
    expect(mail.subject).toBe('Restablece tu contraseña')
    expect(linkIn(mail).href).toMatch(/^https:\/\/bw\.example\.edu\/reset-password#token=[\w-]{43}$/)
    const token = secretIn(mail)
    expect((await reset(token, 'short')).status).toBe(422)
    expect((await reset(token)).body).toEqual({ email })
    expect((await app.call('GET', '/creator/me', session)).status).toBe(401)
    expect(await signsIn(email, PASSWORD)).toBe(false)
    expect(await signsIn(email, 'a better password')).toBe(true)
    const again = await reset(token, 'a third password')
    expect(again.status).toBe(400)
    expect(again.headers.get('x-message-code')).toBe('account.link_invalid')
    expect(await signsIn(email, 'a better password')).toBe(true)
    expect((await mailbox.receive(email, 2)).subject).toBe('Your password was changed')
  })

  it('is written in the language that the person has chosen, which follows them to other browsers', async () => {
    const { email } = await addMember()
    const mia = await app.signIn(email, PASSWORD)
    const choose = (language: unknown, token?: string) =>
      app.call('PUT', '/account/language', token, { language })
    expect((await choose('eu')).status).toBe(401)
    expect((await choose('xx', mia)).status).toBe(422)
    expect((await choose('eu', mia)).status).toBe(204)
    await forget(email, { language: 'en' })
    await settle()
    expect((await mailbox.receive(email)).subject).toBe(serverTexts('eu').mails.reset.subject)
    const session = await fetch(`${app.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(await session.json()).toMatchObject({ user: { language: 'eu' } })
    expect((await choose(null, mia)).status).toBe(204)
    await forget(email, { language: 'es' })
    await settle()
    expect((await mailbox.receive(email, 2)).subject).toBe(serverTexts('es').mails.reset.subject)
  })

  it('stores only a hash of the token', async () => {
    const { email } = await addMember()
    await forget(email)
    const token = secretIn(await mailbox.receive(email))
    const rows = await app.app.services.db.selectFrom('account_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('gives the same response for unknown, disabled and known addresses', async () => {
    const { email } = await addMember()
    const { id, email: disabled } = await addMember()
    await setUser(id, { enabled: 0 })
    const before = mailbox.mails.length
    const answers = [await forget(email), await forget('unknown@example.edu'), await forget(disabled)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: answers[0]?.body })
    await mailbox.receive(email)
    await settle()
    expect(mailbox.mails.length).toBe(before + 1)
    expect((await forget('not an address')).status).toBe(422)
  })

  it('sends at most five e-mails an hour to one person, and says nothing about it', async () => {
    const { email } = await addMember()
    for (let at = 0; at < 7; at++) expect((await forget(email)).status).toBe(202)
    await mailbox.receive(email, 5)
    await settle()
    const rows = await app.app.services.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', email)
      .execute()
    expect(rows.length).toBe(5)
  })

  it('invalidates the other links when one is used or the password changes', async () => {
    const { id, email } = await addMember()
    await forget(email)
    const first = secretIn(await mailbox.receive(email))
    await forget(email)
    const second = secretIn(await mailbox.receive(email, 2))
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(400)
    await forget(email)
    const third = secretIn(await mailbox.receive(email, 4))
    await app.call('POST', `/creator/admin/org-admin/users/${id}/password`, admin, {
      new_password: 'chosen by the admin',
    })
    expect((await reset(third)).status).toBe(400)
  })

  it('accepts a link once, although it is used twice at the same time', async () => {
    const { email } = await addMember()
    await forget(email)
    const token = secretIn(await mailbox.receive(email))
    const answers = await Promise.all(
      ['one of these passwords', 'two of these passwords'].map((one) => reset(token, one)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('refuses expired links, links of changed addresses and of disabled accounts', async () => {
    const expired = await addMember()
    await forget(expired.email)
    const old = secretIn(await mailbox.receive(expired.email))
    await app.app.services.db
      .updateTable('account_tokens')
      .set({ expires_at: 1 })
      .where('user_id', '=', expired.id)
      .execute()
    expect((await reset(old)).status).toBe(400)

    for (const change of [{ email: 'moved@example.edu' }, { enabled: 0 }]) {
      const member = await addMember()
      await forget(member.email)
      const token = secretIn(await mailbox.receive(member.email))
      await setUser(member.id, change)
      expect((await reset(token)).status).toBe(400)
    }
  })

  it('tells people without a password how they sign in', async () => {
    const { id, email } = await addMember()
    await setUser(id, { password_hash: null, auth_provider: 'oidc' })
    await forget(email)
    const mail = await mailbox.receive(email)
    expect(mail.subject).toBe('How to sign in to Bellwether')
    expect(linkIn(mail).pathname).toBe('/sign-in')
    const link = await app.call('POST', `/organizations/current/members/${id}/password-reset`, admin)
    expect(link.status).toBe(409)
  })

  it('confirms the address and revokes the keys of an account that a stranger may have made', async () => {
    const { id, email } = await addMember()
    const stranger = await app.signIn(email, PASSWORD)
    const { key } = (await app.call('POST', '/api-keys', stranger, { name: 'left behind' })).body
    await setUser(id, { email_confirmed_at: null })
    await forget(email)
    expect((await reset(secretIn(await mailbox.receive(email)))).status).toBe(200)
    expect((await app.call('GET', '/creator/me', key)).status).toBe(401)
    const owner = await app.signIn(email, 'a better password')
    expect((await app.call('GET', '/account', owner)).body).toMatchObject({ email_confirmed: true })
  })

  it('gives an admin a link to share, or sends it', async () => {
    const { id, email } = await addMember()
    const path = `/organizations/current/members/${id}/password-reset`
    const made = await app.call('POST', path, admin)
    expect(made).toMatchObject({ status: 201, body: { expires_at: expect.any(Number) } })
    const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token') ?? ''
    expect((await reset(token)).status).toBe(200)
    expect((await app.call('POST', path, admin, { send: true })).body.url).toBeNull()
    expect((await mailbox.receive(email, 2)).subject).toBe('Reset your password')
    const member = await app.signIn(email, 'a better password')
    expect((await app.call('POST', path, member)).status).toBe(403)
    const key = (await app.call('POST', '/api-keys', admin, { name: 'script' })).body.key
    expect((await app.call('POST', path, key)).status).toBe(403)
  })

  it('changes an e-mail address after a link to the new one was opened', async () => {
    const { email } = await addMember()
    const taken = await addMember()
    const session = await app.signIn(email, PASSWORD)
    const change = (to: string, password = PASSWORD) =>
      app.call('PUT', '/account/email', session, { email: to, password })
    const confirm = (token: string, by = session) => app.call('POST', '/auth/confirm-email', by, { token })
    expect((await change('new@example.edu', 'wrong')).status).toBe(400)
    expect((await change(email)).status).toBe(400)
    const next = `new-${email}`
    expect((await change(next)).status).toBe(204)
    const token = secretIn(await mailbox.receive(next))
    // Someone else’s session can’t be used to confirm an address for this account.
    expect((await confirm(token, admin)).status).toBe(400)
    expect((await confirm(token)).body).toEqual({ email: next })
    expect((await confirm(token)).status).toBe(400)
    expect(await signsIn(next, PASSWORD)).toBe(true)
    expect((await mailbox.receive(email)).subject).toBe('Your e-mail address was changed')

    expect((await change(taken.email)).status).toBe(204)
    expect((await confirm(secretIn(await mailbox.receive(taken.email)))).status).toBe(409)
    expect(await signsIn(next, PASSWORD)).toBe(true)
  })

  it('drops a new e-mail address that was asked for with the old password', async () => {
    const { email } = await addMember()
    const stranger = await app.signIn(email, PASSWORD)
    const theirs = `stranger-${email}`
    await app.call('PUT', '/account/email', stranger, { email: theirs, password: PASSWORD })
    const token = secretIn(await mailbox.receive(theirs))
    await forget(email)
    expect((await reset(secretIn(await mailbox.receive(email)))).status).toBe(200)
    const session = await app.signIn(email, 'a better password')
    expect((await app.call('POST', '/auth/confirm-email', session, { token })).status).toBe(400)
  })

  it('lets people who signed up confirm their address', async () => {
    const open = { signup_enabled: true, signup_key: 'come-in-here' }
    await app.call('PUT', '/creator/admin/org-admin/settings/signup', admin, open)
    const email = 'signed-up@example.edu'
    const draft = { name: 'Buy at evil.example', email, password: PASSWORD, secret_key: 'come-in-here' }
    await app.call('POST', '/creator/signup', undefined, draft)
    const mail = await mailbox.receive(email)
    expect(mail.text).not.toContain('evil.example')
    const session = await app.signIn(email, PASSWORD)
    expect((await app.call('GET', '/account', session)).body).toMatchObject({ email, email_confirmed: false })
    expect((await app.call('POST', '/account/email-confirmation', session)).status).toBe(204)
    const token = secretIn(await mailbox.receive(email, 2))
    expect((await app.call('POST', '/auth/confirm-email', session, { token })).status).toBe(200)
    expect((await app.call('GET', '/account', session)).body).toMatchObject({ email_confirmed: true })
    // The first link ended with the second.
    expect((await app.call('POST', '/auth/confirm-email', session, { token: secretIn(mail) })).status).toBe(
      400,
    )
  })

  it('shows admins which e-mails were sent, without their content', async () => {
    const { email } = await addMember()
    await forget(email)
    const token = secretIn(await mailbox.receive(email))
    const { body } = await app.call('GET', '/organizations/current/mails', admin)
    expect(body).toMatchObject({ mail_enabled: true })
    expect(body.mails.find((one: { recipient: string }) => one.recipient === email)).toMatchObject({
      kind: 'reset_password',
    })
    expect(JSON.stringify(body)).not.toContain(token)
  })
})

describe('forgotten passwords without a mail server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are handled by an admin', async () => {
    const admin = await app.signIn()
    const { user_id: id } = (await app.call('GET', '/creator/me', admin)).body.data
    expect(
      (await app.call('POST', '/auth/forgot-password', undefined, { email: 'a@example.edu' })).status,
    ).toBe(202)
    const path = `/organizations/current/members/${id}/password-reset`
    expect((await app.call('POST', path, admin, { send: true })).status).toBe(409)
    expect((await app.call('POST', path, admin)).body.url).toContain('/reset-password#token=')
    expect((await app.call('GET', '/first-run')).body).toMatchObject({ mail_enabled: false })
  })

  it('are limited to 100 requests from one address in 15 minutes', async () => {
    const ask = () => app.call('POST', '/auth/forgot-password', undefined, { email: 'b@example.edu' })
    const statuses: number[] = []
    for (let at = 0; at < 101; at++) statuses.push((await ask()).status)
    expect(statuses.at(0)).toBe(202)
    expect(statuses.at(-1)).toBe(429)
  })
})
