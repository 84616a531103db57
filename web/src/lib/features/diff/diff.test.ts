import { expect, it } from 'vitest'
import { diffLines, diffWords, parseUnifiedDiff } from './diff.ts'

it('marks the words that change', () => {
  expect(diffWords('You are a tutor', 'You are a kind tutor')).toEqual([
    { kind: 'same', text: 'You are a ' },
    { kind: 'added', text: 'kind ' },
    { kind: 'same', text: 'tutor' },
  ])
  expect(diffWords('', 'Hello')).toEqual([{ kind: 'added', text: 'Hello' }])
})

it('shows very different texts one after the other', () => {
  const words = (prefix: string) => Array.from({ length: 3000 }, (_, at) => `${prefix}${at}`).join(' ')
  expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

it('numbers the lines of a diff and leaves out its headers', () => {
  const diff = `--- a/notes.md
+++ b/notes.md
@@ -3,3 +3,4 @@
 same
-old
+new
+--- not a name
 end
\\ No newline at end of file
`
  expect(parseUnifiedDiff(diff).map(({ kind, number, text }) => [kind, number, text])).toEqual([
    ['hunk', undefined, '@@ -3,3 +3,4 @@'],
    ['same', 3, 'same'],
    ['removed', 4, 'old'],
    ['added', 4, 'new'],
    ['added', 5, '--- not a name'],
    ['same', 6, 'end'],
  ])
  expect(parseUnifiedDiff('')).toEqual([])
})

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
