import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { startMailbox } from '../../platform/mail/mailbox.testing.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let app: TestApp
let admin: string
beforeAll(async () => {
  mailbox = await startMailbox()
  app = await startTestApp({ SMTP_URL: mailbox.url, SMTP_FROM: 'Bellwether <bw@example.edu>' })
  admin = await app.signIn()
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})

const send = (body: object = {}, token = admin, server = app) =>
  server.call('POST', '/system/test-email', token, body)

it('sends an e-mail to the admin and reports it', async () => {
  const sent = await send({ language: 'es' })
  expect([sent.status, sent.body]).toMatchObject([200, { sent: true, error: null }])
  expect(mailbox.mails.at(-1)).toMatchObject({
    to: [sent.body.to],
    subject: 'Correo de prueba de Bellwether',
  })
})

it('says why it was not sent, without the reply of the mail server', async () => {
  const { to } = (await send()).body
  mailbox.refusals.set(to, { status: 550, text: 'no such user sk-secret' })
  const refused = await send()
  expect(refused.body).toEqual({ sent: false, to, error: 'address', status: 550 })
  mailbox.refusals.clear()
})

it('is only for system admins, and needs a mail server', async () => {
  await app.call('POST', '/creator/admin/users/create', admin, {
    email: 'ana@example.edu',
    name: 'Ana',
    password: 'long enough',
  })
  const ana = await app.signIn('ana@example.edu', 'long enough')
  expect((await send({}, ana)).status).toBe(403)
  const without = await startTestApp()
  const refused = await send({}, await without.signIn(), without)
  expect([refused.status, refused.headers.get('x-message-code')]).toEqual([409, 'account.no_mail_server'])
  await without.stop()
})
