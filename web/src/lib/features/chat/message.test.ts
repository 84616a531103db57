import { describe, expect, it } from 'vitest'
import { citedNumbers, newMessage, safeUrl, toCitations, toRequest, toShownSources } from './message.ts'

describe('the parts of an answer', () => {
  it('numbers sources as in the answer; others come after', () => {
    const sources = toShownSources([
      { type: 'passage', n: 1, title: 'Leaf.pdf', page: 3, quote: 'Green', url: '/sources/1?sig=x' },
      { type: 'rubric', title: 'Essay' },
    ])
    expect(sources.map(({ n, title, location, isRubric }) => [n, title, location.page, isRubric])).toEqual([
      [1, 'Leaf.pdf', 3, false],
      [2, 'Essay', undefined, true],
    ])
  })

  it.each([
    ['https://example.edu/a', true],
    ['/sources/1', true],
    ['//evil.example', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    [7, false],
  ])('%s as a URL: %s', (url, isGood) => {
    expect(safeUrl(url) !== undefined).toBe(isGood)
  })

  it('finds citations, but not links', () => {
    expect(citedNumbers('A [1] and 【3】, again [1], not [2](https://example.edu).')).toEqual([1, 3])
  })

  it('sends as many of the newest images of a long conversation as fit in one request', () => {
    const picture = (name: string) => ({ name, url: `data:image/png;base64,${'x'.repeat(9_000_000)}${name}` })
    const messages = ['a', 'b', 'c'].map((name, at) => ({
      ...newMessage(at, 'user', `Look at ${name}`),
      pictures: [picture(name)],
    }))
    const [first, ...rest] = toRequest([...messages, newMessage(9, 'assistant', '')])
    expect(first).toEqual({ role: 'user', content: 'Look at a' })
    expect(rest.map(({ content }) => content.length)).toEqual([2, 2])
  })

  it('skips invalid data', () => {
    expect(toCitations('nonsense')).toBeUndefined()
    expect(
      toCitations({ sentences: [{ start: 0, end: 4, status: 'unsupported' }, 7], unsupported: 1 }),
    ).toEqual({
      sentences: [{ start: 0, end: 4, status: 'unsupported' }],
      unsupported: 1,
    })
  })
})
