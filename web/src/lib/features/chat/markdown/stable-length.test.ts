import { describe, expect, it } from 'vitest'
import { stableLength } from './stable-length.ts'

const stable = (text: string): string => text.slice(0, stableLength(text))

describe('the stable part of a streamed text', () => {
  it.each([
    ['', ''],
    ['One', ''],
    ['One\n\n', ''],
    ['One\n\nT', 'One\n\n'],
    ['# One\n\n\nTwo\n\nThree', '# One\n\n\nTwo\n\n'],
    ['One\n\n**Two', 'One\n\n'],
    ['One\r\n\r\nTwo', 'One\r\n\r\n'],
  ])('paragraphs: %j → %j', (text, stays) => expect(stable(text)).toBe(stays))

  it.each(['- one\n\n- two', '- one\n\n  more', '1. one\n\n2', '1. one\n\n2. two', '* a\n\n*'])(
    'a list may continue: %j',
    (text) => expect(stable(text)).toBe(''),
  )

  it.each(['```\na\n\nb', '~~~\na\n```\n\nb', '````md\n```\n\nb', '```\n\n```js\n\nb'])(
    'code is one block until it ends: %j',
    (text) => expect(stable(text)).toBe(''),
  )

  it('closed code is stable', () => {
    expect(stable('```js\na\n\nb\n```\n\nText')).toBe('```js\na\n\nb\n```\n\n')
  })

  it('continues from an earlier result with the same outcome', () => {
    const text = 'One\n\n```\nx\n\ny\n```\n\n- a\n\n- b\n\nEnd of it\n\nAnd more'
    let from = 0
    for (let length = 0; length <= text.length; length++) {
      from = stableLength(text.slice(0, length), from)
      expect(from).toBe(stableLength(text.slice(0, length)))
    }
  })
})
