import { type EmailTrust, type SignInRule, signInRuleSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { applyRules, readEmail } from './apply-rules.ts'

const rule = (given: Partial<SignInRule>): SignInRule =>
  signInRuleSchema.parse({
    claim: 'groups',
    operator: 'equals',
    value: 'staff',
    user_type: 'creator',
    ...given,
  })
const typeOf = (given: Partial<SignInRule>, claims: Record<string, unknown>) =>
  applyRules([rule(given)], claims, 'claim').userType

describe('sign-in rules', () => {
  it('make students by default', () => {
    expect(applyRules([], { groups: 'staff' }, 'claim')).toMatchObject({
      userType: 'end_user',
      role: 'member',
      rule: null,
      reason: { code: 'sign_in.preview_default' },
    })
  })

  it.each<[Partial<SignInRule>, unknown, boolean]>([
    [{ operator: 'equals' }, 'Staff', true],
    [{ operator: 'equals' }, 'staff2', false],
    [{ operator: 'equals' }, ['students', 'staff'], true],
    [{ operator: 'contains' }, 'all-staff-here', true],
    [{ operator: 'contains' }, ['staff'], true],
    [{ operator: 'contains' }, ['all-staff-here'], false],
    [{ operator: 'ends_with', value: '-staff' }, ['it-staff'], true],
    [{ operator: 'ends_with', value: '-staff' }, 'staff-it', false],
    [{ operator: 'any_of', values: ['dean', 'staff'] }, ['staff'], true],
    [{ operator: 'any_of', values: ['dean', 'staff'] }, 'student', false],
    [{ operator: 'equals', value: '7' }, 7, true],
    [{ operator: 'equals', value: 'true' }, true, true],
    [{ operator: 'equals' }, { staff: 'staff' }, false],
    [{ operator: 'equals' }, null, false],
    [{ operator: 'equals' }, undefined, false],
  ])('compare %j with %j: %s', (given, claim, matches) => {
    expect(typeOf(given, { groups: claim })).toBe(matches ? 'creator' : 'end_user')
  })

  it('read nested claims and claims whose name is a URL', () => {
    const path = { claim: 'realm_access.roles' }
    expect(typeOf(path, { realm_access: { roles: ['staff'] } })).toBe('creator')
    expect(typeOf(path, { realm_access: 'x' })).toBe('end_user')
    const url = { claim: 'https://uni.example/affiliation' }
    expect(typeOf(url, { 'https://uni.example/affiliation': ['staff'] })).toBe('creator')
    expect(typeOf({ claim: 'constructor.name', value: 'Object' }, {})).toBe('end_user')
  })

  it('stop at the first match and report which one it was', () => {
    const rules = [rule({ value: 'dean', role: 'admin' }), rule({}), rule({ role: 'admin' })]
    expect(applyRules(rules, { groups: ['staff'] }, 'claim')).toMatchObject({
      role: 'member',
      rule: 2,
      reason: { text: 'Rule 2 matched: groups is “staff”' },
    })
  })

  it.each(['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'])(
    'ignore %s if it is not verified',
    (claim) => {
      const rules = [rule({ claim, operator: 'ends_with', value: '@staff.example.edu' })]
      const address = 'ana@staff.example.edu'
      const typeWith = (claims: Record<string, unknown>, trust: EmailTrust) =>
        applyRules(rules, { [claim]: address, ...claims }, trust).userType
      expect(typeWith({ email: address, email_verified: true }, 'claim')).toBe('creator')
      expect(typeWith({ email: address }, 'always')).toBe('creator')
      expect(typeWith({ email: address }, 'claim')).toBe('end_user')
      expect(typeWith({ email: address, email_verified: false }, 'always')).toBe('end_user')
    },
  )

  it('know that email_verified says nothing about other addresses', () => {
    const rules = [rule({ claim: 'mail', operator: 'ends_with', value: '@staff.example.edu' })]
    const claims = {
      email: 'ana@home.example',
      email_verified: true,
      mail: ['ana@home.example', 'ana@staff.example.edu'],
    }
    expect(applyRules(rules, claims, 'claim').userType).toBe('end_user')
    expect(applyRules(rules, claims, 'always').userType).toBe('creator')
  })

  it.each([
    ['uni.edu', 'ana@uni.edu', true],
    ['uni.edu', 'ana@staff.uni.edu', true],
    ['uni.edu', 'ana@evil-uni.edu', false],
    ['.uni.edu', 'ana@staff.uni.edu', true],
    ['@uni.edu', 'ana@staff.uni.edu', false],
  ])('match addresses that end with the domain %s: %s (%s)', (value, mail, matches) => {
    const rules = [rule({ claim: 'mail', operator: 'ends_with', value })]
    const { userType } = applyRules(rules, { email: mail, mail }, 'always')
    expect(userType).toBe(matches ? 'creator' : 'end_user')
  })

  it.each([
    [{ operator: 'equals', value: undefined }, 'Enter a value'],
    [{ operator: 'any_of', value: 'x' }, 'Enter a value'],
    [{ claim: 'email', operator: 'ends_with', value: 'example.edu' }, 'Start the domain with @'],
    [{ user_type: 'end_user', role: 'admin' }, 'A student can’t be'],
  ])('are refused: %j', (given, message) => {
    const all = { claim: 'groups', operator: 'equals', value: 'staff', user_type: 'creator', ...given }
    expect(signInRuleSchema.safeParse(all).error?.issues[0]?.message).toContain(message)
  })
})

describe('the e-mail address', () => {
  it.each([
    [{ email: 'a@b.c', email_verified: true }, 'claim', true],
    [{ email: 'a@b.c', email_verified: 'true' }, 'claim', true],
    [{ email: 'a@b.c', email_verified: 1 }, 'claim', false],
    [{ email: 'a@b.c' }, 'claim', false],
    [{ email: 'a@b.c' }, 'always', true],
    [{ email: 'a@b.c', email_verified: false }, 'always', false],
  ] as const)('of %j with trust “%s” is verified: %s', (claims, trust, isEmailVerified) => {
    expect(readEmail(claims, trust)).toEqual({ email: 'a@b.c', isEmailVerified })
  })

  it.each([[{}], [{ email: 5 }], [{ email: 'x' }], [{ email: 'a@b@c', email_verified: true }]])(
    'of %j is missing',
    (claims) => {
      expect(readEmail(claims, 'always')).toEqual({ isEmailVerified: false })
    },
  )
})
