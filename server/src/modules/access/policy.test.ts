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

const VERBS: Verb[] = ['see', 'use', 'edit', 'manage']
const ALL = 'see use edit manage'

/** What each caller may do with a thing of OWNER in HOME, nothing shared or published. Empty = it does not exist for them. */
const PLAIN: Record<ObjectKind, Partial<Record<CallerName, string>>> = {
  assistant: {
    owner: ALL,
    'organization admin': 'see use edit',
    'organization owner': 'see use edit',
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
  file: { owner: ALL, 'system admin': 'manage' },
  chat: { owner: ALL },
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
    const expected = canBeShared && caller === 'member' ? 'see use' : plain
    expect(allowed(CALLERS[caller], shared)).toBe(expected)
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
