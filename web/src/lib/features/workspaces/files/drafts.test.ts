import { expect, it, test } from 'vitest'
import { isOutdated, leftAfter, readDrafts, toShown, typedOver, withLineEndsOf } from './drafts.ts'

const file = { text: 'one\r\ntwo\r\n', hash: 'h1' }

it('has nothing to save when the text equals the file, ignoring line endings', () => {
  expect(typedOver(file, undefined, 'one\ntwo\n')).toBeUndefined()
  expect(typedOver(file, { text: 'one', hash: 'h1' }, 'one\ntwo\n')).toBeUndefined()
})

it('keeps the content a draft is based on, even when a newer one arrives', () => {
  const draft = typedOver(file, undefined, 'one!')
  expect(draft).toEqual({ text: 'one!', hash: 'h1' })
  const newer = { text: 'by a colleague', hash: 'h2' }
  expect(isOutdated(draft, file)).toBe(false)
  expect(isOutdated(draft, newer)).toBe(true)
  expect(typedOver(newer, draft, 'one!!')).toEqual({ text: 'one!!', hash: 'h1' })
})

it('keeps text typed during a save, based on the saved content', () => {
  expect(leftAfter('a', 'a', 'h2')).toBeUndefined()
  expect(leftAfter('a', 'ab', 'h2')).toEqual({ text: 'ab', hash: 'h2' })
})

it('reads the drafts stored in the browser, and skips invalid ones', () => {
  expect(readDrafts({ 'a.txt': { text: 'one', hash: 'h1', more: 1 }, 'b.txt': { text: 1 } })).toEqual([
    ['a.txt', { text: 'one', hash: 'h1' }],
  ])
  for (const stored of [undefined, null, 'x', [1]]) expect(readDrafts(stored)).toEqual([])
})

test('a file keeps its line endings when one line is changed', () => {
  const windows = 'one\r\ntwo\r\n'
  expect(toShown(windows)).toBe('one\ntwo\n')
  expect(withLineEndsOf(windows, 'one\nzwei\n')).toBe('one\r\nzwei\r\n')
  expect(withLineEndsOf('one\ntwo\n', 'one\nzwei\n')).toBe('one\nzwei\n')
  expect(withLineEndsOf('', 'new\n')).toBe('new\n')
})
