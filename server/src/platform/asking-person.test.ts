import { describe, expect, it } from 'vitest'
import { personAsked, personOf } from '../modules/budgets/rules.ts'
import { askedFor } from '../modules/usage/index.ts'
import { userCaller } from '../tools/tool.contract.ts'
import { type AskingPerson, askingPerson, forwardedUser } from './asking-person.ts'
import type { Caller } from './caller.ts'

const session = userCaller({ userId: 7, confirmedEmail: 'ada@example.edu' })
const unconfirmed = userCaller({ userId: 8 })
const key: Caller = { ...session, credential: 'api_key' }
const forwarder: Caller = { ...key, trustedForwarder: true }
const system: Caller = { kind: 'system', trustedForwarder: true }
const student = userCaller({ userId: 9, userType: 'end_user', confirmedEmail: 'stu@example.edu' })

const EMAIL = { 'x-openwebui-user-email': 'Kim@School.edu' }
const LTI = { metadata: { lti_user_id: 'LTI-5' } }
const ada = { kind: 'user', userId: 7, subject: 'user:7', identity: 'ada@example.edu' } as const
const ofAda = { ...ada, record: { userId: 7, endUser: null } }
const unnamedOfKey = {
  kind: 'unnamed',
  userId: undefined,
  subject: 'key-of:7:',
  identity: undefined,
  record: { userId: 7, endUser: '' },
} as const
const forwarded = (userId: number | null, endUser: string, subject: string): AskingPerson => ({
  kind: 'forwarded',
  userId: undefined,
  subject,
  identity: endUser,
  record: { userId, endUser },
})

interface Given {
  who: string
  caller: Caller
  headers?: Record<string, string>
  body?: Record<string, unknown>
  person: AskingPerson
}

const TABLE: Given[] = [
  { who: 'a session', caller: session, person: ofAda },
  { who: 'a session that names someone else', caller: session, headers: EMAIL, body: LTI, person: ofAda },
  { who: 'a personal key', caller: key, headers: EMAIL, person: ofAda },
  {
    who: 'a person with an unconfirmed e-mail address',
    caller: unconfirmed,
    person: {
      kind: 'user',
      userId: 8,
      subject: 'user:8',
      identity: undefined,
      record: { userId: 8, endUser: null },
    },
  },
  {
    who: 'a student account',
    caller: student,
    person: {
      kind: 'user',
      userId: 9,
      subject: 'user:9',
      identity: 'stu@example.edu',
      record: { userId: 9, endUser: null },
    },
  },
  {
    who: 'the system key with forwarded headers',
    caller: system,
    headers: EMAIL,
    person: forwarded(null, 'Kim@School.edu', 'client:kim@school.edu'),
  },
  {
    who: 'the system key with the metadata of an LMS',
    caller: system,
    body: LTI,
    person: forwarded(null, 'LTI-5', 'client:lti-5'),
  },
  {
    who: 'the system key without a name',
    caller: system,
    person: {
      kind: 'unnamed',
      userId: undefined,
      subject: 'client',
      identity: undefined,
      record: { userId: null, endUser: null },
    },
  },
  {
    who: 'a trusted forwarder key with headers',
    caller: forwarder,
    headers: EMAIL,
    person: forwarded(7, 'Kim@School.edu', 'key-of:7:kim@school.edu'),
  },
  {
    who: 'a trusted forwarder key with the metadata of LAMB’s quota',
    caller: forwarder,
    body: { metadata: { user_id: 12 } },
    person: forwarded(7, '12', 'key-of:7:12'),
  },
  { who: 'a trusted forwarder key without a name', caller: forwarder, person: unnamedOfKey },
  // MCP and AgentSmithy forward no names.
  { who: 'MCP with a personal key', caller: key, person: ofAda },
  { who: 'MCP with a forwarder key', caller: forwarder, person: unnamedOfKey },
  { who: 'AgentSmithy with a personal key', caller: key, person: ofAda },
  { who: 'AgentSmithy with a forwarder key', caller: forwarder, person: unnamedOfKey },
]

describe.each(TABLE)('$who', ({ caller, headers = {}, body = {}, person }) => {
  const endUser = forwardedUser({ header: (name: string) => headers[name] }, caller, body)
  const assistant = { id: 3, ownerId: 99, organizationId: 1 }

  it('is identified', () => {
    expect(askingPerson({ caller, endUser })).toEqual(person)
  })

  it('is the same person for budgets, for model calls by tools, and in an orchestrated call', () => {
    const { subject, userId, record } = person
    expect(personOf(caller, endUser)).toMatchObject({ subject, userId })
    const asked = askedFor({ caller, endUser, assistant }, 'query_rewrite')
    expect(asked).toMatchObject(record)
    expect(personAsked(asked)).toEqual({ subject, userId })
    // The orchestrator passes on caller and name unchanged.
    expect(askingPerson({ caller, endUser: person.record.endUser || undefined })).toEqual(person)
  })
})

it('names are case-insensitive, and separate for each client', () => {
  const of = (caller: Caller, endUser: string) => askingPerson({ caller, endUser }).subject
  expect(of(system, 'KIM')).toBe(of(system, 'kim'))
  expect(of(system, 'kim')).not.toBe(of(forwarder, 'kim'))
})
