import { describe, expect, it } from 'vitest'
import { citedNumbers, safeUrl, toCitations, toShownSources } from './message.ts'

describe('what an answer brings', () => {
  it('numbers sources as the answer names them; others come after', () => {
    const sources = toShownSources([
      { type: 'passage', n: 1, title: 'Leaf.pdf', page: 3, quote: 'Green', url: '/sources/1?sig=x' },
      { type: 'rubric', title: 'Essay' },
    ])
    expect(sources.map(({ n, title, place, isRubric }) => [n, title, place, isRubric])).toEqual([
      [1, 'Leaf.pdf', { page: 3 }, false],
      [2, 'Essay', {}, true],
    ])
  })

  it.each([
    ['https://example.edu/a', true],
    ['/sources/1', true],
    ['//evil.example', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    [7, false],
  ])('%s as an address: %s', (url, isGood) => {
    expect(safeUrl(url) !== undefined).toBe(isGood)
  })

  it('finds the marks, not the links', () => {
    expect(citedNumbers('A [1] and 【3】, again [1], not [2](https://example.edu).')).toEqual([1, 3])
  })

  it('passes over what it can’t read', () => {
    expect(toCitations('nonsense')).toBeUndefined()
    expect(
      toCitations({ sentences: [{ start: 0, end: 4, status: 'unsupported' }, 7], unsupported: 1 }),
    ).toEqual({
      sentences: [{ start: 0, end: 4, status: 'unsupported' }],
      unsupported: 1,
    })
  })
})
