import { expect, it } from 'vitest'
import { toCsv } from './write-csv.ts'

it.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '\tx'],
  ...['＝1', '＋1', '－1', '＠x'],
])('escapes cells that start like a formula: %j', (name) => {
  expect(toCsv([[name]]).replaceAll('"', '')).toBe(`'${name}\r\n`)
})

it('leaves numbers and other texts unchanged, and quotes cells with separators', () => {
  expect(toCsv([[-1, 'Ana', null, 'a,b', 'say "x"', '1=1']])).toBe('-1,Ana,,"a,b","say ""x""",1=1\r\n')
})
