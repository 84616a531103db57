import { expect, it } from 'vitest'
import { growthOf } from '../growth.testing.ts'
import { toCsv } from './write-csv.ts'

it.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '\tx'],
  ...['＝1', '＋1', '－1', '＠x'],
])('escapes cells that start like a formula: %j', (name) => {
  expect(toCsv([[name]]).replaceAll('"', '')).toMatch(/^'/)
})

it('leaves numbers and other texts unchanged, and quotes cells with separators', () => {
  expect(toCsv([[-1, 'Ana', null, 'a,b', 'say "x"', '1=1']])).toBe('-1,Ana,,"a,b","say ""x""",1=1\r\n')
})

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; @x', "a; '@x"],
  ['a\t=1', "a\t'=1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n  +1', "a\r\n  '+1"],
  ['a;-1', "a;'-1"],
  ['a;\n＝1', "a;\n'＝1"],
  ['a\n- b\n- c', 'a\n- b\n- c'],
  ['a - b; c = d', 'a - b; c = d'],
])('escapes formulas behind semicolons, tabs and line breaks: %j', (text, shown) => {
  expect(toCsv([[text]]).replaceAll('"', '')).toBe(`${shown}\r\n`)
})

it.each([' ', '\n', '\t', '; ', '\n =', '\t=', '='])('takes linear time for %j repeated', async (part) => {
  expect(await growthOf((size) => toCsv([[`x${part.repeat(size)}`]]), 5000)).toBeLessThan(10)
})
