import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter, makeLink, makePerson, makePublished, QUESTION } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

onEachDatabase('feedback on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  let student: string
  let other: string
  let guest: string
  let tutor: number

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    tutor = await makePublished(app, admin)
    student = await makePerson(app, admin, 'sam', { user_type: 'end_user' })
    other = await makePerson(app, admin, 'olga', { user_type: 'end_user' })
    guest = await enter(app, (await makeLink(app, admin, tutor)).code)
  })
  afterAll(() => app.stop())

  async function askIn(token: string) {
    const asked = await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, token, QUESTION)
    expect(asked.status).toBe(200)
    const chat = await app.call('GET', `/creator/chats/${asked.body.chat_id}`, token)
    const [question, answer] = chat.body.messages
    return { chat: chat.body.id, question: question.id, answer: answer.id, named: asked.body.message_id }
  }
  const rate = (token: string | undefined, chat: string, message: string, body: object) =>
    app.call('PUT', `/chats/${chat}/messages/${message}/feedback`, token, body)
  const ratingIn = async (token: string, chat: string) =>
    (await app.call('GET', `/creator/chats/${chat}`, token)).body.messages.at(-1).feedback

  it.each(['student', 'guest'] as const)('a %s rates, changes and removes', async (who) => {
    const token = who === 'student' ? student : guest
    const { chat, answer, named } = await askIn(token)
    expect(named).toBe(answer)
    expect(await rate(token, chat, answer, { value: 'up' })).toMatchObject({
      status: 200,
      body: { feedback: { value: 'up', comment: '' } },
    })
    await rate(token, chat, answer, { value: 'down', comment: '  It is about salt.  ' })
    expect(await ratingIn(token, chat)).toEqual({ value: 'down', comment: 'It is about salt.' })
    expect((await rate(token, chat, answer, { value: null })).body).toEqual({ feedback: null })
    expect(await ratingIn(token, chat)).toBeUndefined()
  })

  it('is only for the owner of the chat', async () => {
    const { chat, answer } = await askIn(student)
    for (const token of [other, guest, admin])
      expect((await rate(token, chat, answer, { value: 'up' })).status).toBe(404)
    expect([401, 403]).toContain((await rate(undefined, chat, answer, { value: 'up' })).status)
    const mine = await askIn(other)
    expect((await rate(other, mine.chat, answer, { value: 'up' })).status).toBe(404)
    expect(await ratingIn(student, chat)).toBeUndefined()
  })

  it('is only for answers, and changes nothing if it is invalid', async () => {
    const { chat, question, answer } = await askIn(student)
    expect(await rate(student, chat, question, { value: 'up' })).toMatchObject({
      status: 400,
      body: { detail: 'Only answers can be rated' },
    })
    await rate(student, chat, answer, { value: 'up', comment: 'Good' })
    for (const body of [
      {},
      { value: 'sideways' },
      { value: 'down', comment: 'x'.repeat(2001) },
      { value: 'down', comment: 'a\u0000b' },
      { value: 'down', score: 5 },
    ])
      expect((await rate(student, chat, answer, body)).status).toBe(422)
    for (const id of ['1', '..', crypto.randomUUID()])
      expect((await rate(student, chat, id, { value: 'down' })).status).toBe(404)
    expect(await ratingIn(student, chat)).toEqual({ value: 'up', comment: 'Good' })
  })

  it('stays with the version of the answer that it is about', async () => {
    const { chat, answer } = await askIn(student)
    await rate(student, chat, answer, { value: 'down', comment: 'Wrong' })
    const again = { ...QUESTION, chat_id: chat, retry: true, stream: false }
    await app.call('POST', `/assistants/${tutor}/answers`, student, again)
    expect(await ratingIn(student, chat)).toBeUndefined()
    await app.call('PUT', `/chats/${chat}/version`, student, { message_id: answer })
    expect(await ratingIn(student, chat)).toEqual({ value: 'down', comment: 'Wrong' })
  })

  it('hides a question of the caller, and no one else’s', async () => {
    const { chat, question, answer } = await askIn(student)
    const hide = (token: string, message: string, hidden = true) =>
      app.call('PUT', `/chats/${chat}/messages/${message}/visibility`, token, { hidden })
    expect((await hide(other, question)).status).toBe(404)
    expect((await hide(student, answer)).status).toBe(400)
    expect((await hide(student, question)).body).toEqual({ hidden: true })
    const hiddenIn = async () =>
      (await app.call('GET', `/creator/chats/${chat}`, student)).body.messages[0].hidden
    expect(await hiddenIn()).toBe(true)
    await hide(student, question, false)
    expect(await hiddenIn()).toBeUndefined()
  })
})
