import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRemoveGuests } from '../../src/modules/class-links/index.ts'
import { says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { ask, enter, makeLink, makePerson, makePublished, QUESTION } from './class-links.testing.ts'

const HOUR = 3600
/** Of one address, lower than the defaults. */
const GUESTS = 30
const QUESTIONS = 60
const PRICES = { currency: 'EUR', prices: [{ provider: 'openai', model: 'big', input: 1000, output: 1000 }] }

onEachDatabase('limits of class links on $name', ({ env }) => {
  let app: TestApp
  /** On PostgreSQL another instance on the same database; SQLite has one server. */
  let second: TestApp
  let upstream: Awaited<ReturnType<typeof startFakeUpstream>>
  let admin: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    upstream.answer(says('Hello', ' world'))
    const settings: Record<string, string> = {
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'sk-test',
      GUESTS_PER_ADDRESS: String(GUESTS),
      GUEST_QUESTIONS_PER_ADDRESS: String(QUESTIONS),
      TRUST_PROXY: 'true',
      LAMB_JWT_SECRET: 'a secret that both instances share',
      ENCRYPTION_KEY: 'another secret that both instances share',
    }
    app = await startTestApp(settings)
    second = settings['DATABASE_URL'] ? await startTestApp(settings) : app
    admin = await app.signIn()
    await app.call('PUT', '/organizations/current/prices', admin, PRICES)
    assistant = await makePublished(app, admin, { metadata: { connector: 'openai', llm: 'big' } })
  })
  afterAll(async () => {
    if (second !== app) await second.stop()
    await app.stop()
    await upstream.stop()
  })

  const codeOf = (answer: { headers: Headers }) => answer.headers.get('x-message-code')
  const countOf = (answers: readonly { status: number }[], status: number) =>
    answers.filter((one) => one.status === status).length
  const from = (address: string, server: TestApp, path: string, body: object, token?: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        'x-forwarded-for': address,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })

  it('allow each guest the questions of a day, also when all are sent at once to all instances', async () => {
    const link = await makeLink(app, admin, assistant, { daily_questions: 3 })
    const [first, other] = [await enter(app, link.code), await enter(app, link.code)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ask(at % 2 ? second : app, first, assistant)),
    )
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([3, 7])
    const refused = await ask(app, first, assistant)
    expect([codeOf(refused), refused.body.error.message]).toEqual([
      'class_links.daily_questions',
      'You have asked your 3 questions for today. Come back tomorrow.',
    ])
    expect((await ask(app, other, assistant)).status).toBe(200)
    // A person with an account is not limited by a link.
    expect((await ask(app, admin, assistant)).status).toBe(200)
    await app.call('PATCH', `/links/${link.id}`, admin, { daily_questions: 4 })
    const more = [await ask(second, first, assistant), await ask(second, first, assistant)]
    expect(more.map(({ status }) => status)).toEqual([200, 429])
  })

  it('stop all guests of a link when its budget is used up, and no others', async () => {
    // An answer costs 0.009.
    const link = await makeLink(app, admin, assistant, { max_cost: 0.15, daily_questions: null })
    const free = await makeLink(app, admin, assistant)
    const guests = await Promise.all([1, 2, 3].map(() => enter(app, link.code)))
    let asked = 0
    let last = await ask(app, guests[0] ?? '', assistant, { max_tokens: 50 })
    for (; last.status === 200 && asked < 40; asked++)
      last = await ask(app, guests[asked % 3] ?? '', assistant, { max_tokens: 50 })
    expect([last.status, codeOf(last)]).toEqual([429, 'class_links.budget_used'])
    expect(asked).toBeGreaterThan(5)
    expect(last.body.error.message).not.toMatch(/@|EUR|admin/i)
    expect((await ask(app, await enter(app, free.code), assistant)).status).toBe(200)
    await app.app.services.usage.flush()
    const { links } = (await app.call('GET', `/assistants/${assistant}/links`, admin)).body
    const record = links.find(({ id }: { id: number }) => id === link.id)
    expect(record).toMatchObject({ guests: 3, questions_today: asked, max_cost: 0.15, currency: 'EUR' })
    expect(record.spent).toBeCloseTo(asked * 0.009, 6)
    const day = new Date().toISOString().slice(0, 10)
    const { people } = (await app.call('GET', `/usage?scope=organization&from=${day}&to=${day}`, admin)).body
    const guest = people.find(({ name }: { name: string }) => name.startsWith('Guest '))
    expect(guest).toMatchObject({ email: null })
    const exported = await fetch(`${app.url}/usage/export?scope=organization&from=${day}&to=${day}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    const csv = await exported.text()
    expect(csv).toContain(guest.name)
    expect(csv).not.toMatch(/guest[^,\n]*@/i)
  })

  it('are not listed among the budgets that admins set', async () => {
    const { budgets } = (await app.call('GET', '/organizations/current/budgets', admin)).body
    const ofAssistant = (await app.call('GET', `/assistants/${assistant}/budgets`, admin)).body
    expect([budgets, ofAssistant.budgets]).toEqual([[], []])
  })

  it('tell guests nothing about the organization when its own budget is used up', async () => {
    const own = await makePublished(app, admin)
    const limit = { period: 'day', max_requests: 0 }
    await app.call('POST', `/assistants/${own}/budgets`, admin, limit)
    const guest = await enter(app, (await makeLink(app, admin, own)).code)
    const refused = await ask(app, guest, own)
    expect([refused.status, codeOf(refused)]).toEqual([429, 'class_links.assistant_limit'])
    expect(refused.body.error.message).not.toContain('@')
  })

  it('admit a class behind one address, but not any number of guests', async () => {
    const { code } = await makeLink(app, admin, assistant)
    const answers = await Promise.all(
      Array.from({ length: GUESTS + 10 }, (_, at) =>
        from('203.0.113.1', at % 2 ? second : app, `/links/${code}/enter`, {}),
      ),
    )
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([GUESTS, 10])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused && codeOf(refused)).toBe('class_links.too_many_guests')
    expect((await from('203.0.113.2', app, `/links/${code}/enter`, {})).status).toBe(200)
  })

  it('slow down questions from one address', async () => {
    const own = await makePublished(app, admin)
    const { code } = await makeLink(app, admin, own, { daily_questions: null })
    const guest = await enter(app, code)
    const body = { model: `lamb_assistant.${own}`, ...QUESTION }
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < QUESTIONS + 5; sent++) {
      const { status } = await from(
        '203.0.113.3',
        sent % 2 ? second : app,
        '/v1/chat/completions',
        body,
        guest,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, QUESTIONS],
      [429, 5],
    ])
    // Empty chats count, too.
    const chat = await from('203.0.113.3', app, '/creator/chats', { assistant_id: own }, guest)
    expect(chat.status).toBe(429)
  })

  it('block guessing of passphrases and codes from one address', async () => {
    const draft = { kind: 'passphrase', passphrase: 'open sesame' }
    const { code } = await makeLink(app, admin, assistant, draft)
    const guess = (address: string, passphrase: string) =>
      from(address, app, `/links/${code}/enter`, { passphrase })
    // Most tries go past HTTP, which takes far longer than counting them.
    const { db, linkGuard } = app.app.services
    const link = await db
      .selectFrom('class_links')
      .select(['id', 'passphrase_hash'])
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    for (let tries = 0; tries < 390; tries++)
      await expect(linkGuard.checkPassphrase(link, 'wrong', '203.0.113.4')).rejects.toMatchObject({
        status: 403,
      })
    let tries = 390
    while ((await guess('203.0.113.4', 'wrong')).status === 403 && tries < 500) tries++
    expect(tries).toBe(400)
    const blocked = await guess('203.0.113.4', 'open sesame')
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(300)
    // Strangers elsewhere can’t shut out a class that knows the passphrase.
    for (const network of ['203.0.113.7', '203.0.113.8', '203.0.113.9'])
      for (let more = 0; more < 400; more++)
        await linkGuard.checkPassphrase({ passphrase_hash: '' }, 'wrong', network).catch(() => undefined)
    expect((await guess('203.0.113.5', 'open sesame')).status).toBe(200)
    for (let codes = 0; codes < 390; codes++) await linkGuard.find('203.0.113.6', async () => undefined)
    let codes = 390
    const unknown = () => from('203.0.113.6', app, '/links/nosuchcode/enter', {})
    while ((await unknown()).status === 404 && codes < 500) codes++
    expect(codes).toBe(400)
  })

  it('delete guests with their chats a day after the link or the assistant', async () => {
    const { db } = app.app.services
    const own = await makePublished(app, admin)
    const chatting = async (code: string) => {
      const guest = await enter(app, code)
      const path = `/creator/assistant/${own}/chat/completions`
      const { chat_id } = (await app.call('POST', path, guest, QUESTION)).body
      return chat_id as string
    }
    const [kept, gone] = [await makeLink(app, admin, own), await makeLink(app, admin, own)]
    const chats = { kept: await chatting(kept.code), gone: await chatting(gone.code) }
    await app.call('DELETE', `/links/${gone.id}`, admin)
    const present = async () => {
      const rows = await db.selectFrom('chats').select('id').where('id', 'in', Object.values(chats)).execute()
      return Object.entries(chats).flatMap(([name, id]) => (rows.some((row) => row.id === id) ? [name] : []))
    }
    const removeIn = (hours: number) =>
      createRemoveGuests({
        db,
        removeFilesOf: async () => undefined,
        now: () => Math.floor(Date.now() / 1000) + hours * HOUR,
      }).removeOld(new AbortController().signal)
    await removeIn(23)
    expect(await present()).toEqual(['kept', 'gone'])
    await removeIn(25)
    expect(await present()).toEqual(['kept'])
    expect((await app.call('POST', `/links/${gone.id}/restore`, admin)).status).toBe(404)
    await app.call('DELETE', `/assistants/${own}`, admin)
    await removeIn(23)
    expect(await present()).toEqual(['kept'])
    await removeIn(25)
    expect(await present()).toEqual([])
  })

  it('delete guests whose token has expired', async () => {
    const { db } = app.app.services
    const { id, code } = await makeLink(app, admin, assistant)
    await enter(app, code)
    const count = async () =>
      (await db.selectFrom('users').select('id').where('guest_link_id', '=', id).execute()).length
    const removeIn = (days: number) =>
      createRemoveGuests({
        db,
        removeFilesOf: async () => undefined,
        now: () => Math.floor(Date.now() / 1000) + days * 24 * HOUR,
      }).removeOld(new AbortController().signal)
    await removeIn(119)
    expect(await count()).toBe(1)
    await removeIn(121)
    expect(await count()).toBe(0)
  })

  it('follow an owner who moves to another organization', async () => {
    const ana = await makePerson(app, admin, 'ana')
    const own = await makePublished(app, ana)
    const { code } = await makeLink(app, ana, own, { daily_questions: 2 })
    const guest = await enter(app, code)
    const organization = (
      await app.call('POST', '/creator/admin/organizations/enhanced', admin, { slug: 'east', name: 'East' })
    ).body
    const { id } = (await app.app.services.users.findByEmail('ana@example.edu')) ?? { id: 0 }
    await app.app.services.membership.moveUser(id, organization.id)
    const answers = [await ask(app, guest, own), await ask(app, guest, own), await ask(app, guest, own)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  })
})
