import { say } from '@bellwether/wire'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/caller.ts'
import { tryTool, userCaller } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { PEOPLE } from './fake-moodle.contract.ts'
import { ADAS, as, BOBS, startMoodleHarness } from './moodle-harness.contract.ts'

const { moodle, makeTool, result } = await startMoodleHarness()
const admin = userCaller({ email: 'head@example.edu', organizationRole: 'admin' })
const ONLY_OWN = 'refused: you can only read your own courses'

test('marks a refusal as such', async () => {
  expect(await tryTool(makeTool(), as('bob'))).toEqual(
    toFailed(say('reasons.moodle_own_courses'), { denied: true }),
  )
})

describe('forwarded identifiers other than e-mail addresses', () => {
  const system: Caller = { kind: 'system', trustedForwarder: true }
  const calls = (name: string, idsAreMoodles: boolean) =>
    makeTool({ idsAreMoodles }, { identityOf: () => name })

  test.each(['11', 'ada', 'ADA'])('accepts "%s" if the organization says so', async (name) => {
    expect(await result(as('me', system), calls(name, true))).toBe(ADAS)
    expect(await result(as('11', system), calls(name, true))).toBe(ADAS)
    expect(await result(as('bob', system), calls(name, true))).toBe(ONLY_OWN)
  })

  test('accepts an ID number', async () => {
    expect(await result(as('me', system), calls('S-13', true))).toMatch(/^Carl Gauss/)
  })

  test.each(['11', 'ada', 'S-13'])(
    'rejects "%s" otherwise, because it may be another person’s',
    async (name) => {
      expect(await result(as('me', system), calls(name, false))).toBe('refused: the person asking is unknown')
      expect(await result(as('12', system), calls(name, false))).toBe(ONLY_OWN)
      expect(moodle.requests).toEqual([])
    },
  )

  test.each(['default', 'me', ''])('never accepts "%s"', async (name) => {
    expect(await result(as('me', system), calls(name, true))).toBe('refused: the person asking is unknown')
    expect(moodle.requests).toEqual([])
  })
})

describe('person whose courses are read', () => {
  test.each(['', ' me ', 'ME', 'default', 'ada@example.edu', 'Ada@Example.EDU', 'ada', 'ADA', '11'])(
    'resolves "%s" to the caller',
    async (user_id) => {
      expect(await result(as(user_id))).toBe(ADAS)
    },
  )

  test.each(['bob', 'bob@example.edu', '12', 'nobody', '999', 'ada,bob', '11 OR 1=1', '*'])(
    'refuses "%s" as another person, whether or not they exist',
    async (user_id) => {
      expect(await result(as(user_id))).toBe(ONLY_OWN)
      expect(moodle.forms().every((form) => form['values[0]'] === 'ada@example.edu')).toBe(true)
    },
  )

  test.each(['bob', 'bob@example.edu', '12', 'BOB'])('lets an admin ask for "%s"', async (user_id) => {
    expect(await result(as(user_id, admin))).toBe(BOBS)
  })

  test('lets an admin use a username that is a number', async () => {
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
  test.each(callers)('bob, requested by %s', async (_who, caller, expected) => {
    expect(await result(as('bob', caller))).toBe(expected)
  })

  test('accepts the end user forwarded by a client', async () => {
    const system: Caller = { kind: 'system', trustedForwarder: true }
    const forwarding = (identity: string | undefined) => makeTool({}, { identityOf: () => identity })
    expect(await result(as('me', system), forwarding('bob@example.edu'))).toBe(BOBS)
    expect(await result(as('ada', system), forwarding('bob@example.edu'))).toBe(ONLY_OWN)
    for (const unknown of [undefined, '', 'bob', '12'])
      expect(await result(as('me', system), forwarding(unknown))).toBe(
        'refused: the person asking is unknown',
      )
  })

  test('is the person who came from this Moodle, not the one who has their address now', async () => {
    const caller = userCaller({ email: 'ada@example.edu' })
    const launched = makeTool({}, { provenIdsOf: async () => ['12'] })
    expect(await result(as('me', caller), launched)).toBe(BOBS)
    expect(await result(as('bob', caller), launched)).toBe(BOBS)
    expect(await result(as('ada@example.edu', caller), launched)).toBe(ONLY_OWN)
    const shared = makeTool({}, { provenIdsOf: async () => ['11', '12'] })
    expect(await result(as('me', caller), shared)).toMatch(/^refused: it is not known who you are in Moodle/)
  })

  test('does not accept a similar e-mail address', async () => {
    const caller = userCaller({ email: 'adá@example.edu' })
    expect(await result(as('me', caller))).toBe('refused: Moodle has no user with your e-mail')
  })

  test('refuses an e-mail address that several people share', async () => {
    moodle.behave([...PEOPLE, { id: 14, username: 'eve', email: 'ada@example.edu' }])
    expect(await result(as('me'))).toBe('refused: Moodle has several users with your e-mail')
  })

  test('reports a token that may not see e-mail addresses', async () => {
    moodle.answer = (response, body) =>
      response.end(body.includes('get_users_courses') ? '[]' : '[{"id":11,"username":"ada"}]')
    expect(await result(as('me'))).toBe('ada is not enrolled in any course in Moodle.')
  })
})
