import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toLambEvaluation } from './lamb-evaluation.ts'
import { fixed2, readPython, str } from './python-values.ts'

/** Rubrics, and what LAMB's own code (a4836f14) made of them. */
const cases: { json: string; markdown: string; evaluation_json: string }[] = JSON.parse(
  readFileSync(new URL('made-by-lamb.json', import.meta.url), 'utf8'),
)

it.each(cases)('rubrics read as in LAMB, to the byte: $json', ({ json, markdown, evaluation_json }) => {
  expect(toLambEvaluation(json, 'markdown')).toBe(markdown)
  expect(toLambEvaluation(json, 'json')).toBe(evaluation_json)
})

it.each([
  ['10', '10'],
  ['10.0', '10.0'],
  ['-2.50', '-2.5'],
  ['1e2', '100.0'],
  ['1e20', '1e+20'],
  ['0.00001', '1e-05'],
  ['"10.0"', '10.0'],
  ['null', 'None'],
  ['true', 'True'],
])('prints %s as Python does', (json, expected) => {
  expect(str(readPython(`{"a\\"1":${json}}`)['a"1'] ?? null)).toBe(expected)
})

it.each([
  [0.125, '0.12'],
  [0.375, '0.38'],
  [0.625, '0.62'],
  [2.5, '2.50'],
  [1.005, '1.00'],
  [2.675, '2.67'],
])('rounds %d to %s as Python does', (value, expected) => {
  expect(fixed2(value)).toBe(expected)
})

it('does not fail on rubrics of any shape', () => {
  for (const odd of ['{}', '[]', '{"criteria":[1,null,{"levels":"x"}],"metadata":5}', '{"maxScore":"ten"}'])
    for (const format of ['markdown', 'json'] as const)
      expect(toLambEvaluation(odd, format)).toMatch(/evaluation/i)
})
