import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('deleting an account removes its files from disk, except those that were handed over', async () => {
  const admin = await app.signIn()
  const me = (await app.call('GET', '/creator/users', admin)).body.data[0]
  const person = { email: 'leaver@example.edu', name: 'Leaver', password: 'long enough' }
  await app.call('POST', '/creator/admin/users/create', admin, {
    ...person,
    role: 'user',
    user_type: 'creator',
  })
  const token = await app.signIn(person.email, person.password)
  const upload = async (name: string, text: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new File([text], name))
    return (await app.call('POST', '/creator/files/upload', token, form)).body.path
  }
  const placeOf = (path: string) => join(app.dataDir, 'files', path)
  const path = await upload('notes.md', 'notes')
  const id = path.split('/')[0]
  const refused = await app.call('DELETE', `/creator/admin/users/${id}`, admin)
  expect(refused.status, JSON.stringify(refused.body)).toBe(409)
  const address = `/organizations/${me.organization.slug}/members/${id}`
  const handed = await app.call('POST', `${address}/hand-over`, token, { to: me.id, ids: { files: [path] } })
  expect(handed.status, JSON.stringify(handed.body)).toBe(200)
  expect(handed.body.counts.files).toBe(1)
  // The same name again is another file: the colleague's is not replaced.
  const second = await upload('notes.md', 'other')
  expect(second).not.toBe(path)
  expect(readFileSync(placeOf(path), 'utf8')).toBe('notes')
  await app.call('DELETE', `/creator/files/delete/${second}`, token)
  const left = join(app.dataDir, 'files', `${id}`, 'left.txt')
  writeFileSync(left, 'x')
  const gone = await app.call('DELETE', `/creator/admin/users/${id}`, admin)
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect(existsSync(left)).toBe(false)
  expect(existsSync(placeOf(path))).toBe(true)
  expect((await app.call('GET', '/creator/files/list', admin)).body).toMatchObject([{ path }])
  expect((await app.call('GET', '/creator/me', token)).status).toBe(401)
})
