import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

interface Step {
  id: string
  done: boolean
}

onEachDatabase('status of the installation on $name', ({ env }) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), PUBLIC_URL: 'http://school.example.edu' })
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  const read = async () => (await app.call('GET', '/system/status', token)).body
  const done = async () => (await read()).steps.filter((step: Step) => step.done).map((step: Step) => step.id)
  const problems = async () => (await read()).problems.map(({ id }: { id: string }) => id)

  it('marks the steps that are done', async () => {
    expect(await done()).toEqual(['admin'])
    expect(await problems()).toEqual(['backup_old', 'no_https'])
    await app.call('POST', '/creator/admin/users/create', token, {
      email: 'ana@example.edu',
      name: 'Ana',
      password: 'long enough',
    })
    expect(await done()).toEqual(['admin', 'educator'])
  })

  it('is only for system admins', async () => {
    const ana = await app.signIn('ana@example.edu', 'long enough')
    expect((await app.call('GET', '/system/status', ana)).status).toBe(403)
    expect((await app.call('GET', '/system/status')).status).toBe(401)
  })
})

it('knows the last backup', async () => {
  const { backup } = await import('../../commands/backup/backup.ts')
  const { readConfig } = await import('../../platform/config.ts')
  const app = await startTestApp()
  const token = await app.signIn()
  const out = join(mkdtempSync(join(tmpdir(), 'bellwether-status-')), 'backup.tgz')
  await backup(readConfig({ DATA_DIR: app.dataDir }), { out, withSecrets: false, say: () => undefined })
  const { steps, problems } = (await app.call('GET', '/system/status', token)).body
  expect(steps).toContainEqual({ id: 'backup', done: true, optional: false })
  expect(problems).not.toContainEqual(expect.objectContaining({ id: 'backup_old' }))
  await app.stop()
})
