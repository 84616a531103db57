import { describe, expect, it } from 'vitest'
import { settledLength } from './settled.ts'

const settled = (text: string): string => text.slice(0, settledLength(text))

describe('what stays of a text that is being written', () => {
  it.each([
    ['', ''],
    ['One', ''],
    ['One\n\n', ''],
    ['One\n\nT', 'One\n\n'],
    ['# One\n\n\nTwo\n\nThree', '# One\n\n\nTwo\n\n'],
    ['One\n\n**Two', 'One\n\n'],
    ['One\r\n\r\nTwo', 'One\r\n\r\n'],
  ])('paragraphs: %j → %j', (text, stays) => expect(settled(text)).toBe(stays))

  it.each(['- one\n\n- two', '- one\n\n  more', '1. one\n\n2', '1. one\n\n2. two', '* a\n\n*'])(
    'a list may go on: %j',
    (text) => expect(settled(text)).toBe(''),
  )

  it.each(['```\na\n\nb', '~~~\na\n```\n\nb', '````md\n```\n\nb', '```\n\n```js\n\nb'])(
    'code is one block until its end: %j',
    (text) => expect(settled(text)).toBe(''),
  )

  it('code that has ended is settled', () => {
    expect(settled('```js\na\n\nb\n```\n\nText')).toBe('```js\na\n\nb\n```\n\n')
  })

  it('looking on from where one was finds the same as looking at all', () => {
    const text = 'One\n\n```\nx\n\ny\n```\n\n- a\n\n- b\n\nEnd of it\n\nAnd more'
    let from = 0
    for (let length = 0; length <= text.length; length++) {
      from = settledLength(text.slice(0, length), from)
      expect(from).toBe(settledLength(text.slice(0, length)))
    }
  })
})
