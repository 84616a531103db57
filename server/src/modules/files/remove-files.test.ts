import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../app/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('an account that is deleted takes its files from the disk', async () => {
  const admin = await app.signIn()
  const person = { email: 'leaver@example.edu', name: 'Leaver', password: 'long enough' }
  await app.call('POST', '/creator/admin/users/create', admin, {
    ...person,
    role: 'user',
    user_type: 'creator',
  })
  const form = new FormData()
  form.set('file', new File(['notes'], 'notes.md'))
  const token = await app.signIn(person.email, person.password)
  const { path } = (await app.call('POST', '/creator/files/upload', token, form)).body
  const place = join(app.dataDir, 'files', path)
  expect(existsSync(place)).toBe(true)
  const gone = await app.call('DELETE', `/creator/admin/users/${path.split('/')[0]}`, admin)
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect(existsSync(place)).toBe(false)
  expect((await app.call('GET', '/creator/me', token)).status).toBe(401)
})
