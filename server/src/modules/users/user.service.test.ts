import { hash as bcrypt } from 'bcryptjs'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { apiKeyRepository } from './api-keys/api-key.repository.ts'
import { createBulkImportService } from './bulk-import/bulk-import.service.ts'
import * as passwords from './sign-in/passwords.ts'
import { toNetwork } from './sign-in/sign-in-guard.ts'
import { type Campus, createCampus, createTestGuard } from './testing.ts'
import { userRepository } from './user.repository.ts'
import { createUserService } from './user.service.ts'
import { createUserAdminService } from './user-admin.service.ts'

const SYSTEM_SIGNUP = 'the-operators-signup-key'
const IP = '192.0.2.1'

describeOnEachDatabase('accounts', (open) => {
  let campus: Campus
  beforeEach(async () => {
    const { db } = await open({ emptied: true })
    campus = await createCampus(db, { SIGNUP_ENABLED: 'true', SIGNUP_SECRET_KEY: SYSTEM_SIGNUP })
  })

  const register = (name: string, password = 'correct horse') =>
    campus.users.create({ email: `${name}@x.edu`, name, password, organizationId: campus.north })
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as { code: string; message: string; details: { retryAfter?: number } },
    )

  it('signs in with the right password, ignoring the case of the e-mail', async () => {
    const id = await register('mia')
    const { user, token } = await campus.users.signIn(' MIA@x.edu ', 'correct horse', IP)
    expect(user).toMatchObject({ id, organization_slug: 'north', organization_role: null })
    expect(await campus.sessions.verify(token)).toMatchObject({ userId: id, version: user.session_version })
  })

  it('gives the same answer, after the same work, for a wrong password and an unknown user', async () => {
    await register('mia')
    const wrong = await failure(campus.users.signIn('mia@x.edu', 'wrong', IP))
    const nobody = await failure(campus.users.signIn('nobody@x.edu', 'wrong', IP))
    const withoutPassword = await failure(campus.users.signIn('ana@example.edu', 'wrong', IP))
    for (const refusal of [wrong, nobody, withoutPassword]) {
      expect(refusal).toMatchObject({ code: 'unauthenticated', message: 'Invalid credentials' })
    }
    const time = async (email: string) => {
      const start = performance.now()
      await failure(campus.users.signIn(email, 'wrong', IP))
      return performance.now() - start
    }
    // The shortest of three: on a busy machine, any of them may be interrupted.
    const shortest = async (emails: readonly string[]) => {
      const times: number[] = []
      for (const email of emails) times.push(await time(email))
      return Math.min(...times)
    }
    const unknown = await shortest(['nobody2@x.edu', 'nobody3@x.edu', 'nobody4@x.edu'])
    const knownMs = await shortest(['mia@x.edu', 'mia@x.edu', 'mia@x.edu'])
    // Without checking a hash, it takes well under a millisecond.
    expect(unknown / knownMs).toBeGreaterThan(0.1)
  })

  it('blocks an account for one address after some failures, and for no other address', async () => {
    await register('mia')
    for (let i = 0; i < 4; i++) await failure(campus.users.signIn('mia@x.edu', 'wrong', IP))
    const blocked = await failure(campus.users.signIn('mia@x.edu', 'correct horse', IP))
    expect(blocked?.code).toBe('too_many_requests')
    expect(blocked?.details.retryAfter).toBeGreaterThan(0)
    await campus.users.signIn('mia@x.edu', 'correct horse', '192.0.2.99')
    await register('leo')
    await campus.users.signIn('leo@x.edu', 'correct horse', IP)
  })

  it('does not let a stranger’s failures block an address from which the person has signed in before', async () => {
    await register('mia')
    await campus.users.signIn('mia@x.edu', 'correct horse', IP)
    for (let i = 0; i < 24; i++)
      await failure(campus.users.signIn('mia@x.edu', 'wrong', `198.51.100.${Math.floor(i / 3)}`))
    expect((await failure(campus.users.signIn('mia@x.edu', 'correct horse', '203.0.113.1')))?.code).toBe(
      'too_many_requests',
    )
    await campus.users.signIn('mia@x.edu', 'correct horse', IP)
  })

  it('blocks an address that guesses for many accounts, but not people who have signed in from there', async () => {
    for (const name of ['mia', 'leo', 'kim', 'own']) await register(name)
    await campus.users.signIn('kim@x.edu', 'correct horse', IP)
    const codes: (string | undefined)[] = []
    for (let round = 0; round < 9; round++) {
      for (const name of ['mia', 'leo', 'kim', 'eva', 'max'].slice(0, 3))
        codes.push((await failure(campus.users.signIn(`${name}@x.edu`, `guess ${round}`, IP)))?.code)
      // A correct password in between changes nothing.
      await failure(campus.users.signIn('own@x.edu', 'correct horse', IP))
    }
    expect(codes.filter((code) => code === 'unauthenticated').length).toBeLessThanOrEqual(12)
    expect((await failure(campus.users.signIn('max@x.edu', 'correct horse', IP)))?.code).toBe(
      'too_many_requests',
    )
    await campus.users.signIn('own@x.edu', 'correct horse', IP)
  })

  it('never counts correct passwords: any number of people may sign in at once', async () => {
    await register('mia')
    const many = Array.from({ length: 30 }, () => campus.users.signIn('mia@x.edu', 'correct horse', IP))
    expect(await Promise.all(many)).toHaveLength(30)
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0db8::5', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })

  it('counts guesses that are sent at the same time', async () => {
    await register('mia')
    const guesses: Promise<{ code: string } | undefined>[] = []
    for (let i = 0; i < 12; i++) {
      guesses.push(failure(campus.users.signIn('mia@x.edu', `guess ${i}`, IP)))
      await new Promise(setImmediate) // like requests, which do not wait for one another
    }
    const codes = (await Promise.all(guesses)).map((refusal) => refusal?.code)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(4)
  })

  it('does not forget failures after a success', async () => {
    await register('mia')
    const attempts = Array.from({ length: 9 }, (_, i) => (i % 3 === 2 ? 'correct horse' : 'wrong'))
    const codes: (string | undefined)[] = []
    for (const password of attempts)
      codes.push((await failure(campus.users.signIn('mia@x.edu', password, IP)))?.code)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(4)
    expect(codes.at(-1)).toBe('too_many_requests')
  })

  it('accepts LAMB’s bcrypt hash and replaces it with argon2id', async () => {
    const id = await register('old')
    await userRepository.update(campus.db, id, { password_hash: await bcrypt('from lamb', 4) })
    await campus.users.signIn('old@x.edu', 'from lamb', IP)
    const { password_hash } = (await userRepository.findById(campus.db, id))!
    expect(password_hash).toMatch(/^\$argon2id\$/)
    await campus.users.signIn('old@x.edu', 'from lamb', IP)
    expect((await failure(campus.users.signIn('old@x.edu', 'other', IP)))?.code).toBe('unauthenticated')
  })

  it('does not restore an old password when it was reset during the sign-in', async () => {
    const id = await register('old')
    const old = await bcrypt('from lamb', 4)
    await userRepository.update(campus.db, id, { password_hash: 'reset meanwhile' })
    await userRepository.replaceHash(campus.db, id, old, 'hash of the old password')
    expect((await userRepository.findById(campus.db, id))?.password_hash).toBe('reset meanwhile')
  })

  it('treats a damaged hash like a wrong password', async () => {
    const id = await register('odd')
    await userRepository.update(campus.db, id, { password_hash: '$argon2id$nonsense' })
    expect((await failure(campus.users.signIn('odd@x.edu', 'anything', IP)))?.code).toBe('unauthenticated')
  })

  it('refuses a disabled user and a user of a suspended organization', async () => {
    const id = await register('mia')
    await userRepository.update(campus.db, id, { enabled: 0 })
    expect((await failure(campus.users.signIn('mia@x.edu', 'correct horse', IP)))?.message).toMatch(
      /disabled/,
    )
    await userRepository.update(campus.db, id, { enabled: 1 })
    await campus.organizations.update(campus.root, await campus.organizations.getRow(campus.north), {
      status: 'suspended',
    })
    expect((await failure(campus.users.signIn('mia@x.edu', 'correct horse', IP)))?.message).toMatch(
      /suspended/,
    )
  })

  it('changes a password only with the current one, and returns a token that works', async () => {
    const id = await register('mia')
    const caller = { ...campus.ana, userId: id }
    const wrong = await failure(campus.users.changePassword(caller, 'not this', 'another good one'))
    expect(wrong?.code).toBe('bad_request')
    const before = await campus.users.signIn('mia@x.edu', 'correct horse', IP)
    const token = await campus.users.changePassword(caller, 'correct horse', 'another good one')
    const { session_version } = (await userRepository.findById(campus.db, id))!
    expect((await campus.sessions.verify(token))?.version).toBe(session_version)
    expect((await campus.sessions.verify(before.token))?.version).not.toBe(session_version)
    await campus.users.signIn('mia@x.edu', 'another good one', IP)
    expect((await failure(campus.users.signIn('mia@x.edu', 'correct horse', IP)))?.code).toBe(
      'unauthenticated',
    )
  })

  it('keeps API keys when the password changes, unless asked to revoke them', async () => {
    const caller = campus.ana
    await campus.users.setPassword(caller.userId, 'correct horse')
    await campus.apiKeys.create(caller, { name: 'k' })
    const keys = async () => (await apiKeyRepository.listOf(campus.db, caller.userId)).length
    await campus.users.changePassword(caller, 'correct horse', 'battery staple')
    expect(await keys()).toBe(1)
    await campus.users.changePassword(caller, 'battery staple', 'correct horse', { revokeApiKeys: true })
    expect(await keys()).toBe(0)
  })

  it('refuses short passwords and a second account with the same e-mail', async () => {
    expect((await failure(register('mia', 'short')))?.message).toMatch(/8 characters/)
    await register('mia')
    const second = await failure(
      campus.users.create({ email: 'MIA@x.edu', name: 'x', password: null, organizationId: campus.south }),
    )
    expect(second).toMatchObject({ code: 'bad_request', message: expect.stringContaining('already exists') })
  })

  it('does not hold the writer while hashing a password', async () => {
    let held = 0
    const db = watchTransactions(campus.db, (change) => {
      held += change
    })
    const hash = vi.spyOn(passwords, 'hashPassword').mockImplementation(async () => {
      expect(held).toBe(0)
      return '$argon2id$not-a-real-one'
    })
    const { sessions, organizations, ana, nora, north } = campus
    const attempts = createRateLimit({ name: 'x', failures: 9, windowSeconds: 9, blockSeconds: 9 })
    const users = createUserService({
      db,
      sessions,
      organizations,
      signIns: createTestGuard(db),
      attempts,
      signup: { enabled: false, key: undefined, role: 'student' },
      welcome: async () => undefined,
      isPasswordHidden: async () => false,
    })
    await users.create({ email: 'slow@x.edu', name: 'slow', password: 'long enough', organizationId: north })
    await users.setPassword(ana.userId, 'long enough')
    const userAdmin = createUserAdminService({
      flushRecords: async () => undefined,
      endAnswersOf: async () => undefined,
      db,
      users,
      handOvers: campus.handOvers,
      afterRemoval: async () => undefined,
    })
    await userAdmin.setPassword(nora, { id: north }, ana.userId, 'long enough')
    await createBulkImportService(db).execute(
      nora,
      north,
      [{ line: 1, given: { email: 'bulk@x.edu', name: 'bulk' } }],
      undefined,
    )
    expect(hash).toHaveBeenCalledTimes(4)
    hash.mockRestore()
  })

  const openNorth = (key = 'north-signup-key', enabled = true, role?: 'student' | 'educator') =>
    campus.organizations.changeConfig(campus.root, { id: campus.north }, (shown) => ({
      ...shown,
      features: { signup_enabled: enabled, signup_key: key, ...(role ? { signup_role: role } : {}) },
    }))
  const signUp = (key: string, email = 'new@x.edu') =>
    campus.users.signUp({ name: 'New', email, password: 'a long enough one', key, language: 'en' }, IP)

  it('signs up with the key of an organization, as a member', async () => {
    await openNorth()
    expect((await signUp('north-signup-key')).slug).toBe('north')
    expect(await campus.users.findByEmail('new@x.edu')).toMatchObject({
      organization_slug: 'north',
      organization_role: null,
      role: 'user',
      enabled: 1,
    })
  })

  it('signs up with the operator’s key into the system organization', async () => {
    expect((await signUp(SYSTEM_SIGNUP)).slug).toBe('lamb')
    expect((await campus.users.findByEmail('new@x.edu'))?.user_type).toBe('end_user')
  })

  it('makes students, unless the key is for educators', async () => {
    await openNorth()
    await signUp('north-signup-key', 'student@x.edu')
    await openNorth('north-signup-key', true, 'educator')
    await signUp('north-signup-key', 'educator@x.edu')
    expect((await campus.users.findByEmail('student@x.edu'))?.user_type).toBe('end_user')
    expect((await campus.users.findByEmail('educator@x.edu'))?.user_type).toBe('creator')
  })

  it('refuses a wrong, empty or disabled key, and blocks guessing', async () => {
    await openNorth('north-signup-key', false)
    for (const key of ['wrong-key-1', '', 'north-signup-key']) {
      expect((await failure(signUp(key)))?.code).toBe('bad_request')
    }
    for (let i = 0; i < 20; i++) await failure(signUp('wrong-key-1'))
    expect((await failure(signUp(SYSTEM_SIGNUP)))?.code).toBe('too_many_requests')
  })

  it('refuses the key of a suspended organization', async () => {
    await openNorth()
    await campus.organizations.update(campus.root, await campus.organizations.getRow(campus.north), {
      status: 'suspended',
    })
    expect((await failure(signUp('north-signup-key')))?.code).toBe('bad_request')
  })

  it('ignores sign-up fields that would give the new user more rights', async () => {
    const draft = {
      name: 'New',
      email: 'new@x.edu',
      password: 'a long enough one',
      key: SYSTEM_SIGNUP,
      language: 'en' as const,
    }
    await campus.users.signUp({ ...draft, role: 'admin', organizationRole: 'owner' } as typeof draft, IP)
    expect(await campus.users.findByEmail('new@x.edu')).toMatchObject({
      role: 'user',
      organization_role: null,
    })
  })
})

function watchTransactions(db: Db, onChange: (change: 1 | -1) => void): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return () => ({
        execute: async (work: (tx: Db) => Promise<unknown>) => {
          onChange(1)
          return target
            .transaction()
            .execute(work)
            .finally(() => onChange(-1))
        },
      })
    },
  })
}
