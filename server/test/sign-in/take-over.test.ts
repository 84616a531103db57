import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { addProvider, makeOrganizations, type Organizations } from './sign-in.testing.ts'

const PUBLIC_URL = 'https://bw.example.edu'

/** An organization admin has a provider that says whatever they want. */
onEachDatabase('a malicious organization admin on $name', ({ env }) => {
  let issuer: HostileIssuer
  let app: TestApp
  let people: Organizations
  let provider: string
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    app = await startTestApp({ ...(await env()), PUBLIC_URL, OUTBOUND_ALLOW: issuer.place })
    people = await makeOrganizations(app)
    provider = await addProvider(app, people.north, {
      issuer: issuer.issuer,
      email_trust: 'always',
      rules_apply: 'every',
    })
  })
  afterAll(async () => {
    await app.stop()
    await issuer.close()
  })

  const signIn = async (sub: string, email: string) => {
    issuer.hostile.claims = { sub, name: 'Mallory', email, email_verified: true }
    const browser = createBrowser(PUBLIC_URL, app.url)
    const { url } = await browser.signIn(provider)
    return { session: await browser.session(), error: new URL(url).searchParams.get('error') }
  }
  const find = (email: string) => app.app.services.users.findByEmail(email)
  const confirm = (userId: number | undefined, slug = 'north', confirmed = true) =>
    app.call('PUT', `/organizations/${slug}/members/${userId}/email-confirmed`, people.north.token, {
      confirmed,
    })
  /** A member of the organization, created by its admin. */
  const makeMember = async (email: string, password = 'known to the admin') => {
    await app.call('POST', '/creator/admin/users/create', people.root, {
      ...{ email, name: email, password, role: 'user', user_type: 'creator' },
      organization_id: people.north.id,
    })
    return (await find(email))?.id ?? 0
  }

  it('can’t take over an account of another organization or a system admin', async () => {
    for (const email of [people.south.email, ADMIN.email]) {
      const before = await find(email)
      const { session, error } = await signIn(`as ${email}`, email)
      expect([session, error]).toEqual([undefined, 'sign_in.email_elsewhere'])
      expect(await find(email)).toEqual(before)
    }
  })

  it('can’t confirm or change addresses of people elsewhere', async () => {
    for (const email of [people.south.email, ADMIN.email]) {
      const victim = await find(email)
      for (const slug of ['north', 'south', 'lamb']) {
        expect((await confirm(victim?.id, slug, false)).status).toBeGreaterThanOrEqual(403)
        expect((await confirm(victim?.id, slug)).status).toBeGreaterThanOrEqual(403)
      }
      expect((await find(email))?.email_confirmed_at).toBe(victim?.email_confirmed_at)
    }
  })

  it('can’t create a second account with the address of someone elsewhere', async () => {
    const upload = [{ email: people.south.email, name: 'Copy', user_type: 'creator', enabled: true }]
    await app.call('POST', '/creator/admin/org-admin/users/bulk-import/execute', people.north.token, {
      users: upload,
    })
    expect((await find(people.south.email))?.organization_id).toBe(people.south.id)
  })

  it('loses a linked account that moves to another organization or becomes a system admin', async () => {
    const id = await makeMember('mover@x.edu')
    await confirm(id)
    expect((await signIn('mover', 'mover@x.edu')).session?.user.user_id).toBe(id)
    const { db } = app.app.services
    await db.updateTable('users').set({ organization_id: people.south.id }).where('id', '=', id).execute()
    const moved = await signIn('mover', 'mover@x.edu')
    expect([moved.session, moved.error]).toEqual([undefined, 'sign_in.moved'])

    const riser = await makeMember('riser@x.edu')
    await signIn('riser', 'riser@x.edu')
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', riser).execute()
    const risen = await signIn('riser', 'riser@x.edu')
    expect([risen.session, risen.error]).toEqual([undefined, 'sign_in.system_admin'])
  })

  it('can’t keep access to an account that no one has confirmed', async () => {
    const id = await makeMember('fresh@x.edu', 'a known password')
    const token = await app.signIn('fresh@x.edu', 'a known password')
    await confirm(id, 'north', false)
    expect((await signIn('fresh', 'fresh@x.edu')).session?.user.user_id).toBe(id)
    expect((await app.call('GET', '/creator/user/current', token)).status).toBe(401)
    expect((await find('fresh@x.edu'))?.password_hash).toBeNull()
  })
})
