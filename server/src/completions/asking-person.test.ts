import { expect, it } from 'vitest'
import { userCaller } from '../tools/tool.contract.ts'
import { identityOf } from './asking-person.ts'

const user = userCaller({ confirmedEmail: 'ada@example.edu' })
const forwarder = { ...user, trustedForwarder: true }
const system = { kind: 'system', trustedForwarder: true } as const

it.each([
  ['a person, whoever they say they are', user, 'somebody@else.edu', user.email],
  ['nobody, while only they say that the e-mail is theirs', userCaller(), 'somebody@else.edu', undefined],
  ['the person whom a forwarding key names', forwarder, 'ada@example.edu', 'ada@example.edu'],
  ['nobody behind a forwarding key that names none: never its owner', forwarder, undefined, undefined],
  ['the person whom the operator’s client names', system, 'ada@example.edu', 'ada@example.edu'],
  ['nobody behind the operator’s client', system, undefined, undefined],
])('%s', (_who, caller, endUser, expected) => {
  expect(identityOf({ caller, endUser })).toBe(expected)
})
