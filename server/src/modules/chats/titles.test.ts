import { describe, expect, it } from 'vitest'
import { isUnnamed, toAutoTitle } from './titles.ts'

const at = new Date(2026, 2, 5, 9, 7)

describe('automatic titles', () => {
  it.each([
    ['What is a noun?', 'What is a noun? - Mar 05 09:07'],
    ['  two\n lines  ', 'two lines - Mar 05 09:07'],
    ['', 'New Chat - Mar 05 09:07'],
    [' \n\t ', 'New Chat - Mar 05 09:07'],
    // 35 characters exactly, and one more.
    ['12345678901234567890123456789012345', '12345678901234567890123456789012345 - Mar 05 09:07'],
    ['123456789012345678901234567890123456', '12345678901234567890123456789012345 - Mar 05 09:07'],
    ['Please explain photosynthesis to me as if', 'Please explain photosynthesis to me - Mar 05 09:07'],
    ['Please explain photosynthesis to somebody', 'Please explain photosynthesis to - Mar 05 09:07'],
    ['😀'.repeat(40), `${'😀'.repeat(35)} - Mar 05 09:07`],
  ])('%j becomes %j', (text, title) => expect(toAutoTitle(text, at)).toBe(title))

  it('recognizes an initial title', () => {
    expect(isUnnamed(toAutoTitle('', at))).toBe(true)
    expect(isUnnamed(toAutoTitle('hello', at))).toBe(false)
    expect(isUnnamed('New Chat')).toBe(false)
  })
})
