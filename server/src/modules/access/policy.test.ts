import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { may, type ObjectFacts, type ObjectKind, requireMay, type Verb } from './policy.ts'

const HOME = 1
const AWAY = 2
const OWNER = 10
const OTHER = 11

const user = (given: Partial<UserCaller>): UserCaller => ({
  kind: 'user',
  userId: OTHER,
  email: 'a@example.edu',
  name: 'A',
  userType: 'creator',
  systemAdmin: false,
  organizationId: HOME,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
  ...given,
})

const CALLERS = {
  owner: user({ userId: OWNER }),
  member: user({}),
  'organization admin': user({ organizationRole: 'admin' }),
  'organization owner': user({ organizationRole: 'owner' }),
  'system admin': user({ systemAdmin: true, organizationId: AWAY }),
  'foreign member': user({ organizationId: AWAY }),
  'foreign admin': user({ organizationId: AWAY, organizationRole: 'owner' }),
  'system key': { kind: 'system', trustedForwarder: true },
} satisfies Record<string, Caller>
type CallerName = keyof typeof CALLERS

const VERBS: Verb[] = ['see', 'use', 'edit', 'manage', 'retire']
const ALL = 'see use edit manage retire'

/**
 * What each caller may do with an object of OWNER in HOME that is neither shared nor published. Empty: it does not
 * exist for them.
 */
const PLAIN: Record<ObjectKind, Partial<Record<CallerName, string>>> = {
  assistant: {
    owner: ALL,
    'organization admin': 'see use edit retire',
    'organization owner': 'see use edit retire',
    'system admin': ALL,
  },
  prompt_template: {
    owner: ALL,
    'organization admin': 'see use',
    'organization owner': 'see use',
    'system admin': ALL,
  },
  knowledge_base: {
    owner: ALL,
    'organization admin': 'see use',
    'organization owner': 'see use',
    'system admin': ALL,
  },
  rubric: {
    owner: ALL,
    'organization admin': 'see use',
    'organization owner': 'see use',
    'system admin': ALL,
  },
  file: { owner: ALL, 'system admin': 'manage retire' },
  workspace: { owner: ALL, 'system admin': 'manage retire' },
  chat: { owner: ALL },
  chat_folder: { owner: ALL },
  dialog: { owner: ALL },
  // The owner is irrelevant: a memory either belongs to the asking person or not.
  memory: {},
  api_key: { owner: ALL },
  grading: { owner: ALL },
  user: { owner: 'see', 'organization admin': ALL, 'organization owner': ALL, 'system admin': ALL },
  organization: {
    owner: 'see',
    member: 'see',
    'organization admin': ALL,
    'organization owner': ALL,
    'system admin': ALL,
  },
}

/** Shared by name for reading. Without such a share, even admins have no access. */
const SHARED_WORKSPACE: Record<CallerName, string> = {
  owner: ALL,
  member: 'see use',
  'organization admin': 'see use',
  'organization owner': 'see use',
  'system admin': 'see use manage retire',
  'foreign member': '',
  'foreign admin': '',
  'system key': '',
}

const allowed = (caller: Caller, facts: ObjectFacts) =>
  VERBS.filter((verb) => may(caller, verb, facts)).join(' ')

describe('every role × object × verb', () => {
  const kinds = Object.keys(PLAIN) as ObjectKind[]
  const callers = Object.keys(CALLERS) as CallerName[]
  const cases = kinds.flatMap((kind) => callers.map((caller) => ({ kind, caller })))

  it.each(cases)('$caller → $kind', ({ kind, caller }) => {
    const facts = { kind, organizationId: HOME, ownerId: kind === 'organization' ? undefined : OWNER }
    expect(allowed(CALLERS[caller], facts)).toBe(PLAIN[kind][caller] ?? '')
  })

  it.each(cases)('$caller → $kind shared by name and in the organization', ({ kind, caller }) => {
    const facts = { kind, organizationId: HOME, ownerId: kind === 'organization' ? undefined : OWNER }
    const shared = { ...facts, sharedWithCaller: true, sharedInOrganization: true }
    const plain = PLAIN[kind][caller] ?? ''
    const canBeShared = ['assistant', 'prompt_template', 'knowledge_base', 'rubric'].includes(kind)
    const expected =
      kind === 'workspace' ? SHARED_WORKSPACE[caller] : canBeShared && caller === 'member' ? 'see use' : plain
    expect(allowed(CALLERS[caller], shared)).toBe(expected)
  })
})

it.each(['prompt_template', 'knowledge_base', 'rubric'] as const)(
  'what educators share with each other is not for students: %s',
  (kind) => {
    const facts: ObjectFacts = {
      kind,
      organizationId: HOME,
      ownerId: OWNER,
      sharedInOrganization: true,
    }
    expect(allowed(user({ userType: 'end_user' }), facts)).toBe('')
    expect(allowed(user({ userType: 'end_user' }), { ...facts, ownerId: user({}).userId })).toBe(ALL)
    expect(allowed(user({ userType: 'end_user', organizationRole: 'admin' }), facts)).toBe('see use')
  },
)

describe('an assistant and a student', () => {
  const facts: ObjectFacts = { kind: 'assistant', organizationId: HOME, ownerId: OWNER }
  const student = user({ userType: 'end_user' })

  it.each(['sharedWithCaller', 'published'])('who may chat with it, reads no prompts: %s', (given) => {
    expect(allowed(student, facts)).toBe('')
    expect(allowed(student, { ...facts, [given]: true })).toBe('use')
  })

  it('who built it as an educator, may take it along or delete it', () => {
    expect(allowed(student, { ...facts, ownerId: student.userId })).toBe('see use retire')
    expect(allowed(user({ userType: 'end_user', organizationRole: 'admin' }), facts)).toBe(
      'see use edit retire',
    )
  })
})

it('a workspace shared for editing may be edited, not deleted', () => {
  const facts: ObjectFacts = {
    kind: 'workspace',
    organizationId: HOME,
    ownerId: OWNER,
    sharedWithCaller: true,
    sharedForEditing: true,
  }
  expect(allowed(CALLERS.member, facts)).toBe('see use edit')
  expect(allowed(CALLERS['foreign member'], facts)).toBe('')
})

describe('memories', () => {
  const facts: ObjectFacts = { kind: 'memory', organizationId: 0, assistantId: 5, ofAskingPerson: true }

  it('are accessible to their person, also when the operator’s client names them, and to no one else', () => {
    for (const caller of Object.values(CALLERS)) {
      expect(allowed(caller, facts)).toBe(ALL)
      expect(allowed(caller, { ...facts, ofAskingPerson: false, ownerId: OTHER })).toBe('')
    }
  })

  it('of other assistants are not accessible with a limited key', () => {
    expect(allowed(user({ onlyAssistants: [5] }), facts)).toBe(ALL)
    expect(allowed(user({ onlyAssistants: [6] }), facts)).toBe('')
    expect(allowed(user({ systemAdmin: true, onlyAssistants: [] }), facts)).toBe('')
  })
})

describe('published assistants', () => {
  const facts: ObjectFacts = {
    kind: 'assistant',
    organizationId: HOME,
    ownerId: OWNER,
    assistantId: 5,
    published: true,
  }

  it('may be used, not read, by members and the operator’s client, and are hidden from other organizations', () => {
    expect(allowed(CALLERS.member, facts)).toBe('use')
    expect(allowed(CALLERS['system key'], facts)).toBe('use')
    expect(allowed(CALLERS['foreign admin'], facts)).toBe('')
  })

  it('are inaccessible with a key limited to others, and chat-only with a key limited to this one', () => {
    expect(allowed(user({ userId: OWNER, onlyAssistants: [6] }), facts)).toBe('')
    expect(allowed(user({ userId: OWNER, onlyAssistants: [5] }), facts)).toBe('use')
    expect(allowed(user({ systemAdmin: true, onlyAssistants: [6] }), facts)).toBe('')
  })
})

describe('requireMay', () => {
  const facts: ObjectFacts = {
    kind: 'assistant',
    organizationId: HOME,
    ownerId: OWNER,
    sharedWithCaller: true,
  }

  it('throws forbidden for callers who see the object, and not_found for others', () => {
    expect(() => requireMay(CALLERS.member, 'edit', facts, 'Assistant')).toThrow(
      'Insufficient permissions for this assistant',
    )
    expect(() => requireMay(CALLERS.member, 'edit', facts, 'Assistant')).toThrow(
      expect.objectContaining({
        userMessage: expect.objectContaining({ params: { kind: say('parts.kind_assistant') } }),
      }),
    )
    expect(() => requireMay(CALLERS['foreign admin'], 'see', facts, 'Assistant')).toThrow(
      'Assistant not found',
    )
    expect(() => requireMay(CALLERS.owner, 'manage', facts, 'Assistant')).not.toThrow()
  })
})
