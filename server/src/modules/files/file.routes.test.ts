import { expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/test-app.ts'

it('uploads, lists and deletes text files', async () => {
  const app = await startTestApp()
  const token = await app.signIn()
  const form = new FormData()
  form.set('file', new File(['one'], 'Übung 1.md'))
  const { body, status } = await app.call('POST', '/files', token, form)
  expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Übung 1.md' } })
  expect((await app.call('GET', '/files', token)).body).toMatchObject({
    files: [{ path: body.path, size: 3 }],
  })
  const path = `/files/${body.path.split('/').map(encodeURIComponent).join('/')}`
  expect((await app.call('DELETE', path, token)).status).toBe(204)
  expect((await app.call('DELETE', path, token)).status).toBe(404)
  expect((await app.call('GET', '/files', token)).body).toEqual({ files: [] })
  await app.stop()
})
