import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const marks = { same: ' ', gone: '-', new: '+' }
const diff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => marks[kind] + text)

it('shows what went and what came, and keeps the rest', () => {
  expect(diff('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(diff('same', 'same')).toEqual([' same'])
  expect(diff('', 'new')).toEqual(['-', '+new'])
})

it('does not compare for ever what is very long', () => {
  const long = (word: string) => Array.from({ length: 5000 }, (_, at) => word + at).join('\n')
  expect(diffLines(long('a'), long('b'))).toHaveLength(10_000)
})
