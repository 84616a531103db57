import { expect, test } from 'vitest'
import { toShown, withLineEndsOf } from './line-ends.ts'

test('a file keeps its line endings when one line is changed', () => {
  const windows = 'one\r\ntwo\r\n'
  expect(toShown(windows)).toBe('one\ntwo\n')
  expect(withLineEndsOf(windows, 'one\nzwei\n')).toBe('one\r\nzwei\r\n')
  expect(withLineEndsOf('one\ntwo\n', 'one\nzwei\n')).toBe('one\nzwei\n')
  expect(withLineEndsOf('', 'new\n')).toBe('new\n')
})
