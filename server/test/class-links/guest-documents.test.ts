import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ATTACHMENT_LIMITS } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { enter, makeLink, makePublished, QUESTION } from './class-links.testing.ts'

const ALLOWED = { metadata: { connector: 'bypass', llm: 'full-conversation-bypass', chat_attachments: true } }

onEachDatabase('documents of guests on $name', ({ env }) => {
  let app: TestApp
  let settings: Record<string, string>
  let admin: string
  let tutor: number
  let code: string

  beforeAll(async () => {
    settings = { ...(await env()), DATA_DIR: mkdtempSync(join(tmpdir(), 'bellwether-guests-')) }
    app = await startTestApp(settings)
    admin = await app.signIn()
    tutor = await makePublished(app, admin, ALLOWED)
    code = (await makeLink(app, admin, tutor)).code
  })
  afterAll(async () => {
    await app.stop()
    rmSync(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  const newChat = async (token: string, more: object = {}): Promise<string> =>
    (await app.call('POST', '/chats', token, { assistant_id: tutor, ...more })).body.id

  async function attach(token: string, chat: string, bytes: string | Buffer = 'My cat is purple.') {
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'essay.md')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${app.url}/chats/${chat}/attachments`, {
      method: 'POST',
      headers,
      body: form,
    })
    return { status: answer.status, code: answer.headers.get('x-message-code'), body: await answer.json() }
  }
  const attachmentsOf = (chat: string) =>
    app.app.services.db.selectFrom('chat_attachments').selectAll().where('chat_id', '=', chat).execute()

  it('are read with every question, where the educator allows them', async () => {
    const guest = await enter(app, code)
    const { data } = (await app.call('GET', '/creator/models', guest)).body
    expect(data[0].attachments).toBe(true)
    const chat = await newChat(guest)
    expect((await attach(guest, chat)).status).toBe(201)
    const asked = { ...QUESTION, chat_id: chat }
    const answer = await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, guest, asked)
    expect(JSON.stringify(answer.body)).toContain('My cat is purple.')
    const stranger = await enter(app, code)
    expect((await attach(stranger, chat)).status).toBe(404)
    expect((await app.call('GET', `/chats/${chat}/attachments`, stranger)).status).toBe(404)
    const other = await makePublished(app, admin)
    const elsewhere = await enter(app, (await makeLink(app, admin, other)).code)
    const refused = await app.call('POST', '/creator/chats', elsewhere, { assistant_id: other })
    expect((await attach(elsewhere, refused.body.id)).code).toBe('attachments.not_allowed')
  })

  it('are deleted with the guest, and belong to the account that takes over the chats', async () => {
    const guest = await enter(app, code)
    const chat = await newChat(guest)
    await attach(guest, chat)
    expect(await attachmentsOf(chat)).toHaveLength(1)
    expect((await app.call('DELETE', '/links/guest', guest)).status).toBeLessThan(300)
    expect(await attachmentsOf(chat)).toEqual([])
  })

  it('are limited per day in number and size', async () => {
    const guest = await enter(app, code)
    const statuses: number[] = []
    let chat = ''
    for (let sent = 0; sent < ATTACHMENT_LIMITS.perGuestAndDay + 2; sent++) {
      if (sent % 5 === 0) chat = await newChat(guest)
      statuses.push((await attach(guest, chat)).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(ATTACHMENT_LIMITS.perGuestAndDay)
    const fresh = await newChat(guest)
    expect(await attach(guest, fresh)).toMatchObject({ status: 429, code: 'class_links.daily_uploads' })
    expect((await attach(await enter(app, code), fresh)).status).toBe(404)

    // Yesterday's documents no longer count.
    const { db } = app.app.services
    await db
      .updateTable('guest_uploads')
      .set((set) => ({ day: set('day', '-', 1) }))
      .execute()
    expect((await attach(guest, fresh)).status).toBe(201)
  })

  it('count only if they are saved, but attempts are limited', async () => {
    const guest = await enter(app, code)
    const chat = await newChat(guest)
    const large = Buffer.alloc(9 * 1024 * 1024, 'word ')
    // Their text is too long.
    for (let sent = 0; sent < 6; sent++) expect((await attach(guest, chat, large)).status).toBe(400)
    expect((await attach(guest, chat)).status).toBe(201)
    const tries: number[] = []
    for (let sent = 7; sent < 3 * ATTACHMENT_LIMITS.perGuestAndDay + 1; sent++)
      tries.push((await attach(guest, chat, Buffer.from([0, 1, 2]))).status)
    expect(tries.slice(0, -1).every((status) => status === 400)).toBe(true)
    expect(tries.at(-1)).toBe(429)
  })

  it('are counted across a restart, and forgotten with the guest', async () => {
    const guest = await enter(app, code)
    const { db } = app.app.services
    const counts = () => app.app.services.db.selectFrom('guest_uploads').selectAll().execute()
    await db.deleteFrom('guest_uploads').execute()
    await attach(guest, await newChat(guest), 'x'.repeat(1000))
    const [counted] = await counts()
    expect(counted).toMatchObject({ documents: 1, bytes: 1000 })
    await app.stop()
    app = await startTestApp(settings)
    admin = await app.signIn()
    expect(await counts()).toEqual([counted])
    const { perGuestAndDay: documents } = ATTACHMENT_LIMITS
    await app.app.services.db.updateTable('guest_uploads').set({ documents }).execute()
    expect(await attach(guest, await newChat(guest))).toMatchObject({ status: 429 })
    await app.call('DELETE', '/links/guest', guest)
    expect(await counts()).toEqual([])
    const left = await app.app.services.db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'guest-uploads:%')
      .where('key', 'like', `%:${counted?.user_id}`)
      .execute()
    expect(left).toEqual([])
  })

  it('count images of questions, too', async () => {
    const guest = await enter(app, code)
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9 * 1024 * 1024)])
    const url = `data:image/png;base64,${png.toString('base64')}`
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ]
    const ask = () =>
      app.call('POST', `/creator/assistant/${tutor}/chat/completions`, guest, {
        messages: [{ role: 'user', content }],
      })
    const statuses: number[] = []
    for (let sent = 0; sent < 6; sent++) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // Text still works.
    const plain = await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, guest, QUESTION)
    expect(plain.status).toBe(200)
  })

  it('leave no empty chat behind', async () => {
    const guest = await enter(app, code)
    const draft = await newChat(guest, { draft: true })
    const list = async () =>
      (await app.call('GET', '/creator/chats', guest)).body.chats.map(({ id }: { id: string }) => id)
    expect((await attach(guest, draft)).status).toBe(201)
    expect(await list()).toEqual([])
    expect((await app.call('GET', `/creator/chats/${draft}`, guest)).status).toBe(200)
    await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, guest, {
      ...QUESTION,
      chat_id: draft,
    })
    expect(await list()).toEqual([draft])

    const left = await newChat(guest, { draft: true })
    const recent = await newChat(guest, { draft: true })
    await attach(guest, left)
    const { db, chats } = app.app.services
    const day = 24 * 3600
    const longAgo = Math.floor(Date.now() / 1000) - day - 1
    await db.updateTable('chats').set({ updated_at: longAgo }).where('id', 'in', [left, draft]).execute()
    await chats.removeOldDrafts(new AbortController().signal)
    const rows = await db.selectFrom('chats').select('id').where('id', 'in', [left, recent, draft]).execute()
    expect(rows.map(({ id }) => id).sort()).toEqual([recent, draft].sort())
    expect(await attachmentsOf(left)).toEqual([])
  })
})
