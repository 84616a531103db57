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

/** What each caller may do with a thing of OWNER in HOME, nothing shared or published. Empty = it does not exist for them. */
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
  dialog: { owner: ALL },
  // Whose it is does not count: it is of the person who asks, or it is not.
  memory: {},
  api_key: { owner: ALL },
  user: { owner: 'see', 'organization admin': ALL, 'organization owner': ALL, 'system admin': ALL },
  organization: {
    owner: 'see',
    member: 'see',
    'organization admin': ALL,
    'organization owner': ALL,
    'system admin': ALL,
  },
}

/** Shared by name for reading; only then may even an admin look into it. */
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

  it.each(cases)('$caller → $kind that was shared by name and in the organization', ({ kind, caller }) => {
    const facts = { kind, organizationId: HOME, ownerId: kind === 'organization' ? undefined : OWNER }
    const shared = { ...facts, sharedWithCaller: true, sharedInOrganization: true }
    const plain = PLAIN[kind][caller] ?? ''
    const canBeShared = ['assistant', 'prompt_template', 'knowledge_base', 'rubric'].includes(kind)
    const expected =
      kind === 'workspace' ? SHARED_WORKSPACE[caller] : canBeShared && caller === 'member' ? 'see use' : plain
    expect(allowed(CALLERS[caller], shared)).toBe(expected)
  })
})

it('a workspace that was shared for editing may be edited, not deleted', () => {
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

describe('what an assistant remembers', () => {
  const facts: ObjectFacts = { kind: 'memory', organizationId: 0, assistantId: 5, ofAskingPerson: true }

  it('is open to the person it is of, also to one whom the operator’s client names, and to nobody else', () => {
    for (const caller of Object.values(CALLERS)) {
      expect(allowed(caller, facts)).toBe(ALL)
      expect(allowed(caller, { ...facts, ofAskingPerson: false, ownerId: OTHER })).toBe('')
    }
  })

  it('a key limited to some assistants opens only what those remember', () => {
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

  it('may be used, not read, by members and the operator’s client; other organizations know nothing of them', () => {
    expect(allowed(CALLERS.member, facts)).toBe('use')
    expect(allowed(CALLERS['system key'], facts)).toBe('use')
    expect(allowed(CALLERS['foreign admin'], facts)).toBe('')
  })

  it('a key limited to other assistants opens nothing, one limited to this opens only the chat', () => {
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

  it('says forbidden to those who see the thing, not found to the rest', () => {
    expect(() => requireMay(CALLERS.member, 'edit', facts, 'Assistant')).toThrow(
      'Insufficient permissions for this assistant',
    )
    expect(() => requireMay(CALLERS['foreign admin'], 'see', facts, 'Assistant')).toThrow(
      'Assistant not found',
    )
    expect(() => requireMay(CALLERS.owner, 'manage', facts, 'Assistant')).not.toThrow()
  })
})
