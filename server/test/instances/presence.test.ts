import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

onEachDatabase('people who have an assistant open on $name', ({ env, name }) => {
  /** With PostgreSQL, two servers on one database. */
  let apps: TestApp[]
  let admin: string
  let owner: string
  let stranger: string
  let assistant: number
  beforeAll(async () => {
    const secret = () => randomBytes(32).toString('hex')
    const settings = { ...(await env()), LAMB_JWT_SECRET: secret(), ENCRYPTION_KEY: secret() }
    const first = await startTestApp(settings)
    apps = name === 'PostgreSQL' ? [first, await startTestApp(settings)] : [first]
    admin = await first.signIn()
    owner = await makePerson(first, admin, 'olga')
    stranger = await makePerson(first, admin, 'stefan')
    assistant = await first.makeAssistant(owner, { name: 'Shared work' })
  }, 60_000)
  afterAll(async () => {
    for (const app of apps.toReversed()) await app.stop()
  })

  const at = (number: number) => apps[number % apps.length] as TestApp
  const note = (number: number, token: string, window: string, editing = false) =>
    at(number).call('PUT', `/assistants/${assistant}/presence`, token, { window, editing })

  it('see each other, whichever server they use', async () => {
    expect((await note(0, owner, 'window-of-owner', true)).body).toEqual({
      people: [],
      version: 1,
      saved_by: null,
    })
    await expect
      .poll(async () => (await note(1, admin, 'window-of-admin')).body.people)
      .toEqual([{ name: expect.stringMatching(/olga/i), you: false, editing: true }])
    await expect
      .poll(async () => (await note(0, owner, 'window-of-owner')).body.people)
      .toMatchObject([{ you: false, editing: false }])
    const left = await at(1).call('DELETE', `/assistants/${assistant}/presence/window-of-admin`, admin)
    expect(left.status).toBe(204)
    await expect.poll(async () => (await note(0, owner, 'window-of-owner')).body.people).toEqual([])
  })

  it('see their own other windows as such', async () => {
    await note(1, owner, 'second-window', true)
    await expect
      .poll(async () => (await note(0, owner, 'window-of-owner')).body.people)
      .toMatchObject([{ you: true, editing: true }])
    await at(0).call('DELETE', `/assistants/${assistant}/presence/second-window`, owner)
  })

  it('learn who saved a newer version', async () => {
    const saved = await at(0).call('PUT', `/assistants/${assistant}`, admin, { system_prompt: 'Be brief.' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const { body } = await note(1, owner, 'window-of-owner')
    expect(body).toMatchObject({ version: 2, saved_by: { you: false } })
    expect(body.saved_by.name).not.toBe('')
  })

  it('need access to the assistant', async () => {
    expect((await note(0, stranger, 'window-of-stranger')).status).toBe(404)
    const left = await at(0).call('DELETE', `/assistants/${assistant}/presence/window-of-owner`, stranger)
    expect(left.status).toBe(404)
    expect((await at(0).call('PUT', `/assistants/${assistant}/presence`, undefined, {})).status).toBe(401)
    for (const body of [{}, { window: 'short' }, { window: 'with space here' }, { window: 'x'.repeat(65) }])
      expect((await at(0).call('PUT', `/assistants/${assistant}/presence`, owner, body)).status).toBe(422)
    expect(JSON.stringify((await note(0, owner, 'window-of-owner')).body)).not.toContain('stefan')
  })
})
