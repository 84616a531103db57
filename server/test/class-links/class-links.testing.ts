import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { JsonAnswer, TestApp } from '../harness/test-app.ts'

export const QUESTION = { messages: [{ role: 'user', content: 'What is osmosis?' }] }

/** A published assistant on the offline connector. */
export async function makePublished(app: TestApp, token: string, fields: object = {}): Promise<number> {
  const id = await app.makeAssistant(token, { name: `Tutor ${Math.random()}`, ...fields })
  const published = await app.call('POST', `/assistants/${id}/publish`, token, { publish_status: true })
  expect(published.status, JSON.stringify(published.body)).toBeLessThan(300)
  return id
}

export async function makeLink(app: TestApp, token: string, assistant: number, draft: object = {}) {
  const created = await app.call('POST', `/assistants/${assistant}/links`, token, {
    kind: 'anyone',
    ...draft,
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body as { id: number; code: string; url: string }
}

export async function enter(app: TestApp, code: string, body: object = {}, token?: string): Promise<string> {
  const entered = await app.call('POST', `/links/${code}/enter`, token, body)
  expect(entered.status, JSON.stringify(entered.body)).toBe(200)
  return entered.body.token
}

export const ask = (app: TestApp, token: string, assistant: number, more: object = {}) =>
  app.call('POST', '/v1/chat/completions', token, {
    model: `lamb_assistant.${assistant}`,
    ...QUESTION,
    ...more,
  })

/** As the page does: a server that is too busy says when to come back. */
export async function onceNotBusy(call: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
  for (;;) {
    const answer = await call()
    const seconds = answer.headers.get('retry-after')
    if (answer.status !== 503 || seconds === null) return answer
    await wait(Number(seconds) * 1000)
  }
}

export async function makePerson(
  app: TestApp,
  admin: string,
  name: string,
  more: { user_type?: 'creator' | 'end_user'; organization_id?: number } = {},
): Promise<string> {
  const person = { email: `${name}@example.edu`, name, password: `password of ${name}`, ...more }
  const created = await app.call('POST', '/creator/admin/users/create', admin, person)
  expect(created.body.success, JSON.stringify(created.body)).toBe(true)
  return app.signIn(person.email, person.password)
}
