import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const marks = { same: ' ', removed: '-', added: '+' }
const diff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => marks[kind] + text)
const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => word + index).join('\n')

it('shows removed and added lines between unchanged ones', () => {
  expect(diff('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(diff('same', 'same')).toEqual([' same'])
  expect(diff('', 'new')).toEqual(['-', '+new'])
  expect(diff('a\n', 'a')).toEqual([' a', '-'])
})

it('finds a small change in a long text', () => {
  const before = lines('a')
  expect(diff(before, `${before}\nend`).filter((line) => !line.startsWith(' '))).toEqual(['+end'])
})

it('shows two long texts one after the other if they have little in common', () => {
  const all = diff(lines('a'), lines('b'))
  expect(all).toHaveLength(10_000)
  expect(all.slice(0, 5000).every((line) => line.startsWith('-'))).toBe(true)
})
