import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nowSeconds } from '../clock.ts'
import { createOutbox, type Outbox } from '../db/outbox/outbox.ts'
import { createOutboxDatabase } from '../db/outbox/outbox-database.ts'
import { describeOnEachDatabase, type TestDatabase } from '../db/testing.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { mailRepository } from './mail.repository.ts'
import { toMailContent } from './mail-content.ts'
import { createMailQueue, type MailQueue } from './mail-queue.ts'
import { createMailServer, toConnection } from './mail-server.ts'
import { type Mailbox, startMailbox } from './mailbox.testing.ts'

const FROM = 'Bellwether <ai@example.edu>'
const content = toMailContent({
  language: 'es',
  subject: 'Contraseña\r\nBcc: eve@example.org',
  paragraphs: ['Hola, <b>Ana</b> & Ñandú'],
  link: { label: 'Abrir', url: 'https://bw.example.edu/x#token=secret-token' },
  notes: ['Caduca en 1 hora.'],
})

describeOnEachDatabase('e-mail queue', (open) => {
  let database: TestDatabase
  let organizationId: number
  let mailbox: Mailbox
  const queues: MailQueue[] = []
  const outboxes: Outbox[] = []
  const logged: string[] = []
  const box = createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2))

  const openQueue = (url: string | undefined = mailbox.url) => {
    const log = createLog('debug', { write: (line) => void logged.push(line) })
    const server = createMailServer(url, FROM)
    const outbox = createOutbox({
      database: createOutboxDatabase(database.db, database.kind),
      folder: join(database.dataDir, 'unsaved'),
      onError: () => undefined,
      minDelayMs: 1,
    })
    outboxes.push(outbox)
    const queue = createMailQueue({ db: database.db, outbox, box, log, server })
    queues.push(queue)
    return queue
  }
  const add = (queue: MailQueue, to: string, more: { giveUpAt?: number } = {}) =>
    queue.add(database.db, { organizationId, to, kind: 'invitation', content, ...more })
  const read = async (id: string) => (await queues[0]?.listByIds([id]))?.[0]
  const makeDue = (id: string) =>
    database.db.updateTable('mails').set({ next_at: nowSeconds() }).where('id', '=', id).execute()

  beforeEach(async () => {
    database = await open({ emptied: true })
    mailbox = await startMailbox()
    logged.length = 0
    const organization = { slug: 'north', name: 'North', config: '{}', created_at: 1, updated_at: 1 }
    const row = await database.db
      .insertInto('organizations')
      .values(organization)
      .returning('id')
      .executeTakeFirstOrThrow()
    organizationId = row.id
  })
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop()
    for (const outbox of outboxes.splice(0)) await outbox.close()
    await mailbox.close()
  })

  it('sends a mail once although the database is away when the mail server has taken it', async () => {
    const queue = openQueue()
    const id = await add(queue, 'ana@example.edu')
    const failing = vi.spyOn(mailRepository, 'end').mockRejectedValueOnce(new AppError('unavailable', 'away'))
    queue.sendSoon()
    await mailbox.receive('ana@example.edu')
    await expect.poll(async () => (await read(id))?.state).toBe('sent')
    expect(failing).toHaveBeenCalledTimes(2)
    failing.mockRestore()
    expect(await read(id)).toMatchObject({ attempts: 1, content: null })
  })

  it('does not send a mail again while the fact that it was sent is queued', async () => {
    const queue = openQueue()
    const id = await add(queue, 'ana@example.edu')
    const failing = vi.spyOn(mailRepository, 'end').mockRejectedValue(new AppError('unavailable', 'away'))
    const listing = vi.spyOn(mailRepository, 'listDue')
    queue.sendSoon()
    await mailbox.receive('ana@example.edu')
    await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(0)
    // The outage lasted longer than the claim.
    await makeDue(id)
    const looked = listing.mock.calls.length
    queue.sendSoon()
    await queue.stop()
    expect(listing.mock.calls.length).toBe(looked)
    listing.mockRestore()
    failing.mockRestore()
    await expect.poll(async () => (await read(id))?.state).toBe('sent')
    expect(await read(id)).toMatchObject({ attempts: 1 })
    expect(mailbox.mails).toHaveLength(1)
  })

  it('after an outage, first lets other instances save that they sent a mail', async () => {
    let now = 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const queue = openQueue()
    const [begun, other] = [await add(queue, 'ana@example.edu'), await add(queue, 'bea@example.edu')]
    await database.db.updateTable('mails').set({ attempts: 1 }).where('id', '=', begun).execute()
    const failing = vi
      .spyOn(mailRepository, 'listDue')
      .mockRejectedValueOnce(new AppError('unavailable', 'away'))
    onTestFinished(() => failing.mockRestore())
    queue.sendSoon()
    await expect.poll(() => logged.join('')).toContain('failed to work through a queue')
    queue.sendSoon()
    await expect.poll(async () => (await read(other))?.state).toBe('sent')
    expect(await read(begun)).toMatchObject({ state: 'waiting', attempts: 1 })
    // Otherwise the step of the clock would look like a slow query.
    await queue.idle()
    now += 15_000
    queue.sendSoon()
    await expect.poll(async () => (await read(begun))?.state).toBe('sent')
    expect(mailbox.mails.map(({ to }) => to[0])).toEqual(['bea@example.edu', 'ana@example.edu'])
  })

  it('a mail that was sent stays sent, although another instance could not send it', async () => {
    const id = await add(openQueue(), 'ana@example.edu')
    const end = (state: 'sent' | 'failed', error: string | null, at: number) =>
      mailRepository.end(database.db, id, { state, error, now: at })
    await end('failed', 'unreachable', 1)
    await end('sent', null, 2)
    await end('failed', 'address', 3)
    await mailRepository.postpone(database.db, id, 4, 'address')
    await end('sent', null, 5)
    expect(await read(id)).toMatchObject({ state: 'sent', error: null, ended_at: 2 })
  })

  it('sends text and HTML, and keeps only the fact that it was sent', async () => {
    const queue = openQueue()
    const id = await add(queue, 'ana@example.edu')
    const [stored] = await database.db.selectFrom('mails').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('secret-token')
    queue.sendSoon()
    const mail = await mailbox.receive('ana@example.edu')
    expect(mail).toMatchObject({
      from: 'ai@example.edu',
      to: ['ana@example.edu'],
      subject: 'Contraseña Bcc: eve@example.org',
    })
    expect(mail.text).toContain('Hola, <b>Ana</b> & Ñandú')
    expect(mail.text).toContain('https://bw.example.edu/x#token=secret-token')
    expect(mail.html).toContain('Hola, &lt;b&gt;Ana&lt;/b&gt; &amp; Ñandú')
    expect(mail.html).toContain('<html lang="es">')
    expect(mail.headers['message-id']).toBe(`<${id}@example.edu>`)
    await vi.waitFor(async () => expect(await read(id)).toMatchObject({ state: 'sent', content: null }))
  })

  it('sends a mail once, although several instances look for work', async () => {
    const all = [openQueue(), openQueue(), openQueue()]
    const [first] = all
    if (!first) throw new Error('no queue')
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push(await add(first, `student${at}@example.edu`))
    for (const queue of all) queue.sendSoon()
    await vi.waitFor(async () => {
      for (const id of ids) expect((await read(id))?.state).toBe('sent')
    }, 20_000)
    expect(mailbox.mails.map(({ to }) => to[0]).sort()).toEqual(
      ids.map((_id, at) => `student${at}@example.edu`).sort(),
    )
  })

  it('tries again while the mail server is unavailable, also after a restart', async () => {
    await mailbox.close()
    const before = openQueue()
    const id = await add(before, 'ana@example.edu')
    before.sendSoon()
    await vi.waitFor(async () =>
      expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 1, error: 'unreachable' }),
    )
    expect((await read(id))?.next_at).toBeGreaterThan(nowSeconds())
    await before.stop()
    mailbox = await startMailbox({ port: mailbox.port })
    await makeDue(id)
    openQueue().start()
    await mailbox.receive('ana@example.edu')
    await vi.waitFor(async () =>
      expect(await read(id)).toMatchObject({ state: 'sent', attempts: 2, error: null }),
    )
  })

  it('gives up when the time is over', async () => {
    const queue = openQueue('smtp://127.0.0.1:1')
    const id = await add(queue, 'ana@example.edu', { giveUpAt: nowSeconds() + 10 })
    queue.sendSoon()
    await vi.waitFor(async () =>
      expect(await read(id)).toMatchObject({ state: 'failed', content: null, error: 'unreachable' }),
    )
  })

  it('gives up immediately if the address does not exist, and waits if the mailbox is busy', async () => {
    mailbox.refusals.set('gone@example.edu', { status: 550, text: 'no such user' })
    mailbox.refusals.set('busy@example.edu', { status: 451, text: 'try later' })
    const queue = openQueue()
    const [gone, busy] = [await add(queue, 'gone@example.edu'), await add(queue, 'busy@example.edu')]
    queue.sendSoon()
    await vi.waitFor(async () =>
      expect(await read(gone)).toMatchObject({ state: 'failed', error: 'address' }),
    )
    await vi.waitFor(async () =>
      expect(await read(busy)).toMatchObject({ state: 'waiting', error: 'address' }),
    )
  })

  it('does not write passwords or links to the log', async () => {
    await mailbox.close()
    mailbox = await startMailbox({ user: ['robot', 'right-password'] })
    const wrong = openQueue(mailbox.url.replace('smtp://', 'smtp://robot:wrong-password@'))
    const id = await add(wrong, 'ana@example.edu')
    wrong.sendSoon()
    await vi.waitFor(async () => expect(await read(id)).toMatchObject({ state: 'waiting', error: 'sign_in' }))
    expect(logged.join('')).toContain('sign_in')
    expect(logged.join('')).not.toMatch(/wrong-password|secret-token/)
    // Otherwise it could take the mail again before the other queue does.
    await wrong.stop()
    await makeDue(id)
    openQueue(mailbox.url.replace('smtp://', 'smtp://robot:right-password@')).sendSoon()
    await mailbox.receive('ana@example.edu')
  })

  it('forgets mails after 30 days', async () => {
    const queue = openQueue()
    const [old, fresh] = [await add(queue, 'ana@example.edu'), await add(queue, 'ben@example.edu')]
    const sent = { state: 'sent' as const, created_at: nowSeconds() - 31 * 86_400 }
    await database.db.updateTable('mails').set(sent).where('id', '=', old).execute()
    await queue.removeOld(new AbortController().signal)
    expect((await queue.listOf(organizationId, 10)).map(({ id }) => id)).toEqual([fresh])
  })
})

it('sends a password only over TLS', () => {
  expect(toConnection('smtp://me%40x:p%3Ass@mail.example.edu')).toEqual({
    host: 'mail.example.edu',
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: 'me@x', pass: 'p:ss' },
  })
  expect(toConnection('smtps://me:pass@mail.example.edu')).toMatchObject({ port: 465, secure: true })
  expect(toConnection('smtp://me:pass@localhost:2525')).toMatchObject({ port: 2525, requireTLS: false })
  expect(toConnection('smtp://me:pass@mail.example.edu?tls=optional')).toMatchObject({ requireTLS: false })
  expect(toConnection('smtp://mail.example.edu:25')).toEqual({
    host: 'mail.example.edu',
    port: 25,
    secure: false,
    requireTLS: false,
  })
})
