import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type FakeMoodle, SITE, startFakeMoodle, TOKEN } from '../../../tools/moodle/fake-moodle.contract.ts'
import { findMoodle } from '../config/moodle-settings.ts'
import { type SettingsServer, serveSettings } from '../settings/settings.testing.ts'

const PUBLIC = 'https://moodle.school.edu'

describeOnSqlite('Moodle of an organization', (open) => {
  let server: SettingsServer
  let moodle: FakeMoodle
  beforeAll(async () => {
    moodle = await startFakeMoodle()
    server = await serveSettings((await open()).db)
  })
  afterAll(async () => {
    await server.close()
    await moodle.close()
  })
  beforeEach(async () => {
    moodle.requests.length = 0
    moodle.behave()
    await server.clear()
  })
  const asNora = (method: string, path = '', body?: unknown) => server.asNora(method, `moodle${path}`, body)
  const asRoot = (method: string, path = '', body?: unknown) => server.asRoot(method, `moodle${path}`, body)
  const inForce = async () => findMoodle(await server.organizations.settingsOf(server.north), server.config)

  it('stores a token and never returns it', async () => {
    expect((await asNora('GET')).body).toEqual({
      url: '',
      token_set: false,
      enabled: true,
      forwarded_ids: false,
    })
    const saved = await asNora('PATCH', '', { url: PUBLIC, token: TOKEN })
    expect(saved.body).toMatchObject({ url: PUBLIC, token_set: true, enabled: true })
    expect(await inForce()).toEqual({ url: PUBLIC, token: TOKEN, trusted: false })
    const { config } = await server.organizations.getRow(server.north)
    for (const text of [JSON.stringify(saved.body), JSON.stringify((await asNora('GET')).body), config])
      expect(text).not.toContain(TOKEN)
  })

  it('keeps an omitted token, and drops it if the URL changes', async () => {
    await asNora('PATCH', '', { url: PUBLIC, token: TOKEN })
    await asNora('PATCH', '', { url: `${PUBLIC}/`, enabled: true })
    expect((await inForce())?.token).toBe(TOKEN)
    await asNora('PATCH', '', { token: '' })
    expect((await inForce())?.token).toBe(TOKEN)
    const moved = await asNora('PATCH', '', { url: 'https://evil.example' })
    expect(moved.body).toMatchObject({ url: 'https://evil.example', token_set: false })
    await asNora('PATCH', '', { url: PUBLIC })
    expect(await inForce()).toBeUndefined()
  })

  it('removes the token on request, and can be disabled without losing it', async () => {
    await asNora('PATCH', '', { url: PUBLIC, token: TOKEN })
    expect((await asNora('PATCH', '', { enabled: false })).body).toMatchObject({
      url: PUBLIC,
      token_set: true,
    })
    expect(await inForce()).toBeUndefined()
    await asNora('PATCH', '', { enabled: true })
    expect((await inForce())?.token).toBe(TOKEN)
    expect((await asNora('PATCH', '', { token: null })).body).toMatchObject({ url: PUBLIC, token_set: false })
  })

  it('refuses an invalid URL, and drops a pasted query', async () => {
    for (const url of ['moodle.school.edu', 'ftp://x.edu', 'https://me:pw@x.edu'])
      expect((await asNora('PATCH', '', { url, token: TOKEN })).status, url).toBe(400)
    const pasted = await asNora('PATCH', '', { url: `${PUBLIC}/moodle?wstoken=${TOKEN}`, token: TOKEN })
    expect(pasted.body.url).toBe(`${PUBLIC}/moodle`)
  })

  it('tests whether Moodle responds, and sends the stored token only to the stored URL', async () => {
    await asRoot('PATCH', '', { url: moodle.url, token: TOKEN })
    const good = { success: true, site: SITE.sitename, version: SITE.release }
    expect((await asNora('POST', '/test')).body).toMatchObject(good)
    expect((await asNora('POST', '/test', { url: moodle.url })).body).toMatchObject(good)
    expect(moodle.forms().at(-1)).toMatchObject({
      wsfunction: 'core_webservice_get_site_info',
      wstoken: TOKEN,
    })
    const elsewhere = await asNora('POST', '/test', { url: 'https://evil.example' })
    expect([elsewhere.status, elsewhere.body.detail]).toEqual([
      400,
      expect.stringMatching(/only used with the URL it was saved with/),
    ])
    const wrong = (await asNora('POST', '/test', { url: moodle.url, token: 'wrong' })).body
    expect(wrong).toEqual({
      success: false,
      message: 'Moodle does not accept the token of this organization',
      message_code: 'reasons.moodle_token_rejected',
      message_params: {},
      site: null,
      version: null,
    })
  })

  it('names the functions that the token may not use', async () => {
    await asRoot('PATCH', '', { url: moodle.url, token: TOKEN })
    moodle.answer = (response) => {
      response.end(JSON.stringify({ ...SITE, functions: [{ name: 'core_user_get_users_by_field' }] }))
    }
    const { body } = await asNora('POST', '/test')
    expect(body).toMatchObject({ success: false, site: SITE.sitename })
    expect(body.message).toContain('core_enrol_get_users_courses')
  })

  it('refuses internal addresses for an organization admin', async () => {
    const { body } = await asNora('POST', '/test', { url: moodle.url, token: TOKEN })
    expect(body.success).toBe(false)
    expect(moodle.requests).toHaveLength(0)
    expect((await asNora('POST', '/test')).status).toBe(400)
  })
})
