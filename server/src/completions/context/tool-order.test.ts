import { describe, expect, it } from 'vitest'
import { fillSettings, findCycle, placeholdersIn } from './tool-order.ts'

describe('the order of tools', () => {
  it('finds placeholders in settings at any depth', () => {
    expect(
      placeholdersIn({ query: '{query} in {language}', list: ['{a}'], n: 3, deep: { x: 'plain' } }),
    ).toEqual(['query', 'language', 'a'])
  })

  it('fills settings in one pass and keeps unknown braces', () => {
    const values = new Map([['query', 'sheep {a} $&']])
    expect(fillSettings({ query: '{query}!', other: ['{x}', 7, null] }, values)).toEqual({
      query: 'sheep {a} $&!',
      other: ['{x}', 7, null],
    })
  })

  it('names only the tools of a cycle', () => {
    expect(
      findCycle([
        { placeholder: 'a', after: [] },
        { placeholder: 'b', after: ['a', 'nobody'] },
      ]),
    ).toEqual([])
    const circle = [
      { placeholder: 'a', after: ['b'] },
      { placeholder: 'b', after: ['a'] },
      { placeholder: 'c', after: [] },
    ]
    expect(findCycle(circle)).toEqual(['a', 'b'])
    expect(findCycle([{ placeholder: 'a', after: ['a'] }])).toEqual(['a'])
  })
})
