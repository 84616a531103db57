import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

const BASE = '/prompt-templates'

describe('prompt templates of our own API', () => {
  let app: TestApp
  let ana: string
  let ben: string
  let student: string
  beforeAll(async () => {
    app = await startTestApp()
    const admin = await app.signIn()
    for (const [name, user_type] of [
      ['ana', 'creator'],
      ['ben', 'creator'],
      ['stu', 'end_user'],
    ]) {
      const person = {
        email: `${name}@example.edu`,
        name,
        password: 'a long password',
        role: 'user',
        user_type,
      }
      await app.call('POST', '/creator/admin/users/create', admin, person)
    }
    ana = await app.signIn('ana@example.edu', 'a long password')
    ben = await app.signIn('ben@example.edu', 'a long password')
    student = await app.signIn('stu@example.edu', 'a long password')
  })
  afterAll(() => app.stop())

  const names = async (who: string, scope: string) => {
    const { body } = await app.call('GET', `${BASE}?scope=${scope}`, who)
    expect(body.total).toBe(body.templates.length)
    return body.templates.map(({ name }: { name: string }) => name)
  }

  it('creates, shares, changes, duplicates and deletes', async () => {
    const made = await app.call('POST', BASE, ana, { name: 'Quiz', prompt_template: 'Ask {{n}} questions.' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Quiz', is_shared: false, is_owner: true } })
    const path = `${BASE}/${made.body.id}`
    expect((await app.call('GET', path, ben)).status).toBe(404)
    expect((await app.call('PATCH', path, ana, { is_shared: true })).body).toMatchObject({
      name: 'Quiz',
      prompt_template: 'Ask {{n}} questions.',
      is_shared: true,
    })
    await app.call('POST', BASE, ben, { name: 'Own' })
    expect(await names(ben, 'mine')).toEqual(['Own'])
    expect(await names(ben, 'shared')).toEqual(['Quiz'])
    expect(await names(ben, 'usable')).toEqual(['Own', 'Quiz'])
    expect((await app.call('POST', `${path}/duplicate`, ben)).body).toMatchObject({ name: 'Quiz (Copy)' })
    expect((await app.call('PATCH', path, ben, { name: 'x' })).status).toBe(403)
    expect((await app.call('PATCH', path, ana, { prompt: 'x' })).status).toBe(422)
    expect((await app.call('DELETE', path, ana)).status).toBe(204)
    expect((await app.call('GET', path, ana)).status).toBe(404)
  })

  it('lets students keep prompts of their own, and shows them none of the others', async () => {
    const shared = await app.call('POST', BASE, ana, { name: 'For colleagues', is_shared: true })
    expect((await app.call('GET', `${BASE}/${shared.body.id}`, student)).status).toBe(404)
    const own = await app.call('POST', BASE, student, { name: 'Quiz me' })
    expect(own.status).toBe(201)
    expect(await names(student, 'shared')).toEqual([])
    expect(await names(student, 'usable')).toEqual(['Quiz me'])
    expect((await app.call('PATCH', `${BASE}/${own.body.id}`, student, { is_shared: true })).status).toBe(403)
  })
})
