import { readStoredText, textOf } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { addProvider, makeOrganizations, type Organizations } from './sign-in.testing.ts'

const PUBLIC_URL = 'https://bw.example.edu'
const RULES = [
  { claim: 'job', operator: 'equals', value: 'head', user_type: 'creator', role: 'admin' },
  { claim: 'job', operator: 'equals', value: 'teacher', user_type: 'creator' },
]

onEachDatabase('rules at every sign-in on $name', ({ env }) => {
  let issuer: HostileIssuer
  let app: TestApp
  let people: Organizations
  let provider: string
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    const own = { OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: 'bellwether' }
    app = await startTestApp({
      ...(await env()),
      PUBLIC_URL,
      OUTBOUND_ALLOW: issuer.place,
      ...own,
      OIDC_CLIENT_SECRET: 'a client secret',
      OIDC_RULES: JSON.stringify([{ ...RULES[1], organization: 'south' }, ...RULES]),
      OIDC_RULES_APPLY: 'every',
      OIDC_COURSE_CLAIM: 'groups',
      OIDC_COURSE_PREFIX: 'course:',
      OIDC_NAME: 'Campus',
    })
    people = await makeOrganizations(app)
    provider = await addProvider(app, people.north, {
      issuer: issuer.issuer,
      rules: RULES,
      rules_apply: 'every',
      email_trust: 'always',
    })
  })
  afterAll(async () => {
    await app.stop()
    await issuer.close()
  })

  const signIn = async (sub: string, job: string | undefined, more: object = {}, id = provider) => {
    issuer.hostile.claims = { sub, name: sub, ...(job ? { job } : {}), ...more }
    const browser = createBrowser(PUBLIC_URL, app.url)
    await browser.signIn(id)
    const session = await browser.session()
    expect(session).toBeDefined()
    return session ?? { token: '', user: { user_id: 0, email: '' } }
  }
  const standing = async (userId: number) => {
    const user = await app.app.services.users.findById(userId)
    return [user?.user_type, user?.organization_role ?? 'member']
  }
  const audit = async (userId: number) => {
    const rows = await app.app.services.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object', 'like', `%"user":${userId}}%`)
      .where('action', '=', 'member.role')
      .orderBy('id')
      .execute()
    return rows.map(({ detail }) =>
      textOf(readStoredText(detail))
        .replace(/^.*?: /, '')
        .replace(/^.*example.*: /, ''),
    )
  }

  it('follow the provider, end old sessions and are in the audit log', async () => {
    const first = await signIn('Tea', 'teacher')
    const id = first.user.user_id
    expect(await standing(id)).toEqual(['creator', 'member'])
    await signIn('Tea', 'head')
    expect(await standing(id)).toEqual(['creator', 'admin'])
    expect((await app.call('GET', '/creator/user/current', first.token)).status).toBe(401)
    const last = await signIn('Tea', undefined)
    expect(await standing(id)).toEqual(['end_user', 'member'])
    expect((await app.call('GET', '/creator/user/current', last.token)).status).toBe(200)
    expect(await audit(id)).toHaveLength(2)
    expect((await audit(id)).join()).toMatch(/educator, member → educator, admin.*student, member/)
  })

  it('change nothing at the first sign-in only', async () => {
    const path = `/organizations/north/sign-in-providers/${provider}`
    const { body } = await app.call('PATCH', path, people.north.token, { rules_apply: 'first' })
    expect(body.rules_apply).toBe('first')
    const { user } = await signIn('Una', 'teacher')
    await signIn('Una', undefined)
    expect(await standing(user.user_id)).toEqual(['creator', 'member'])
    await app.call('PATCH', path, people.north.token, { rules_apply: 'every' })
  })

  it('never take the role of the last admin', async () => {
    const { db } = app.app.services
    const admin = await app.app.services.users.findByEmail(people.north.email)
    const id = admin?.id ?? 0
    const email = { email: people.north.email, email_verified: true }
    await signIn('boss', undefined, email)
    expect(await standing(id)).toEqual(['creator', 'admin'])
    // A second admin who can't sign in does not count.
    const { user } = await signIn('vice', 'head')
    await db.updateTable('users').set({ enabled: 0 }).where('id', '=', user.user_id).execute()
    await signIn('boss', undefined, email)
    expect(await standing(id)).toEqual(['creator', 'admin'])
    await db.updateTable('users').set({ enabled: 1 }).where('id', '=', user.user_id).execute()
    await signIn('boss', undefined, email)
    expect(await standing(id)).toEqual(['end_user', 'member'])
    await signIn('vice', undefined)
    expect(await standing(user.user_id)).toEqual(['creator', 'admin'])
  })

  it('never touch system admins, owners, or members of another organization than the rule’s', async () => {
    const root = await app.app.services.users.findByEmail('admin@example.edu')
    await signIn('root', undefined, { email: root?.email, email_verified: true }, 'oidc')
    expect((await app.app.services.users.findById(root?.id ?? 0))?.role).toBe('admin')
    expect((await standing(root?.id ?? 0))[0]).toBe('creator')

    const { user } = await signIn('Ole', 'teacher')
    const { db } = app.app.services
    await db
      .insertInto('organization_roles')
      .values({
        organization_id: people.north.id,
        user_id: user.user_id,
        role: 'owner',
        created_at: 1,
        updated_at: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role: 'owner' }),
      )
      .execute()
    await signIn('Ole', undefined)
    expect(await standing(user.user_id)).toEqual(['creator', 'owner'])

    // The operator's provider: without a rule, people would be students of the system organization.
    const south = await signIn('Sol', 'teacher', {}, 'oidc')
    await signIn('Sol', undefined, {}, 'oidc')
    expect(await standing(south.user.user_id)).toEqual(['creator', 'member'])
  })

  it('lists groups of the operator’s provider as courses of the person’s organization', async () => {
    await signIn('Sol', 'teacher', { groups: ['course:Botany', 'staff'] }, 'oidc')
    await signIn('Ned', undefined, { groups: ['course:Botany', 'course:Zoology'] }, 'oidc')
    const list = async (slug: string, token: string) =>
      (await app.call('GET', `/organizations/${slug}/courses`, token)).body.courses.map(
        ({ title, platform, students, staff }: Record<string, unknown>) => [title, platform, students, staff],
      )
    const campus = { id: null, name: 'Campus' }
    expect(await list('south', people.south.token)).toEqual([['Botany', campus, 0, 1]])
    expect(await list('lamb', people.root)).toEqual([
      ['Botany', campus, 1, 0],
      ['Zoology', campus, 1, 0],
    ])
    expect(await list('north', people.root)).toEqual([])
    await signIn('Ned', undefined, { groups: ['course:Zoology'] }, 'oidc')
    expect(await list('lamb', people.root)).toEqual([
      ['Botany', campus, 0, 0],
      ['Zoology', campus, 1, 0],
    ])
  })
})
