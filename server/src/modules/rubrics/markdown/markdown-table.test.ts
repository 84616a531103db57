import { expect, it } from 'vitest'
import { growthOf } from '../../../platform/growth.testing.ts'
import { inLine, toTable } from './markdown-table.ts'

it.each([
  [' a \r\n\n  b\n', 'a b'],
  ['a  b', 'a  b'],
  ['\n', ''],
])('writes %j in one line', (text, line) => {
  expect(inLine(text)).toBe(line)
})

it('keeps cells within their row', () => {
  expect(toTable(['a'], [['x | y\nz'], [1]])).toBe('| a |\n|---|\n| x \\| y z |\n| 1 |')
})

it.each([' ', '\t', '\n', '\n '])('takes linear time for %j repeated', async (part) => {
  expect(await growthOf((size) => inLine(`x${part.repeat(size)}y`), 4000)).toBeLessThan(10)
})
