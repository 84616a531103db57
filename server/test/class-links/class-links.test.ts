import { readStoredText, textOf } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import {
  ask,
  enter,
  makeLink,
  makePerson,
  makePublished,
  onceNotBusy,
  QUESTION,
} from './class-links.testing.ts'

const DAY = 86_400
const now = () => Math.floor(Date.now() / 1000)

onEachDatabase('class links on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  let ana: string
  let student: string
  let outsider: string
  let assistant: number

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    ana = await makePerson(app, admin, 'ana')
    student = await makePerson(app, admin, 'stu', { user_type: 'end_user' })
    const { body } = await app.call('POST', '/creator/admin/organizations/enhanced', admin, {
      slug: 'south',
      name: 'South',
    })
    outsider = await makePerson(app, admin, 'eve', { organization_id: body.id })
    assistant = await makePublished(app, ana, { description: 'Explains biology' })
  })
  afterAll(() => app.stop())

  const codeOf = (answer: { headers: Headers }) => answer.headers.get('x-message-code')
  const chatOf = async (token: string) =>
    (await app.call('POST', `/creator/assistant/${assistant}/chat/completions`, token, QUESTION)).body.chat_id
  const look = (code: string, token?: string) => app.call('GET', `/links/${code}`, token)

  it('bring a stranger to the assistant without an account', async () => {
    const link = await makeLink(app, ana, assistant)
    expect(link.url).toMatch(new RegExp(`/l/${link.code}$`))
    expect(link.code).toMatch(/^[2-9a-hjkmnp-z]{10}$/)
    expect((await look(link.code)).body).toMatchObject({
      state: 'open',
      kind: 'anyone',
      assistant: { id: assistant, description: 'Explains biology' },
      is_member: false,
      is_guest: false,
    })
    const entered = await app.call('POST', `/links/${link.code}/enter`)
    expect(entered.body).toMatchObject({
      token: expect.any(String),
      assistant: { id: assistant, model: `lamb_assistant.${assistant}`, vision: false },
      guest: { name: expect.stringMatching(/^Guest /), daily_questions: 100 },
    })
    expect((await ask(app, entered.body.token, assistant)).status).toBe(200)
    const records = (await app.call('GET', `/assistants/${assistant}/links`, ana)).body.links
    expect(records[0]).toMatchObject({ id: link.id, state: 'open', guests: 1 })
  })

  it('accept codes as people type them', async () => {
    const { code } = await makeLink(app, ana, assistant)
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toUpperCase()
    expect((await look(typed)).status).toBe(200)
    expect((await look('nosuchcode')).status).toBe(404)
  })

  it('give the same browser the same guest again, and every other browser another one', async () => {
    const { code } = await makeLink(app, ana, assistant)
    const first = await enter(app, code, { name: '  Mia\n\t Moon ' })
    const chat = await chatOf(first)
    const again = await app.call('POST', `/links/${code}/enter`, first, {})
    expect(again.body.guest.name).toBe('Mia Moon')
    expect((await app.call('GET', `/creator/chats/${chat}`, again.body.token)).status).toBe(200)
    const other = await enter(app, code)
    expect((await app.call('GET', `/creator/chats/${chat}`, other)).status).toBe(404)
    const elsewhere = await makeLink(app, ana, assistant)
    const there = await enter(app, elsewhere.code, {}, first)
    expect((await app.call('GET', `/creator/chats/${chat}`, there)).status).toBe(404)
  })

  it.each([
    ['turned off', { paused: true }, { paused: false }, 'class_links.off', 'off'],
    ['ended', { ends_at: now() - 5 }, { ends_at: now() + DAY }, 'class_links.ended', 'ended'],
    [
      'moved to later',
      { starts_at: now() + DAY },
      { starts_at: null },
      'class_links.not_started',
      'not_started',
    ],
  ])(
    'stop at once for guests who are in when %s, and go on afterwards',
    async (_name, stop, go, code, state) => {
      const link = await makeLink(app, ana, assistant)
      const guest = await enter(app, link.code)
      const chat = await chatOf(guest)
      expect((await app.call('PATCH', `/links/${link.id}`, ana, stop)).body.state).toBe(state)
      const refused = [
        await ask(app, guest, assistant),
        await app.call('GET', `/creator/chats/${chat}`, guest),
        await app.call('POST', `/links/${link.code}/enter`, guest, {}),
        await app.call('POST', `/links/${link.code}/enter`),
      ]
      expect(refused.map((one) => [one.status, codeOf(one)])).toEqual(refused.map(() => [403, code]))
      expect((await look(link.code)).body).toMatchObject({ state, assistant: null })
      await app.call('PATCH', `/links/${link.id}`, ana, go)
      expect((await app.call('GET', `/creator/chats/${chat}`, guest)).status).toBe(200)
      expect((await ask(app, guest, assistant)).status).toBe(200)
    },
  )

  it('stop immediately when the assistant is unpublished', async () => {
    const own = await makePublished(app, ana)
    const { code } = await makeLink(app, ana, own)
    const guest = await enter(app, code)
    await app.call('POST', `/assistants/${own}/publish`, ana, { publish_status: false })
    expect(codeOf(await ask(app, guest, own))).toBe('class_links.off')
    expect((await look(code)).body.state).toBe('off')
    const again = await app.call('POST', `/assistants/${own}/links`, ana, { kind: 'anyone' })
    expect([again.status, codeOf(again)]).toEqual([409, 'class_links.not_published'])
  })

  it('stop immediately when the organization is suspended', async () => {
    const { code, id } = await makeLink(app, ana, assistant)
    const guest = await enter(app, code)
    const { db } = app.app.services
    const setStatus = (status: 'active' | 'suspended') =>
      db.updateTable('organizations').set({ status }).where('slug', '=', 'lamb').execute()
    await setStatus('suspended')
    const refused = [await ask(app, guest, assistant), await app.call('POST', `/links/${code}/enter`)]
    await setStatus('active')
    expect(refused.map(codeOf)).toEqual(['class_links.off', 'class_links.off'])
    expect((await ask(app, guest, assistant)).status).toBe(200)
    expect((await app.call('DELETE', `/links/${id}`, ana)).status).toBe(200)
  })

  it('can be deleted and restored', async () => {
    const link = await makeLink(app, ana, assistant)
    const guest = await enter(app, link.code)
    expect((await app.call('DELETE', `/links/${link.id}`, ana)).status).toBe(200)
    expect((await look(link.code)).status).toBe(404)
    expect((await ask(app, guest, assistant)).status).toBe(404)
    expect((await app.call('PATCH', `/links/${link.id}`, ana, { paused: false })).status).toBe(404)
    expect((await app.call('POST', `/links/${link.id}/restore`, ana)).body.state).toBe('open')
    expect((await ask(app, guest, assistant)).status).toBe(200)
  })

  it('ask for a passphrase, which is stored as a hash', async () => {
    const draft = { kind: 'passphrase', passphrase: 'open sesame' }
    const made = await app.call('POST', `/assistants/${assistant}/links`, ana, draft)
    const { id, code } = made.body
    expect(JSON.stringify(made.body)).not.toContain('sesame')
    const attempts = [
      await app.call('POST', `/links/${code}/enter`),
      await app.call('POST', `/links/${code}/enter`, undefined, { passphrase: 'Open Sesame' }),
    ]
    expect(attempts.map((one) => [one.status, codeOf(one)])).toEqual([
      [403, 'class_links.passphrase_needed'],
      [403, 'class_links.wrong_passphrase'],
    ])
    const guest = await enter(app, code, { passphrase: ' open sesame ' })
    await app.call('PATCH', `/links/${id}`, ana, { passphrase: 'another one' })
    // Guests who have joined stay.
    await enter(app, code, {}, guest)
    const old = await app.call('POST', `/links/${code}/enter`, undefined, { passphrase: 'open sesame' })
    expect(codeOf(old)).toBe('class_links.wrong_passphrase')
    const row = await app.app.services.db
      .selectFrom('class_links')
      .select('passphrase_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.passphrase_hash).toMatch(/^\$argon2id\$/)
  })

  it('admit a class of 200 behind one address at once', async () => {
    const passphrase = 'open sesame'
    const { code } = await makeLink(app, ana, assistant, { kind: 'passphrase', passphrase })
    const students = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const { body } = await onceNotBusy(() =>
          app.call('POST', `/links/${code}/enter`, undefined, { passphrase }),
        )
        return (await onceNotBusy(() => ask(app, body.token, assistant))).status
      }),
    )
    expect(students.filter((status) => status === 200)).toHaveLength(200)
  })

  it('of an organization need a signed-in member and make no guest', async () => {
    const { code, id } = await makeLink(app, ana, assistant, { kind: 'organization' })
    expect((await look(code)).body).toMatchObject({ assistant: null, is_member: false })
    expect((await look(code, student)).body).toMatchObject({ assistant: { id: assistant }, is_member: true })
    const unknown = await app.call('POST', `/links/${code}/enter`)
    expect([unknown.status, codeOf(unknown)]).toEqual([401, 'class_links.members_only'])
    expect((await app.call('POST', `/links/${code}/enter`, outsider)).status).toBe(404)
    const entered = await app.call('POST', `/links/${code}/enter`, student)
    expect(entered.body).toMatchObject({ token: null, assistant: { id: assistant }, guest: null })
    const [record] = (await app.call('GET', `/assistants/${assistant}/links`, ana)).body.links
    expect(record).toMatchObject({ id, guests: 0, daily_questions: null })
  })

  it('exclude guests when they become links of the organization', async () => {
    const link = await makeLink(app, ana, assistant)
    const guest = await enter(app, link.code)
    await app.call('PATCH', `/links/${link.id}`, ana, { kind: 'organization' })
    expect(codeOf(await ask(app, guest, assistant))).toBe('class_links.members_only')
  })

  it('let a guest keep the chats in an account', async () => {
    const { code } = await makeLink(app, ana, assistant)
    const guest = await enter(app, code)
    const chat = await chatOf(guest)
    const keep = (token: string, given: string) =>
      app.call('POST', `/links/${code}/keep`, token, { token: given })
    expect(codeOf(await keep(outsider, guest))).toBe('class_links.other_organization')
    expect((await keep(student, ana)).status).toBe(404)
    expect((await keep(guest, guest)).status).toBe(403)
    const results = await Promise.all([keep(student, guest), keep(student, guest)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(results.find(({ status }) => status === 200)?.body).toEqual({ chats: 1, assistant_id: assistant })
    const chatAnswer = await app.call('GET', `/creator/chats/${chat}`, student)
    expect(chatAnswer.body.messages).toHaveLength(2)
    expect((await ask(app, guest, assistant)).status).toBe(401)
    const more = { ...QUESTION, chat_id: chat }
    const path = `/creator/assistant/${assistant}/chat/completions`
    expect((await app.call('POST', path, student, more)).status).toBe(200)
  })

  it('let a guest leave and delete the chats', async () => {
    const { code } = await makeLink(app, ana, assistant)
    const guest = await enter(app, code)
    const chat = await chatOf(guest)
    expect((await app.call('DELETE', '/links/guest', guest)).status).toBe(200)
    expect((await ask(app, guest, assistant)).status).toBe(401)
    const { db } = app.app.services
    expect(
      await db.selectFrom('chats').select('id').where('id', '=', chat).executeTakeFirst(),
    ).toBeUndefined()
    // An account is not affected.
    await app.call('DELETE', '/links/guest', student)
    expect((await ask(app, student, assistant)).status).toBe(200)
  })

  it('belong to the owner of the assistant; organization admins can switch them off', async () => {
    const { id } = await makeLink(app, ana, assistant)
    const ben = await makePerson(app, admin, 'ben')
    for (const token of [ben, outsider, student]) {
      const tries = [
        await app.call('GET', `/assistants/${assistant}/links`, token),
        await app.call('POST', `/assistants/${assistant}/links`, token, { kind: 'anyone' }),
        await app.call('PATCH', `/links/${id}`, token, { paused: true }),
        await app.call('DELETE', `/links/${id}`, token),
        await app.call('POST', `/links/${id}/restore`, token),
      ]
      for (const { status } of tries) expect([403, 404]).toContain(status)
    }
    expect((await app.call('PATCH', `/links/${id}`, admin, { paused: true })).body.paused).toBe(true)
  })

  it.each([
    [{ kind: 'anyone', passphrase: 'not for this kind' }, 400],
    [{ kind: 'passphrase' }, 400],
    [{ kind: 'passphrase', passphrase: 'shorter' }, 422],
    [{ kind: 'organization', daily_questions: 3 }, 400],
    [{ kind: 'organization', max_cost: 3 }, 400],
    [{ kind: 'anyone', starts_at: 200, ends_at: 100 }, 400],
    [{ kind: 'anyone', starts_at: 'tomorrow' }, 422],
    [{ kind: 'anyone', daily_questions: 0 }, 422],
    [{ kind: 'anyone', max_cost: -1 }, 422],
    [{ kind: 'anyone', sites: ['https://a.example; script-src *'] }, 422],
    [{ kind: 'anyone', sites: ['javascript:alert(1)'] }, 422],
    [{ kind: 'anyone', code: 'chosen' }, 422],
    [{ kind: 'everyone' }, 422],
  ])('refuse %j', async (draft, status) => {
    const before = (await app.call('GET', `/assistants/${assistant}/links`, ana)).body.links.length
    expect((await app.call('POST', `/assistants/${assistant}/links`, ana, draft)).status).toBe(status)
    expect((await app.call('GET', `/assistants/${assistant}/links`, ana)).body.links).toHaveLength(before)
  })

  it('take dates as text and remove them with null', async () => {
    const { id } = await makeLink(app, ana, assistant, { ends_at: '2099-11-16T09:00:00+01:00' })
    const change = (body: object) => app.call('PATCH', `/links/${id}`, ana, body)
    expect((await change({})).body.ends_at).toBe(Date.parse('2099-11-16T08:00:00Z') / 1000)
    expect((await change({ ends_at: null, daily_questions: null })).body).toMatchObject({
      ends_at: null,
      daily_questions: null,
    })
  })

  it('are in the audit log, without the passphrase', async () => {
    const own = await makePublished(app, ana)
    const { id } = await makeLink(app, ana, own, { kind: 'passphrase', passphrase: 'quiet otter' })
    await app.call('PATCH', `/links/${id}`, ana, { passphrase: 'loud otter', paused: true })
    await app.call('DELETE', `/links/${id}`, ana)
    await app.call('POST', `/links/${id}/restore`, ana)
    // Already saved: a server that is killed now loses none.
    const rows = await app.app.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object', 'like', `%"link":${id}}%`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action, detail }) => [action, textOf(readStoredText(detail))])).toEqual([
      ['link.create', `assistant ${own}, with a passphrase`],
      ['link.change', 'passphrase, paused'],
      ['link.delete', `assistant ${own}`],
      ['link.restore', `assistant ${own}`],
    ])
  })
})
