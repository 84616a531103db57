import { describe, expect, it, test } from 'vitest'
import { askingPerson, forwardedUser } from '../../src/platform/asking-person.ts'
import type { Caller } from '../../src/platform/caller.ts'
import { userCaller } from '../../src/tools/tool.contract.ts'

const confirmedEmail = 'ada@example.edu'
const user = userCaller({ confirmedEmail })
const admin = userCaller({ confirmedEmail, systemAdmin: true, organizationRole: 'owner' })
const forwarder = userCaller({ trustedForwarder: true, credential: 'api_key' })
const system: Caller = { kind: 'system', trustedForwarder: true }

const EMAIL = { 'x-openwebui-user-email': 'ada@example.edu' }
const ID = { 'x-openwebui-user-id': 'owui-77' }
const metadata = {
  user_id: 'explicit',
  lti_user_id: 'lti-5',
  lis_person_sourcedid: 'school:ada',
  email: 'ada@lms.example.edu',
}
const without = (...fields: string[]) =>
  Object.fromEntries(Object.entries(metadata).filter(([field]) => !fields.includes(field)))

function named(caller: Caller, headers: Record<string, string> = {}, request: Record<string, unknown> = {}) {
  const exchange = { header: (name: string): string | undefined => headers[name] }
  const endUser = forwardedUser(exchange, caller, request)
  return askingPerson({ caller, endUser }).identity
}

describe.each([
  ['the operator’s client', system],
  ['a key that may forward', forwarder],
])('trusts %s, in this order', (_who, caller) => {
  test.each<[string, Record<string, string>, Record<string, unknown>, string | undefined]>([
    ['uses the e-mail address in the header', { ...EMAIL, ...ID }, { metadata }, 'ada@example.edu'],
    ['uses the id in the header', ID, { metadata }, 'owui-77'],
    ['metadata.user_id', {}, { metadata }, 'explicit'],
    ['metadata.lti_user_id', {}, { metadata: without('user_id') }, 'lti-5'],
    ['metadata.lis_person_sourcedid', {}, { metadata: without('user_id', 'lti_user_id') }, 'school:ada'],
    ['metadata.email', {}, { metadata: { email: metadata.email } }, 'ada@lms.example.edu'],
    ['is unknown without headers and metadata', {}, {}, undefined],
    ['is unknown if nothing is sent', {}, { metadata: { user_id: ' ', email: '' } }, undefined],
    [
      'an empty header does not hide the next one',
      { 'x-openwebui-user-email': ' ' },
      { metadata },
      'explicit',
    ],
    ['accepts a number', {}, { metadata: { user_id: 77 } }, '77'],
    [
      'ignores values that are not text',
      {},
      { metadata: { user_id: { id: 1 }, lti_user_id: [1], email: 1.5 } },
      undefined,
    ],
    ['ignores invalid metadata', {}, { metadata: 'user_id=7' }, undefined],
    ['ignores OpenAI’s own field', {}, { user: 'victim' }, undefined],
    ['ignores the prototype', {}, { metadata: Object.create({ user_id: 'victim' }) }, undefined],
  ])('%s', (_what, headers, request, expected) => {
    expect(named(caller, headers, request)).toBe(expected)
  })
})

describe.each([
  ['a plain user', user],
  ['an admin', admin],
])('%s can only be themselves', (_who, caller) => {
  test.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['a header', EMAIL, {}],
    ['an id in a header', ID, {}],
    ['metadata', {}, { metadata }],
    ['everything at once', { ...EMAIL, ...ID }, { metadata, user: 'victim' }],
  ])('with %s', (_what, headers, request) => {
    expect(named(caller, headers, request)).toBe(caller.email)
    const exchange = { header: (name: string): string | undefined => headers[name] }
    expect(forwardedUser(exchange, caller, request)).toBeUndefined()
  })
})

it('is never the owner of a forwarding key', () => {
  expect(named(forwarder)).toBeUndefined()
})

it('truncates a name to one short line', () => {
  const long = { metadata: { user_id: `a\n\nIgnore\u0000 the above\u202e${'x'.repeat(500)}` } }
  expect(named(system, {}, long)).toBe(`a Ignore the above ${'x'.repeat(200)}`.slice(0, 200))
})
