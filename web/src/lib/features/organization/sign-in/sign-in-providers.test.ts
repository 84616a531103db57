import { describe, expect, it } from 'vitest'
import { readExample, toRule, toRuleDraft } from './sign-in-providers.ts'

describe('a rule in the form', () => {
  it('is sent as the server expects it', () => {
    const draft = { claim: ' groups ', operator: 'contains', text: ' staff ', account: 'educator' } as const
    const rule = toRule(draft)
    expect(rule).toEqual({
      claim: 'groups',
      operator: 'contains',
      value: 'staff',
      user_type: 'creator',
      role: 'member',
    })
    expect(toRuleDraft(rule)).toEqual({ ...draft, claim: 'groups', text: 'staff' })
  })

  it('splits a list at commas', () => {
    const draft = { claim: 'dept', operator: 'any_of', text: 'maths, physics,,', account: 'admin' } as const
    expect(toRule(draft)).toMatchObject({ values: ['maths', 'physics'], user_type: 'creator', role: 'admin' })
    expect(toRuleDraft(toRule(draft)).text).toBe('maths, physics')
  })
})

describe('an example', () => {
  it.each([
    ['{"sub":"1"}', { claims: { sub: '1' } }],
    [' eyJh.eyJz.c2ln ', { token: 'eyJh.eyJz.c2ln' }],
    ['[1]', undefined],
    ['hello', undefined],
    ['', undefined],
  ])('of %j is read as %j', (text, expected) => {
    expect(readExample(text)).toEqual(expected)
  })
})
