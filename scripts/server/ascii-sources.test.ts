import { describe, expect, it } from 'vitest'
import { toAscii } from './ascii-sources.mjs'

const evaluate = (source: string): unknown => new Function(`return ${source}`)()

describe('toAscii', () => {
  const sources = [
    '"é ’ 日本 😀"',
    '`a “x” \\u00e9`',
    String.raw`'\\é'`,
    String.raw`'\é'`,
    '/^[’“a😀]+$/u.test("’😀")',
    '/[。！？]/.test("！")',
    String.raw`/\’/.source.length`,
    '"plain" // a comment — with a dash',
  ]
  for (const source of sources)
    it(`keeps the meaning of ${source}`, () => {
      const ascii = toAscii(source)
      expect(ascii).toMatch(/^[\0-\x7f]*$/)
      if (!source.includes('.source')) expect(evaluate(ascii)).toEqual(evaluate(source))
      else expect(() => evaluate(ascii)).not.toThrow()
    })

  it('refuses raw text, whose escapes would stay', () => {
    expect(() => toAscii('String.raw`é`')).toThrow('String.raw')
  })
})
