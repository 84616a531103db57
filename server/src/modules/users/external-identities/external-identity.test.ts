import type { Message } from '@bellwether/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { findToken, issueToken } from '../account-tokens/account-tokens.ts'
import { type Campus, createCampus } from '../testing.ts'
import { userRepository } from '../user.repository.ts'
import {
  createExternalIdentities,
  type ExternalIdentities,
  type ExternalIdentity,
} from './external-identity.service.ts'

describeOnEachDatabase('external identities', (open) => {
  let campus: Campus
  let identities: ExternalIdentities
  let notes: { action: string; detail: Message; userId: number }[]
  let counter = 0
  beforeAll(async () => {
    campus = await createCampus((await open()).db)
  })
  beforeEach(() => {
    notes = []
    identities = createExternalIdentities({
      db: campus.db,
      note: async (_tx, entry) => void notes.push(entry),
    })
  })

  const identity = (more: Partial<ExternalIdentity> = {}): ExternalIdentity => ({
    provider: 'idp https://idp.example',
    subject: `subject-${++counter}`,
    email: `new-${counter}@example.edu`,
    isEmailVerified: true,
    name: 'Nia New',
    organizationId: campus.north,
    userType: 'end_user',
    isTrusted: false,
    whenEmailTaken: 'refuse',
    ...more,
  })
  const countUsers = async () => (await campus.db.selectFrom('users').select('id').execute()).length
  const addUnconfirmed = async () => {
    const email = `squatted-${++counter}@example.edu`
    const id = await campus.users.create({
      email,
      name: 'Squatter',
      password: 'a good password',
      organizationId: campus.north,
      emailConfirmed: false,
    })
    return { id, email }
  }

  it('creates an account without a password at the first sign-in, and finds it at the next', async () => {
    const first = identity()
    const created = await identities.signIn(first)
    expect(created).toMatchObject({
      organization_id: campus.north,
      email: first.email,
      name: 'Nia New',
      user_type: 'end_user',
      role: 'user',
      password_hash: null,
      auth_provider: 'idp',
      organization_role: null,
    })
    expect(created.email_confirmed_at).not.toBeNull()
    const again = await identities.signIn({ ...first, email: 'changed@example.edu', name: 'Other' })
    expect(again).toMatchObject({ id: created.id, email: first.email, name: 'Nia New' })
    expect(notes).toEqual([
      expect.objectContaining({ action: 'member.sign_up', userId: created.id, organizationId: campus.north }),
    ])
  })

  describe('that follow the person', () => {
    const follow = (more: Partial<ExternalIdentity> = {}) => identity({ followsPerson: true, ...more })

    it('take the name, and a verified address', async () => {
      const first = follow()
      const { id } = await identities.signIn(first)
      await issueToken(campus.db, {
        user_id: id,
        purpose: 'reset_password',
        email: first.email ?? '',
        delivery: 'admin',
      })
      notes = []
      const moved = { ...first, name: 'Nia Married', email: `Married-${id}@example.edu` }
      expect(await identities.signIn(moved)).toMatchObject({
        id,
        name: 'Nia Married',
        email: `married-${id}@example.edu`,
      })
      expect(notes).toEqual([expect.objectContaining({ action: 'member.email', userId: id })])
      const tokens = campus.db.selectFrom('account_tokens').selectAll().where('user_id', '=', id)
      expect(await tokens.execute()).toEqual([])
    })

    it.each<[string, () => Partial<ExternalIdentity>]>([
      ['is not verified', () => ({ email: 'unverified@example.edu', isEmailVerified: false })],
      ['belongs to another account', () => ({ email: campus.ana.email })],
      ['only looks like one', () => ({ email: '\u212aate@example.edu' })],
      ['is missing', () => ({ email: undefined })],
    ])('keep their address if the new one %s', async (_name, more) => {
      const first = follow()
      const { id } = await identities.signIn(first)
      const again = await identities.signIn({ ...first, name: 'New', ...more() })
      expect(again).toMatchObject({ id, name: 'New', email: first.email })
    })

    it('keep their name if the provider sends none', async () => {
      const first = follow()
      await identities.signIn(first)
      expect(await identities.signIn({ ...first, name: ' ' })).toMatchObject({ name: 'Nia New' })
    })
  })

  it('gives new accounts the type and role of the rules', async () => {
    const made = await identities.signIn(identity({ userType: 'creator', role: 'admin' }))
    expect(made).toMatchObject({ user_type: 'creator', organization_role: 'admin' })
  })

  it('keeps people with the same subject at different providers apart', async () => {
    const one = identity({ subject: 'same' })
    const other = identity({ subject: 'same', provider: 'other https://idp.example' })
    expect((await identities.signIn(one)).id).not.toBe((await identities.signIn(other)).id)
  })

  it('links an account of the organization by verified address, and keeps its password and role', async () => {
    await campus.users.setPassword(campus.nora.userId, 'a good password')
    const before = await userRepository.findById(campus.db, campus.nora.userId)
    const linked = await identities.signIn(identity({ email: campus.nora.email.toUpperCase() }))
    expect(linked).toMatchObject({
      id: campus.nora.userId,
      organization_role: 'admin',
      password_hash: before?.password_hash,
      session_version: before?.session_version,
    })
    expect(notes).toEqual([expect.objectContaining({ action: 'member.link', userId: campus.nora.userId })])
  })

  it('removes password, keys and sessions of an unconfirmed account before linking it', async () => {
    const { id, email } = await addUnconfirmed()
    const before = await userRepository.findById(campus.db, id)
    if (!before) throw new Error('missing')
    const session = await campus.browserSessions.begin(before)
    await campus.db
      .insertInto('api_keys')
      .values({ user_id: id, name: 'k', key_hash: `h${id}`, key_start: 'x', created_at: 1 } as never)
      .execute()
    const linked = await identities.signIn(identity({ email }))
    expect(linked).toMatchObject({ id, password_hash: null, session_version: before.session_version + 1 })
    expect(linked.email_confirmed_at).not.toBeNull()
    await expect(campus.browserSessions.refresh(session.refreshToken)).rejects.toThrow('expired')
    const keys = await campus.db.selectFrom('api_keys').selectAll().where('user_id', '=', id).execute()
    expect(keys.map((key) => key.revoked_at === null)).toEqual([false])
    expect(notes[0]?.detail.code).toBe('parts.audit_identity_secured')
  })

  it('removes the other sign-ins and open links of an unconfirmed account before linking it', async () => {
    const stranger = identity({ isEmailVerified: false })
    const { id, email } = await identities.signIn(stranger)
    await campus.db
      .insertInto('lti_identity_links')
      .values({ platform: `lms ${id}`, lms_user_id: '7', user_id: id, linked_at: 1 })
      .execute()
    const { token } = await issueToken(campus.db, {
      user_id: id,
      purpose: 'reset_password',
      email,
      delivery: 'admin',
    })
    const owner = identity({ email, provider: 'other https://idp.example' })
    expect((await identities.signIn(owner)).id).toBe(id)
    await expect(identities.signIn(stranger)).rejects.toMatchObject({
      userMessage: { code: 'sign_in.email_unverified' },
    })
    expect(await findToken(campus.db, token, ['reset_password'])).toBeUndefined()
    const links = campus.db.selectFrom('lti_identity_links').selectAll().where('user_id', '=', id)
    expect(await links.execute()).toEqual([])
    expect((await identities.signIn(owner)).id).toBe(id)
  })

  describe('never links', () => {
    it('an unverified address, and changes nothing', async () => {
      const count = await countUsers()
      await expect(
        identities.signIn(identity({ email: campus.ana.email, isEmailVerified: false })),
      ).rejects.toMatchObject({ code: 'conflict', userMessage: { code: 'sign_in.email_unverified' } })
      expect(await countUsers()).toBe(count)
    })

    it('an address that only looks the same in lower case', async () => {
      const kim = { email: 'kim@example.edu', name: 'Kim', password: null }
      const id = await campus.users.create({ ...kim, organizationId: campus.north })
      await expect(identities.signIn(identity({ email: '\u212aim@example.edu' }))).rejects.toMatchObject({
        userMessage: { code: 'sign_in.email_unverified' },
      })
      expect((await identities.signIn(identity({ email: 'KIM@example.edu' }))).id).toBe(id)
    })

    it('an account of another organization', async () => {
      await expect(identities.signIn(identity({ email: campus.eve.email }))).rejects.toMatchObject({
        userMessage: { code: 'sign_in.email_elsewhere' },
      })
    })

    it('a system admin, unless the provider is the operator’s', async () => {
      const asRoot = { email: campus.root.email, organizationId: campus.system }
      await expect(identities.signIn(identity(asRoot))).rejects.toMatchObject({
        code: 'forbidden',
        userMessage: { code: 'sign_in.system_admin' },
      })
      const linked = await identities.signIn(identity({ ...asRoot, isTrusted: true }))
      expect(linked.id).toBe(campus.root.userId)
    })

    it('a taken address if the caller prefers an account without it', async () => {
      const made = await identities.signIn(
        identity({ email: campus.ana.email, isEmailVerified: false, whenEmailTaken: 'omit-email' }),
      )
      expect(made.email).toMatch(/^[0-9a-f]{24}@no-email\.invalid$/)
      expect(made.email_confirmed_at).toBeNull()
    })
  })

  it('creates an account without an address if the provider sends none', async () => {
    const made = await identities.signIn(identity({ email: undefined, name: ' ' }))
    expect(made).toMatchObject({ name: 'Unnamed', email_confirmed_at: null })
  })

  it('does not confirm an unverified address of a new account', async () => {
    expect((await identities.signIn(identity({ isEmailVerified: false }))).email_confirmed_at).toBeNull()
  })

  it('lets the operator’s provider sign in members of every organization', async () => {
    const linked = await identities.signIn(identity({ email: campus.eve.email, isTrusted: true }))
    expect(linked).toMatchObject({ id: campus.eve.userId, organization_id: campus.south })
  })

  it('refuses disabled accounts, at the first sign-in and later', async () => {
    const first = identity()
    const { id } = await identities.signIn(first)
    await campus.userAdmin.setEnabled(campus.root, undefined, id, false)
    const refused = { code: 'unauthenticated', userMessage: { code: 'users.account_disabled' } }
    await expect(identities.signIn(first)).rejects.toMatchObject(refused)
    const other = await addUnconfirmed()
    await campus.userAdmin.setEnabled(campus.root, undefined, other.id, false)
    await expect(identities.signIn(identity({ email: other.email }))).rejects.toMatchObject(refused)
    expect((await userRepository.findById(campus.db, other.id))?.password_hash).not.toBeNull()
  })

  it('refuses accounts that were moved to another organization or became system admins', async () => {
    const moved = identity()
    await campus.membership.moveUser((await identities.signIn(moved)).id, campus.south)
    await expect(identities.signIn(moved)).rejects.toMatchObject({ userMessage: { code: 'sign_in.moved' } })
    const promoted = identity()
    const { id } = await identities.signIn(promoted)
    await userRepository.update(campus.db, id, { role: 'admin' })
    await expect(identities.signIn(promoted)).rejects.toMatchObject({
      userMessage: { code: 'sign_in.system_admin' },
    })
    await userRepository.update(campus.db, id, { role: 'user' })
  })

  it('refuses members of a suspended organization', async () => {
    const member = identity({ organizationId: campus.south })
    await identities.signIn(member)
    await campus.db
      .updateTable('organizations')
      .set({ status: 'suspended' })
      .where('id', '=', campus.south)
      .execute()
    await expect(identities.signIn(member)).rejects.toMatchObject({
      userMessage: { code: 'users.sign_in_suspended' },
    })
    await expect(identities.signIn(identity({ organizationId: campus.south }))).rejects.toThrow('suspended')
    await campus.db
      .updateTable('organizations')
      .set({ status: 'active' })
      .where('id', '=', campus.south)
      .execute()
  })

  it.each([
    ['with an address', {}],
    ['with an unverified address', { isEmailVerified: false }],
    ['without one', { email: undefined }],
  ])('creates one account for first sign-ins at the same moment, %s', async (_name, more) => {
    const first = identity(more)
    const count = await countUsers()
    const made = await Promise.all(Array.from({ length: 5 }, () => identities.signIn(first)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await countUsers()).toBe(count + 1)
  })

  it('is removed with its account', async () => {
    const gone = identity()
    const { id } = await identities.signIn(gone)
    await userRepository.delete(campus.db, id)
    expect((await identities.signIn(gone)).id).not.toBe(id)
  })
})
