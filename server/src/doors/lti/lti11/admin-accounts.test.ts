import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, postLaunch, signLaunch, tokenIn } from '../lti.testing.ts'

const SECRET = 'a shared secret'

/** The key of LTI 1.1 is shared by all organizations, so an LMS that has it can claim to be anyone. */
onEachDatabase('admins and LTI 1.1 ($name)', ({ env }) => {
  let app: TestApp
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let count = 0

  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), LTI_GLOBAL_SECRET: SECRET })
    ana = await makeEducator(app, 'ana')
  })
  afterAll(() => app.stop())

  const launch = (fields: Record<string, string>) => {
    const url = `${app.url}/lamb/v1/lti/launch`
    const form = signLaunch(
      url,
      {
        lti_message_type: 'basic-lti-launch-request',
        lti_version: 'LTI-1p0',
        roles: 'Instructor',
        resource_link_id: `link-${++count}`,
        tool_consumer_instance_guid: 'lms.example',
        user_id: 'teacher',
        ...fields,
      },
      { secret: SECRET },
    )
    return postLaunch(url, form)
  }
  const role = async (email: string, role: 'admin' | 'member') => {
    const root = await app.signIn()
    const user = await app.app.services.users.findByEmail(email)
    const path = `/creator/admin/organizations/${ana.slug}/members/${user?.id}/role`
    expect((await app.call('PUT', path, root, { role })).status).toBe(200)
    return user?.id ?? 0
  }
  const link = (location: string, body: object) =>
    app.call('POST', '/lti/link', undefined, { token: tokenIn(location), ...body })
  /** The address of the page that links an account. */
  const linkPage = (text: string) =>
    /href="([^"]*link-account[^"]*)"/.exec(text)?.[1]?.replace(/&amp;/g, '&') ?? ''

  it('recognizes an educator by a confirmed address, but no admin of an organization', async () => {
    const fields = { lis_person_contact_email_primary: ana.email, user_id: 'ana-1' }
    expect((await launch(fields)).location).toContain('/setup?')
    await role(ana.email, 'admin')
    expect((await launch(fields)).text).toContain('No account found')
    await role(ana.email, 'member')
  })

  it('gives a linked admin the rights of an educator only', async () => {
    const page = await launch({ user_id: 'ana-2' })
    const linked = await link(linkPage(page.text), { email: ana.email, password: ana.password })
    expect(linked.status, JSON.stringify(linked.body)).toBe(200)
    const id = await role(ana.email, 'admin')
    expect((await launch({ user_id: 'ana-2' })).location).toContain('/setup?')
    const educator = await app.app.services.lti.educators.require(id)
    expect(educator).toMatchObject({ organizationRole: 'member', systemAdmin: false })
    await role(ana.email, 'member')
  })

  it('never links a system admin, and ignores links that exist', async () => {
    const page = await launch({ user_id: 'root-1' })
    const refused = await link(linkPage(page.text), ADMIN)
    expect(refused.status, JSON.stringify(refused.body)).toBe(403)

    const { db, lti, users } = app.app.services
    const root = await users.findByEmail(ADMIN.email)
    const [known] = await db.selectFrom('lti_identity_links').select('platform').execute()
    await lti.accounts.link({ platform: known?.platform ?? '', lmsUserId: 'root-1' }, root?.id ?? 0)
    expect((await launch({ user_id: 'root-1' })).text).toContain('No account found')
    await expect(lti.educators.require(root?.id ?? 0)).rejects.toThrow()
  })

  it('ends what an educator could do in launches when they become system admin', async () => {
    const page = await launch({ user_id: 'ana-2' })
    const { db } = app.app.services
    await db.updateTable('users').set({ role: 'admin' }).where('email', '=', ana.email).execute()
    const setup = `/lti/setup?token=${tokenIn(page.location)}`
    expect((await app.call('GET', setup)).status).toBe(403)
    expect((await launch({ user_id: 'ana-2' })).text).toContain('No account found')
    await db.updateTable('users').set({ role: 'user' }).where('email', '=', ana.email).execute()
    expect((await app.call('GET', setup)).status).toBe(200)
  })
})
