import { describe, expect, test } from 'vitest'
import { termsOf } from '../../../../platform/text/terms.ts'
import { termsInOrder } from './terms-in-order.ts'

describe('termsInOrder', () => {
  test('has the term of each word, and 0 for stop words', () => {
    const steam = termsOf('steam', 'en')?.word
    const engine = termsOf('engines', 'en')?.word
    expect([...termsInOrder('The steam of the engine', 'en')]).toEqual([0, steam, 0, 0, engine])
  })

  test('reads the same text again in another language', () => {
    const text = 'die engines'
    expect([...termsInOrder(text, 'de')]).toEqual([0, termsOf('engines', 'de')?.word])
    expect([...termsInOrder(text, 'en')]).toEqual([
      termsOf('die', 'en')?.word,
      termsOf('engines', 'en')?.word,
    ])
    expect([...termsInOrder(text, 'de')]).toEqual([0, termsOf('engines', 'de')?.word])
  })
})
