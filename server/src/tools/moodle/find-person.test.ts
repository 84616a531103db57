import { describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/caller.ts'
import { tryTool, userCaller } from '../tool.contract.ts'
import { PEOPLE } from './fake-moodle.contract.ts'
import { ADAS, as, BOBS, startMoodleHarness } from './moodle-harness.contract.ts'

const { moodle, makeTool, result } = await startMoodleHarness()
const admin = userCaller({ email: 'head@example.edu', organizationRole: 'admin' })
const ONLY_OWN = 'refused: you can only read your own courses'

test('a refusal is marked as one', async () => {
  expect(await tryTool(makeTool(), as('bob'))).toEqual({
    ok: false,
    reason: 'you can only read your own courses',
    denied: true,
  })
})

describe('names that a forwarding client gives, other than e-mails', () => {
  const system: Caller = { kind: 'system', trustedForwarder: true }
  const calls = (name: string, idsAreMoodles: boolean) =>
    makeTool({ idsAreMoodles }, { identityOf: () => name })

  test.each(['11', 'ada', 'ADA'])('"%s" is somebody where the organization says so', async (name) => {
    expect(await result(as('me', system), calls(name, true))).toBe(ADAS)
    expect(await result(as('11', system), calls(name, true))).toBe(ADAS)
    expect(await result(as('bob', system), calls(name, true))).toBe(ONLY_OWN)
  })

  test('an ID number', async () => {
    expect(await result(as('me', system), calls('S-13', true))).toMatch(/^Carl Gauss/)
  })

  test.each(['11', 'ada', 'S-13'])('"%s" is nobody otherwise: it may be somebody else’s', async (name) => {
    expect(await result(as('me', system), calls(name, false))).toBe('refused: the person asking is unknown')
    expect(await result(as('12', system), calls(name, false))).toBe(ONLY_OWN)
    expect(moodle.requests).toEqual([])
  })

  test.each(['default', 'me', ''])('"%s" never is somebody', async (name) => {
    expect(await result(as('me', system), calls(name, true))).toBe('refused: the person asking is unknown')
    expect(moodle.requests).toEqual([])
  })
})

describe('whose courses', () => {
  test.each(['', ' me ', 'ME', 'default', 'ada@example.edu', 'Ada@Example.EDU', 'ada', 'ADA', '11'])(
    '"%s" is the caller',
    async (user_id) => {
      expect(await result(as(user_id))).toBe(ADAS)
    },
  )

  test.each(['bob', 'bob@example.edu', '12', 'nobody', '999', 'ada,bob', '11 OR 1=1', '*'])(
    '"%s" is somebody else: refused, whether there is such a person or not',
    async (user_id) => {
      expect(await result(as(user_id))).toBe(ONLY_OWN)
      expect(moodle.forms().every((form) => form['values[0]'] === 'ada@example.edu')).toBe(true)
    },
  )

  test.each(['bob', 'bob@example.edu', '12', 'BOB'])('an admin may ask for "%s"', async (user_id) => {
    expect(await result(as(user_id, admin))).toBe(BOBS)
  })

  test('an admin may ask by a user name that is a number', async () => {
    expect(await result(as('20260001', admin))).toBe('Carl Gauss is not enrolled in any course in Moodle.')
    expect(await result(as('999', admin))).toBe('refused: Moodle has no user with that name')
  })

  const callers: [string, Caller, string][] = [
    ['an owner', userCaller({ organizationRole: 'owner' }), BOBS],
    ['a system admin of another organization', userCaller({ systemAdmin: true, organizationId: 2 }), BOBS],
    ['an admin of another organization', { ...admin, email: 'ada@example.edu', organizationId: 2 }, ONLY_OWN],
    [
      "a forwarding key of an admin, behind which are the admin's students",
      userCaller({ organizationRole: 'admin', systemAdmin: true, trustedForwarder: true }),
      ONLY_OWN,
    ],
    ['the system key', { kind: 'system', trustedForwarder: true }, ONLY_OWN],
  ]
  test.each(callers)('bob, asked for by %s', async (_who, caller, expected) => {
    expect(await result(as('bob', caller))).toBe(expected)
  })

  test('the end user whom a client forwards', async () => {
    const system: Caller = { kind: 'system', trustedForwarder: true }
    const forwarding = (identity: string | undefined) => makeTool({}, { identityOf: () => identity })
    expect(await result(as('me', system), forwarding('bob@example.edu'))).toBe(BOBS)
    expect(await result(as('ada', system), forwarding('bob@example.edu'))).toBe(ONLY_OWN)
    for (const unknown of [undefined, '', 'bob', '12'])
      expect(await result(as('me', system), forwarding(unknown))).toBe(
        'refused: the person asking is unknown',
      )
  })

  test('an e-mail that is merely alike is not the same', async () => {
    const caller = userCaller({ email: 'adá@example.edu' })
    expect(await result(as('me', caller))).toBe('refused: Moodle has no user with your e-mail')
  })

  test('an e-mail that several people share', async () => {
    moodle.behave([...PEOPLE, { id: 14, username: 'eve', email: 'ada@example.edu' }])
    expect(await result(as('me'))).toBe('refused: Moodle has several users with your e-mail')
  })

  test('a token that may not see e-mails', async () => {
    moodle.answer = (response, body) =>
      response.end(body.includes('get_users_courses') ? '[]' : '[{"id":11,"username":"ada"}]')
    expect(await result(as('me'))).toBe('ada is not enrolled in any course in Moodle.')
  })
})
