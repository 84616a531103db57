import { expect, it } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { findJson } from './find-json.ts'

it.each([
  ['bare', '{"a": 1}'],
  ['in a code fence', '```json\n{"a": 1}\n```'],
  ['in prose', 'Here is {what} you wanted: {"a": 1} — enjoy {it}!'],
  ['after reasoning', '<think>{"a": 2, "longer": "than the answer"}</think>\n{"a": 1}'],
  ['next to a shorter one', 'Not {} but {"a": 1}'],
])('finds an object %s', (_how, answer) => {
  expect(findJson(answer)).toEqual({ a: 1 })
})

it('is not misled by braces in strings', () => {
  expect(findJson('So: {"a": "} \\" {", "b": {"c": 1}} done')).toEqual({ a: '} " {', b: { c: 1 } })
})

it.each(['', 'no', '[1]', '{"a": 1', '{a: 1}', 'null', '{"a": {"b": 1}, "c'])(
  'finds nothing in %j',
  (answer) => {
    expect(findJson(answer)).toBeUndefined()
  },
)

it.each(['{', '{"a":', '{}'])('takes linear time for many repetitions of %s', async (part) => {
  expect(await growthOf((size) => findJson(part.repeat(size)), 20_000)).toBeLessThan(10)
  expect(findJson(part.repeat(256))).toEqual(part === '{}' ? {} : undefined)
})
