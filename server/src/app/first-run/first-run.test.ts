import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { loadSqlite } from '../../platform/db/sqlite/sqlite-module.ts'

const BROWSER = { ADMIN_SETUP: 'browser', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
const DRAFT = { name: 'First', email: 'first@example.edu', password: 'a good password' }
const codeOf = (app: TestApp) => /setup code: (\S+)/.exec(app.app.greeting(1))?.[1] ?? ''

describe('the first run in a browser', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(BROWSER)
  })
  afterAll(() => app.stop())

  it('waits for an admin and prints a code instead of a password', async () => {
    expect((await app.call('GET', '/first-run')).body).toEqual({
      needs_admin: true,
      has_provider: false,
      signup_enabled: false,
      mail_enabled: false,
    })
    expect(codeOf(app)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(app.app.greeting(1)).not.toContain('password')
  })

  it('refuses a wrong code and a bad form, and the right code stays valid', async () => {
    const wrong = await app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code: 'AAAA-AAAA-AAAA' })
    expect(wrong.status).toBe(400)
    const short = { ...DRAFT, code: codeOf(app), password: 'short' }
    expect((await app.call('POST', '/first-run/admin', undefined, short)).status).toBe(422)
    expect((await app.call('GET', '/first-run')).body.needs_admin).toBe(true)
  })

  it('creates one admin, even for simultaneous requests', async () => {
    const code = codeOf(app)
    const answers = await Promise.all(
      [1, 2, 3].map((number) =>
        app.call('POST', '/first-run/admin', undefined, {
          ...DRAFT,
          code,
          email: `admin${number}@example.edu`,
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    expect((await app.call('GET', '/creator/me', made[0]?.body.token)).body.data.role).toBe('admin')
    expect((await app.call('GET', '/first-run')).body.needs_admin).toBe(false)
    expect((await app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code })).status).toBe(409)
  })
})

describe.each(eachDatabase().filter(({ name }) => name === 'PostgreSQL'))(
  'the first run of two instances on $name',
  ({ env }) => {
    it('has one code for both, and makes one admin', async () => {
      const secrets = {
        LAMB_JWT_SECRET: 'a secret that both instances share',
        ENCRYPTION_KEY: 'another secret that both instances share',
      }
      const settings = { ...(await env()), ...secrets, ...BROWSER }
      const apps = [await startTestApp(settings), await startTestApp(settings)] as const
      const code = codeOf(apps[0])
      expect(codeOf(apps[1])).toBe(code)
      const answers = await Promise.all(
        [...apps, ...apps, ...apps].map((app, at) =>
          app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code, email: `a${at}@example.edu` }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      for (const app of apps) await app.stop()
    })
  },
)

describe('the first run with an admin chosen by the operator', () => {
  it('asks for nothing and accepts no code', async () => {
    const app = await startTestApp({ OPENAI_API_KEY: 'sk-operator', ADMIN_SETUP: 'browser' })
    expect((await app.call('GET', '/first-run')).body).toMatchObject({
      needs_admin: false,
      has_provider: true,
    })
    const refused = await app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code: '' })
    expect(refused.status).toBe(409)
    await app.stop()
  })

  it('blocks repeated guesses', async () => {
    const app = await startTestApp(BROWSER)
    for (let guess = 0; guess < 10; guess++)
      await app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code: `guess-${guess}` })
    const late = await app.call('POST', '/first-run/admin', undefined, { ...DRAFT, code: codeOf(app) })
    expect(late.status).toBe(429)
    await app.stop()
  })
})

describe('an installation whose admins can’t sign in', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bellwether-admin-'))
    await (await startTestApp({ DATA_DIR: dataDir })).stop()
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const change = async (sql: string) => {
    const database = (await loadSqlite())(join(dataDir, 'bellwether.db'), { readOnly: false })
    database.exec(sql)
    database.close()
  }

  it.each(["role = 'user'", 'password_hash = null', "role = 'user', password_hash = null, enabled = 0"])(
    'makes the operator’s address an admin again: %s',
    async (lost) => {
      await change(`update users set ${lost}`)
      const app = await startTestApp({ DATA_DIR: dataDir })
      const token = await app.signIn()
      expect((await app.call('GET', '/creator/me', token)).body.data).toMatchObject({
        role: 'admin',
        organization_role: 'owner',
      })
      await app.stop()
    },
  )

  it('makes a new admin for another address, once', async () => {
    await change('update users set password_hash = null')
    const env = { DATA_DIR: dataDir, ADMIN_EMAIL: 'operator@example.edu' }
    const app = await startTestApp(env)
    expect(app.app.greeting(1)).toContain('operator@example.edu')
    await app.signIn('operator@example.edu')
    await app.stop()
    const later = await startTestApp({ ...env, ADMIN_EMAIL: 'other@example.edu' })
    expect(later.app.greeting(1)).not.toContain('other@example.edu')
    await later.stop()
  })

  it('adds none while one signs in elsewhere', async () => {
    await change("update users set password_hash = null, auth_provider = 'oidc'")
    const app = await startTestApp({ DATA_DIR: dataDir, ADMIN_EMAIL: 'other@example.edu' })
    expect(app.app.greeting(1)).not.toContain('other@example.edu')
    await app.stop()
  })
})
