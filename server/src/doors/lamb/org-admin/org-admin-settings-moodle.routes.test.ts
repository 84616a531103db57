import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findMoodle } from '../../../modules/organizations/index.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type FakeMoodle, SITE, startFakeMoodle, TOKEN } from '../../../tools/moodle/fake-moodle.contract.ts'
import { type AdminDoor, createAdminDoor } from './org-admin.testing.ts'

const AT = '/creator/admin/org-admin/settings/moodle'
const PUBLIC = 'https://moodle.school.edu'

describeOnSqlite('Moodle of an organization', (open) => {
  let door: AdminDoor
  let moodle: FakeMoodle
  beforeAll(async () => {
    moodle = await startFakeMoodle()
    door = await createAdminDoor((await open()).db)
  })
  afterAll(async () => {
    await door.close()
    await moodle.close()
  })
  beforeEach(async () => {
    moodle.requests.length = 0
    moodle.behave()
    await door.organizations.saveConfig(door.root, { id: door.north }, {})
  })
  const asNora = (method: string, path = '', body?: unknown) => door.send(door.nora, method, AT + path, body)
  const asRoot = (method: string, path = '', body?: unknown) =>
    door.send(door.root, method, `${AT}${path}?org=north`, body)
  const inForce = async () => findMoodle(await door.organizations.settingsOf(door.north), door.config)

  it('stores a token and never returns it', async () => {
    expect((await asNora('GET')).body).toEqual({
      url: '',
      token_set: false,
      enabled: true,
      forwarded_ids: false,
    })
    const saved = await asNora('PUT', '', { url: PUBLIC, token: TOKEN })
    expect(saved.body).toMatchObject({ url: PUBLIC, token_set: true, enabled: true })
    expect(await inForce()).toEqual({ url: PUBLIC, token: TOKEN, trusted: false })
    const { config } = await door.organizations.getRow(door.north)
    for (const text of [JSON.stringify(saved.body), JSON.stringify((await asNora('GET')).body), config])
      expect(text).not.toContain(TOKEN)
  })

  it('keeps an omitted token, and drops it if the URL changes', async () => {
    await asNora('PUT', '', { url: PUBLIC, token: TOKEN })
    await asNora('PUT', '', { url: `${PUBLIC}/`, enabled: true })
    expect((await inForce())?.token).toBe(TOKEN)
    await asNora('PUT', '', { token: '' })
    expect((await inForce())?.token).toBe(TOKEN)
    const moved = await asNora('PUT', '', { url: 'https://evil.example' })
    expect(moved.body).toMatchObject({ url: 'https://evil.example', token_set: false })
    await asNora('PUT', '', { url: PUBLIC })
    expect(await inForce()).toBeUndefined()
  })

  it('removes the token on request, and can be disabled without losing it', async () => {
    await asNora('PUT', '', { url: PUBLIC, token: TOKEN })
    expect((await asNora('PUT', '', { enabled: false })).body).toMatchObject({ url: PUBLIC, token_set: true })
    expect(await inForce()).toBeUndefined()
    await asNora('PUT', '', { enabled: true })
    expect((await inForce())?.token).toBe(TOKEN)
    expect((await asNora('PUT', '', { token: null })).body).toMatchObject({ url: PUBLIC, token_set: false })
  })

  it('refuses an invalid URL, and drops a pasted query', async () => {
    for (const url of ['moodle.school.edu', 'ftp://x.edu', 'https://me:pw@x.edu'])
      expect((await asNora('PUT', '', { url, token: TOKEN })).status, url).toBe(400)
    const pasted = await asNora('PUT', '', { url: `${PUBLIC}/moodle?wstoken=${TOKEN}`, token: TOKEN })
    expect(pasted.body.url).toBe(`${PUBLIC}/moodle`)
  })

  it('tests whether Moodle responds, and sends the stored token only to the stored URL', async () => {
    await asRoot('PUT', '', { url: moodle.url, token: TOKEN })
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
    await asRoot('PUT', '', { url: moodle.url, token: TOKEN })
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
